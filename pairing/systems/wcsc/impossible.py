"""When a round has no legal pairing: the players who prove it, found at once and not by trying everything."""

from collections.abc import Sequence

from pairing.matching.plain import NotAll, leave_one_out
from pairing.matching.problem import Layer, NoPerfectMatching, Problem, bits
from pairing.matching.weighted import Matcher
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.systems.monrad.impossible import impossible
from pairing.systems.monrad.lineup import BYE, Lineup
from pairing.systems.monrad.stand_ins import Unpairable
from pairing.systems.wcsc.graph import Graph


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
