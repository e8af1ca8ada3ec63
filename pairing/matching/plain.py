"""Can these players be paired off at all? A perfect matching without barred pairs, or the players who prove
that there is none. Every legal pair is as good as any other here.
"""

from collections.abc import Mapping, Sequence, Set

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem, bits
from pairing.matching.weighted import Matcher
from pairing.model.work import Work


# Who can be paired off whatever else happens, by numbers alone; and the few who can then stand for many.
#
# *Enough of them.* If each of m players (m even) may not meet at most d of the others, and m >= 2 (d
# + 1), then everybody has at least m / 2 possible opponents, and the players can be paired off (G.
# Dirac, "Some theorems on abstract graphs", 1952). So a large score group works out whoever leaves it
# or comes into it, as long as few do, and every outsider finds a partner in it.
#
# *Stand-ins.* To everybody outside, such a group is k interchangeable players, k being how many pairs
# cross its border. So r stand-ins, whom everybody may meet, take the group's place, r and its size
# both even or both odd. If in the solution two of them are left for each other, more would change
# nothing: the least cost as a function of the numbers of crossing pairs is M-convex (the degree
# sequences of matchings form a constant-parity jump system; K. Murota, "M-convex functions on jump
# systems", 2006), and all its neighbours were within reach. If not, the group gets more stand-ins; if
# it cannot have more, all its players.
def enough(missed: int) -> int:
    """How many players can surely be paired off if none of them may not meet more than `missed` of the others.

    Any larger even number can, too. Source: Dirac, see above.
    """
    return 2 * (missed + 1)


def surely_pairable(degrees: Sequence[int]) -> bool:
    """Whether players with so many possible opponents each, in rising order, can surely be paired off.

    V. Chvátal ("On Hamilton's ideals", 1972): degrees d(1) <= ... <= d(n) with d(i) > i or d(n - i) >= n - i for every
    i < n / 2 have a Hamilton cycle, and every second edge of it is a perfect matching. It says yes where `enough` does.
    """
    count = len(degrees)
    if count <= 2:
        return not count
    return not count % 2 and all(
        degrees[i - 1] > i or degrees[count - i - 1] >= count - i for i in range(1, (count + 1) // 2)
    )


def have_spare(mate: Sequence[int], stand_ins: range) -> bool:
    """Whether two of the `stand_ins` are left for each other, or there are none: then more would change nothing."""
    return not stand_ins or any(mate[stand_in] in stand_ins for stand_in in stand_ins)


Barred = Mapping[int, Set[int]]


class NotAll(Exception):
    """There is no perfect matching: `players` have too few possible opponents between them (Tutte)."""

    def __init__(self, players: tuple[int, ...]) -> None:
        super().__init__("no perfect matching")
        self.players = players


def perfect_matching(ids: Sequence[int], barred: Barred, work: Work) -> list[tuple[int, int]]:
    """Some perfect matching of `ids` without barred pairs. Errors: NotAll."""
    near = _possible(ids, barred)
    mate = _solved(Problem([0] * len(ids), 1, [Layer(near, [[0]])], work), ids).mate
    return [(ids[a], ids[b]) for a, b in enumerate(mate) if a < b]


def leave_one_out(ids: Sequence[int], barred: Barred, tiers: Sequence[Sequence[int]], work: Work) -> int:
    """The player to leave out of an odd number so that the others can be paired off.

    The first such player, in the order given, of the first of the `tiers` that has one. Errors: NotAll.
    """
    most = max(len(barred[id]) for id in ids)
    if tiers and len(ids) - 1 >= enough(most):  # whoever it is
        return tiers[0][0]
    place = {id: at for at, id in enumerate(ids)}
    groups = len(tiers) + 2  # nobody's tier; the bye
    group = [len(tiers)] * len(ids) + [groups - 1]
    near = [*_possible(ids, barred), 0]
    bye = len(ids)
    for tier, members in enumerate(tiers):
        for id in members:
            group[place[id]] = tier
            near[place[id]] |= 1 << bye
            near[bye] |= 1 << place[id]
    cost: Cost = [[0] * groups for _ in range(groups)]
    for tier in range(len(tiers)):
        cost[tier][-1] = cost[-1][tier] = 2 * tier
    solved = _solved(Problem(group, groups, [Layer(near, cost)], work), ids)
    best, face = tiers[group[solved.mate[bye]]], CheapestMatchings(solved)
    return next(id for id in best if face.fix(place[id], bye))


def _solved(problem: Problem, ids: Sequence[int]) -> Matcher:
    try:
        return Matcher(problem).solve()
    except NoPerfectMatching as none:
        players = (at for mask in none.outer for at in bits(mask))
        raise NotAll(tuple(ids[at] for at in players if at < len(ids))) from None


def _possible(ids: Sequence[int], barred: Barred) -> list[int]:
    """Everybody's possible opponents, as bit sets of places in `ids`."""
    place = {id: at for at, id in enumerate(ids)}
    everybody = (1 << len(ids)) - 1
    near = []
    for at, id in enumerate(ids):
        out = 1 << at
        for other in barred[id]:
            if other in place:
                out |= 1 << place[other]
        near.append(everybody & ~out)
    return near
