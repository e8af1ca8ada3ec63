"""From a field to the plan of a round."""

from collections.abc import Sequence
from itertools import groupby

from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.types import PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.wcsc.basis import Basis, basis
from pairing.systems.wcsc.blocks import Groups, Paired, mask_of
from pairing.systems.wcsc.completion import Completion
from pairing.systems.wcsc.explain import Explainer, bye_reason
from pairing.systems.wcsc.graph import Graph, check_possible, choose_bye
from pairing.systems.wcsc.merge import pair_merging
from pairing.systems.wcsc.options import WcscOptions


# `search: exact`: every group looks ahead, so nothing is ever taken back (rules/wcsc.md 1.6).
def pair_looking_ahead(graph: Graph, lists: Sequence[Sequence[int]], options: WcscOptions) -> Groups:
    """Pair everybody; the groups can be paired off. Returns the groups with their pairs."""
    groups = Groups(graph, lists, options)
    for group in range(len(groups.lists)):
        if not groups.lists[group]:
            continue
        floated = _designated(groups, group) if groups.designates(group) else []
        gone = mask_of(v for pair in floated for v in (pair.first, pair.second))
        groups.lists[group] = [v for v in groups.lists[group] if not gone >> v & 1]
        pairs = _rest(groups, group, groups.mask(group + 1) & ~gone)
        groups.settle(group, group + 1, [*floated, *pairs])
    return groups


def _designated(groups: Groups, group: int) -> list[Paired]:
    """L1: the first eligible floater and its first opponent who leaves the others below pairable; or nothing."""
    floater = groups.floater(group)
    if floater is None:
        return []
    opponent, refused = groups.opponent(floater, group)
    return [] if opponent is None else [groups.floating(floater, opponent, refused)]


def _rest(groups: Groups, group: int, below: int) -> list[Paired]:
    """L2 and L3: as few floats as those below allow, then everybody in turn the first opponent who leaves it so."""
    block = groups.mask(group, group + 1)
    oracle = Completion(groups.graph, block, below, whole=True)
    assert oracle.floats is not None  # what stands above leaves those below such that they can be paired off
    alone = oracle.floats
    # L2: the cross order of the options where those below force nobody out, else E.
    if alone > 1:  # those below may be why so many leave
        alone = Completion(groups.graph, block, below, whole=False).floats or 0
    opponent = groups.options.opponent if oracle.floats == alone else "E"
    return groups.complete(group, group + 1, oracle, opponent)


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
