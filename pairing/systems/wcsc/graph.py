"""Who may meet whom in a round, and the plain questions about it: can these all be paired off?

Players are vertices 0, 1, ... in the order of the round, sets of them are the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.plain import NotAll, leave_one_out, surely_pairable
from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem, bits, runs
from pairing.matching.weighted import Matcher
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.model.work import Work
from pairing.systems.monrad.lineup import BYE, Lineup
from pairing.systems.monrad.plan import impossible
from pairing.systems.monrad.stand_ins import Unpairable


class Graph:
    """The legal pairs of a round. `near[v]` are the players v may meet."""

    def __init__(self, ids: Sequence[int], barred: Mapping[int, Set[int]], work: Work) -> None:
        self.ids, self.work = ids, work
        place = {id: v for v, id in enumerate(ids)}
        everybody = (1 << len(ids)) - 1
        self.near: list[int] = []
        for v, id in enumerate(ids):
            out = 1 << v
            for other in barred[id]:
                if other in place:
                    out |= 1 << place[other]
            self.near.append(everybody & ~out)

    def most_bars(self, players: int, others: int) -> int:
        """The most of `others` that one of `players` may not meet, himself not counted."""
        near = self.near
        return max(((others & ~near[v] & ~(1 << v)).bit_count() for v in bits(players)), default=0)

    def pairable(self, players: int) -> bool:
        """Whether they can all be paired off among themselves."""
        count = players.bit_count()
        if count % 2:
            return False
        return not count or self.clearly_pairable(players) or self._local(players, 0) is not None

    def clearly_pairable(self, players: int, taken: int = 0) -> bool:
        """Whether they can be paired off because of their numbers alone, whichever `taken` of them are away.

        Who is away costs each of the others one possible opponent at most; at worst, those who had the most are away.
        """
        count = players.bit_count() - taken
        if count < 0:
            return False
        near = self.near
        self.work.take(count)
        degrees = sorted((near[v] & players).bit_count() - taken for v in bits(players))
        return surely_pairable(degrees[:count])

    def leave_out(self, players: int, candidates: Iterable[int]) -> tuple[int | None, list[int]]:
        """The first of the candidates without whom `players`, an odd number, can be paired off; those before him."""
        refused: list[int] = []
        local: Local | None = None
        for v in candidates:
            if local is None:
                if self.clearly_pairable(players & ~(1 << v)):
                    return v, refused
                local = self._local(players, 0, stand_ins=1)
                if local is None:
                    return None, list(candidates)
            if local.fix_below(v):
                return v, refused
            refused.append(v)
        return None, refused

    def covered(self, players: int, others: int) -> bool:
        """Whether `players` can all be paired, among themselves or with `others` (who need not be)."""
        return self._local(players, others) is not None

    def _local(self, players: int, others: int, stand_ins: int = 0) -> Local | None:
        inside, outside = list(bits(players)), list(bits(others))
        if (len(inside) + len(outside) + stand_ins) % 2:
            return None
        try:
            return Local(self, inside, outside, free=True, stand_ins=stand_ins)
        except NoPerfectMatching:
            return None


class Local:
    """The cheapest ways to pair off a block with those below it: as few pairs as possible cross the border.

    `outside` are the players below. `free`: they need not be paired, so any two of them may be joined.
    `stand_ins`: so many players whom everybody may meet take their place. Errors: NoPerfectMatching.
    """

    def __init__(
        self, graph: Graph, inside: list[int], outside: list[int], *, free: bool, stand_ins: int = 0
    ) -> None:
        players = [*inside, *outside]
        self.place = {v: at for at, v in enumerate(players)}
        self.runs = runs(players)
        count, half = len(players) + stand_ins, len(inside)
        self.stand_ins = list(range(len(players), count))
        extra = (1 << count) - (1 << len(players))
        beyond = (1 << count) - (1 << half)
        near = [self._near(graph.near[v]) | (extra if at < half else 0) for at, v in enumerate(players)]
        if free:
            inner = (1 << half) - 1
            near[half:] = [near[at] & inner | beyond & ~(1 << at) for at in range(half, len(players))]
        near += [(1 << count) - 1 & ~(1 << at) for at in self.stand_ins]
        group = [0] * half + [1] * (count - half)
        cost: Cost = [[0, 2], [2, 0]]
        matcher = Matcher(Problem(group, 2, [Layer(near, cost)], graph.work)).solve()
        self.face = CheapestMatchings(matcher)
        self.crossing = sum(matcher.mate[at] >= half for at in range(half))

    def _near(self, near: int) -> int:
        """A set of vertices as places, those who are not here left out."""
        mask = 0
        for first, place, run in self.runs:
            mask |= (near >> first & run) << place
        return mask

    def fix(self, a: int, b: int) -> bool:
        """Fix the pair (a, b) if one of the cheapest ways, with all that is fixed, has it."""
        return self.face.fix(self.place[a], self.place[b])

    def fix_below(self, a: int) -> bool:
        """The same for a and a stand-in."""
        if not self.stand_ins or not self.face.fix(self.place[a], self.stand_ins[-1]):
            return False
        self.stand_ins.pop()
        return True


# When a round has no legal pairing: the players who prove it, found at once and not by trying everything.
def choose_bye(groups: Sequence[Sequence[int]], field: Field) -> int:
    """Who of an odd number of players stays out: without an earlier bye, the others pairable, from the bottom.

    `groups` are the score groups in the order of the round. Errors: Impossible.
    """
    tiers = [[p for p in reversed(group) if p not in field.had_bye] for group in reversed(groups)]
    ids = [p for group in groups for p in group]
    try:
        return leave_one_out(ids, field.barred, [tier for tier in tiers if tier], field.work)
    except NotAll:
        raise _no_pairing(groups, field) from None


def check_possible(graph: Graph, groups: Sequence[Sequence[int]], field: Field) -> None:
    """Raise Impossible unless all players of the graph, an even number, can be paired off."""
    if not graph.pairable((1 << len(graph.ids)) - 1):
        raise _no_pairing(groups, field)


def _no_pairing(groups: Sequence[Sequence[int]], field: Field) -> Impossible:
    ids = [p for group in groups for p in group]
    near = list(Graph(ids, field.barred, field.work).near)
    odd = len(ids) % 2 == 1
    if odd:
        takers = sum(1 << v for v, p in enumerate(ids) if p not in field.had_bye)
        near = [mask | (takers >> v & 1) << len(ids) for v, mask in enumerate(near)] + [takers]
    names = [*ids, BYE]
    try:
        Matcher(Problem([0] * len(near), 1, [Layer(near, [[0]])], field.work)).solve()
    except NoPerfectMatching as none:
        outer = [tuple(names[v] for v in bits(mask)) for mask in none.outer]
        proof = Unpairable(outer, tuple(names[v] for v in bits(none.inner)))
        scores = [field.points[group[0]] for group in groups]
        lists = [list(group) for group in groups]
        return impossible(
            proof, Lineup(lists, scores, field.barred, field.had_bye, odd, work=field.work), field.number
        )
    raise AssertionError("a legal pairing was overlooked")
