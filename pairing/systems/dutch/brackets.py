"""The brackets of a round by the rules in force since February 2026: each looks at all players below it (C4, C5) and
at the bracket after it (C8).
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing.systems.dutch.criteria import Criteria, Leaving
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import Below, next_is_easy, views
from pairing.systems.dutch.quick import at_once
from pairing.systems.dutch.search import Paired, Search


def pair_brackets(lineup: Lineup, bye_group: int | None) -> list[Paired]:
    """All brackets, from the top; the last one leaves nobody, or who gets the bye."""
    done: list[Paired] = []
    down: list[int] = []
    for group in range(len(lineup.groups)):
        paired = pair_bracket(lineup, group, down, bye_group)
        done.append(paired)
        down = paired.floaters
    return done


def pair_bracket(lineup: Lineup, group: int, mdps: list[int], bye_group: int | None) -> Paired:
    """The bracket of a scoregroup and of the `mdps` who come into it."""
    if found := at_once(lineup, group, mdps, bye_group):
        return found
    search = next(_solved(lineup, group, mdps, bye_group))
    leaving = search.leaving()
    if not leaving or group + 1 == len(lineup.groups) or next_is_easy(lineup, group + 1, leaving, bye_group):
        return search.first()
    # The first candidate without C8 is the first with it, too, if C8 has nothing against it: then others need no look.
    alone = next(_solved(lineup, group, mdps, bye_group, look_ahead=False)).first()
    if search.allows(alone):
        return alone
    paired = search.first()
    paired.for_the_next = paired.floaters != alone.floaters
    return paired


def fewest_left(lineup: Lineup, paired: Paired, takers: int | None) -> int:
    """How many players of a bracket would be left over at least if C5 did not count, and anybody of `takers` could get
    the bye; with None nothing below the bracket counts, which leaves C1 and C3.
    """
    if takers is None:
        below = Below(range(0), 0, len(paired.mdps) + len(paired.residents), bye=False)
    else:
        below = Below(range(paired.residents.stop, len(lineup.players)), 0, 0, bye=bool(takers))
    search = Search(lineup, paired.group, Leaving(paired.mdps, paired.residents), below, takers or 0)
    search.solve()
    return search.leaving()


def _solved(
    lineup: Lineup, group: int, mdps: list[int], bye_group: int | None, *, look_ahead: bool = True
) -> Iterator[Search]:
    """The bracket with the best quality found, as soon as enough of what is below it is looked at; `look_ahead`: C8
    counts.
    """
    members = lineup.groups[group]
    takers = 0
    if bye_group is not None:
        takers = lineup.takers & lineup.members(bye_group)
    alone = bye_group is not None and bye_group <= group
    size = len(mdps) + len(members)
    for below in views(lineup, group, size, bye_group):
        blind = below.stand_ins and not below.players and look_ahead
        if blind and size % 2 and not next_is_easy(lineup, group + 1, 1, bye_group):
            continue
        next_score = lineup.scores[group + 1] if below.players and look_ahead else None
        criteria = Criteria(lineup, mdps, members, next_score, takers if alone else 0)
        found = Search(lineup, group, criteria, below, takers)
        if not found.solve():
            continue
        leaving = found.leaving()
        if alone and leaving != 1:  # C9 is about somebody who floats alone
            found = Search(lineup, group, Criteria(lineup, mdps, members, next_score, 0), below, takers)
            found.solve()
        # C8 cannot matter where nobody leaves or the next bracket pairs whoever comes.
        safe = not (blind and leaving) or next_is_easy(lineup, group + 1, leaving, bye_group)
        if found.has_spare() and safe:
            yield found
