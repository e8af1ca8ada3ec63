"""`search: exact`: every group looks ahead, so nothing is ever taken back (rules/wcsc.md 1.6)."""

from collections.abc import Sequence

from pairing.systems.wcsc.blocks import Groups, Paired, mask_of
from pairing.systems.wcsc.completion import Completion
from pairing.systems.wcsc.graph import Graph
from pairing.systems.wcsc.options import WcscOptions


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
