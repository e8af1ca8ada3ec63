"""The brackets of a round by the rules in force until 31 January 2026 (rules/dutch.md, section 8).

A bracket is paired freely. If its downfloaters and all lower players could not be completed then, it is the penultimate
one (PPB): it is paired again so that they can (C.4), and all lower players form the collapsed last bracket (CLB).
"""

from pairing.systems.dutch.completion import can_be_completed
from pairing.systems.dutch.criteria_until_2026 import CriteriaUntil2026
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import Below
from pairing.systems.dutch.paired import Paired
from pairing.systems.dutch.quick import at_once
from pairing.systems.dutch.search import Search


def pair_brackets_until_2026(lineup: Lineup) -> list[Paired]:
    """All brackets, from the top; the last one leaves nobody, or who gets the bye."""
    done: list[Paired] = []
    down: list[int] = []
    end = len(lineup.players)
    for group, members in enumerate(lineup.groups):
        if members.stop == end:
            done.append(_last(lineup, group, members, down))
            break
        paired, sure = _free(lineup, group, down)
        if not sure and not can_be_completed(lineup, paired.floaters, members.stop):
            paired = _penultimate(lineup, group, down)
            done += [paired, _last(lineup, group + 1, range(members.stop, end), paired.floaters)]
            break
        done.append(paired)
        down = paired.floaters
    return done


def _free(lineup: Lineup, group: int, mdps: list[int]) -> tuple[Paired, bool]:
    """A bracket that does not ask whether the rest can be completed, and whether that is sure all the same."""
    if found := at_once(lineup, group, mdps, _low_bye(lineup)):
        return found, bool(found.moved or found.rest)
    return _looking_ahead(lineup, group, mdps).first(), False


def _low_bye(lineup: Lineup) -> int | None:
    """The lowest scoregroup with somebody who may get the bye, if there is one to be given."""
    if not lineup.odd:
        return None
    return max(group for group in range(len(lineup.groups)) if lineup.takers & lineup.members(group))


def _looking_ahead(lineup: Lineup, group: int, mdps: list[int]) -> Search:
    """The bracket with its best quality found. If the next one is the last and leaves over one player, that one must
    be able to get the bye (C.2); so each number of those left over is tried on its own.
    """
    following = lineup.groups[group + 1]
    criteria = CriteriaUntil2026(lineup, mdps, lineup.groups[group], lineup.scores[group + 1])
    size = len(mdps) + len(lineup.groups[group]) + len(following)

    def search(stand_ins: int, *, bye: bool = False, forced: bool = False) -> Search | None:
        below = Below(following, len(following), stand_ins, bye, forced)
        found = Search(lineup, group, criteria, below, lineup.takers)
        return found if found.solve() else None

    stand_ins = 2 + size % 2
    while not (free := search(stand_ins)) or not free.has_spare():
        stand_ins *= 3 if stand_ins % 2 else 4
    if following.stop < len(lineup.players) or not lineup.odd:
        return free
    above = free.cost() >> criteria.above_c7
    for over in range(1, size + 1, 2):
        found = search(0, bye=True) if over == 1 else search(over, forced=True)
        if found and found.cost() >> criteria.above_c7 == above:
            return found
    return _blind(lineup, group, mdps)


def _blind(lineup: Lineup, group: int, mdps: list[int]) -> Search:
    """The bracket without a look at the next one, where whatever floats leaves that one without a candidate."""
    criteria = CriteriaUntil2026(lineup, mdps, lineup.groups[group], None)
    below = Below(range(0), 0, len(mdps) + len(lineup.groups[group]), bye=False)
    found = Search(lineup, group, criteria, below, 0)
    found.solve()
    return found


def _penultimate(lineup: Lineup, group: int, mdps: list[int]) -> Paired:
    members = lineup.groups[group]
    below = Below(range(members.stop, len(lineup.players)), 0, 0, bye=lineup.odd)
    return _solved(lineup, group, members, mdps, below)


def _last(lineup: Lineup, group: int, residents: range, mdps: list[int]) -> Paired:
    """The last bracket, collapsed or not."""
    is_whole = residents == lineup.groups[group]
    if is_whole and (found := at_once(lineup, group, mdps, _low_bye(lineup))):
        return found
    return _solved(lineup, group, residents, mdps, Below(range(0), 0, 0, bye=lineup.odd))


def _solved(lineup: Lineup, group: int, residents: range, mdps: list[int], below: Below) -> Paired:
    criteria = CriteriaUntil2026(lineup, mdps, residents, None)
    search = Search(lineup, group, criteria, below, lineup.takers)
    if not search.solve():
        raise AssertionError("a bracket of a round that can be paired cannot be paired")
    return search.first()
