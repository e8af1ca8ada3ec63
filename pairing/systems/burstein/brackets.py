"""The brackets of a Burstein round, from the top (C.04.4.2, articles 3 and 4), and who has the bye.

In a bracket the first in the order of article 1.8 meets the last who leaves the best pairing possible, then the next
one the last still free, and so on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.plain import leave_one_out
from pairing.matching.problem import bits
from pairing.systems.burstein.criteria import Criteria
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import next_is_easy, views
from pairing.systems.dutch.search import Search

Key = Callable[[int], tuple[int, ...]]


@dataclass(slots=True)
class Bracket:
    """A paired bracket. `order`: its players, the best first; `pairs` by their first; who floats."""

    group: int
    order: list[int]
    pairs: list[tuple[int, int]] = field(default_factory=list)
    floaters: list[int] = field(default_factory=list)


def bye_player(lineup: Lineup, group: int, rank: Key) -> int:
    """Who of this scoregroup, the lowest possible, has the bye: who has played most, then the last in order (3.1)."""
    takers = [v for v in lineup.groups[group] if lineup.takers >> v & 1]
    takers.sort(key=lambda v: (lineup.players[v].missed, [-x for x in rank(v)]))
    everybody = range(len(lineup.players))
    whole = (1 << len(everybody)) - 1
    barred = {v: set(bits(whole & ~lineup.near[v] & ~(1 << v))) for v in everybody}
    return leave_one_out(everybody, barred, [[v] for v in takers], lineup.work)


def pair_brackets(lineup: Lineup, rank: Key) -> list[Bracket]:
    """All brackets of an even number of players who can be paired."""
    done: list[Bracket] = []
    down: list[int] = []
    for group, members in enumerate(lineup.groups):
        order = sorted([*down, *members], key=rank)
        search = next(_solved(lineup, group, order))
        done.append(_first(search, Bracket(group, order)))
        down = done[-1].floaters
    return done


def _solved(lineup: Lineup, group: int, order: list[int]) -> Iterator[Search]:
    """The bracket with the best quality found, as soon as enough of what is below it is looked at."""
    for below in views(lineup, group, len(order), None):
        blind = below.stand_ins and not below.players
        if blind and len(order) % 2 and not next_is_easy(lineup, group + 1, 1, None):
            continue
        criteria = Criteria(lineup, order, lineup.scores[group + 1] if below.players else None)
        found = Search(lineup, group, criteria, below, 0)
        if not found.solve():
            continue
        leaving = found.leaving()
        safe = not (blind and leaving) or next_is_easy(lineup, group + 1, leaving, None)
        if found.has_spare() and safe:
            yield found


def _first(search: Search, bracket: Bracket) -> Bracket:
    """The first pairing of the best quality, in the order of article 4."""
    face, inside = CheapestMatchings(search.matcher), search.network.inside
    free = (1 << inside) - 1
    for at in range(inside):
        if not free >> at & 1:
            continue
        later = bits(face.tight[at] & free & ~((2 << at) - 1))
        partner = next((b for b in reversed(later) if face.fix(at, b)), None)
        if partner is None:
            bracket.floaters.append(bracket.order[at])
        else:
            free &= ~(1 << at | 1 << partner)
            bracket.pairs.append((bracket.order[at], bracket.order[partner]))
    return bracket
