"""From a field to the plan of a round."""

from itertools import groupby

from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.types import PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.wcsc.basis import Basis, basis
from pairing.systems.wcsc.blocks import Groups
from pairing.systems.wcsc.explain import Explainer, bye_reason
from pairing.systems.wcsc.graph import Graph
from pairing.systems.wcsc.impossible import check_possible, choose_bye
from pairing.systems.wcsc.lex import pair_looking_ahead
from pairing.systems.wcsc.merge import pair_merging
from pairing.systems.wcsc.options import WcscOptions

SEARCHES = {"paper": pair_merging, "exact": pair_looking_ahead}


def pair_wcsc(field: Field, options: WcscOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables in the order of the higher placed players.

    Errors: Impossible; PairingError when the results needed are not there, or rounds_planned in mode MS.
    """
    based = basis(field, options)
    groups = score_groups(field, based)
    byes: tuple[PlannedBye, ...] = ()
    # "Beyond the paper": the bye as in rules/monrad.md, rule 5.
    if sum(map(len, groups)) % 2:
        player = choose_bye(groups, field)
        byes = (PlannedBye(player, why=(bye_reason(player, groups, field),)),)
        groups = [rest for group in groups if (rest := [p for p in group if p != player])]
    graph = Graph([p for group in groups for p in group], field.barred, field.work)
    check_possible(graph, groups, field)
    done = SEARCHES[options.search](graph, vertices(groups), options)
    scores = [based.points[group[0]] for group in groups]
    group_of = [at for at, group in enumerate(groups) for _ in group]
    explain = Explainer(field, options, graph.ids, group_of, scores)
    notes = (*based.notes, *map(explain.backtrack, done.backtracks))
    return RoundPlan(field.number, _tables(done, graph, explain, field, options, lots), byes, notes=notes)


def score_groups(field: Field, based: Basis) -> list[list[int]]:
    """The players to be paired by score, highest first, each group in its order."""
    playing = set(field.present)
    order = [p for p in based.order if p in playing]
    return [list(group) for _, group in groupby(order, key=based.points.__getitem__)]


def vertices(groups: list[list[int]]) -> list[range]:
    """The groups with players counted through from 0."""
    found, start = [], 0
    for group in groups:
        found.append(range(start, start + len(group)))
        start += len(group)
    return found


def _tables(
    done: Groups, graph: Graph, explain: Explainer, field: Field, options: WcscOptions, lots: Lots
) -> tuple[PlannedMatch, ...]:
    """The tables, by the place of their higher placed player (the pairs come in that order, but for floaters)."""
    seat = seating(field, lots, options.first_mover)
    ids = graph.ids
    pairs = sorted(done.pairs, key=lambda pair: pair.first)
    return tuple(
        PlannedMatch(table, seat(ids[pair.first], ids[pair.second]), explain.match(pair))
        for table, pair in enumerate(pairs, start=1)
    )
