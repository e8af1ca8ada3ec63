"""Can these players be paired off at all? A perfect matching without barred pairs, or the players who prove
that there is none. Every legal pair is as good as any other here.
"""

from collections.abc import Mapping, Sequence, Set

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem, bits
from pairing.matching.surely import enough
from pairing.matching.weighted import Matcher
from pairing.model.work import Work

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
