"""`search: paper`: the published procedure with its BACKTRACK (rules/wcsc.md 1.5).

Literally: blocks are paired from the top; a block without a solution sends the search back to the nearest block above,
whose floater gets its next opponent, or which is merged with everything down to the failed block. Told that way it
can take forever. What makes it quick without changing an answer: whatever stands above, the procedure succeeds on
the groups below exactly when these can all be paired off, and when they cannot, the block whose failure ends the
attempt is the first one up to which they cannot even be covered with the help of those below it. So instead of
trying, we ask: an opponent of a floater is good if those below can still be paired off; a paired block stays if they
can, and otherwise it is merged at once with everything down to that first group.
"""

from collections.abc import Sequence

from pairing.systems.wcsc.blocks import Backtrack, Groups, Paired
from pairing.systems.wcsc.completion import Completion
from pairing.systems.wcsc.graph import Graph
from pairing.systems.wcsc.options import WcscOptions


def pair_merging(graph: Graph, lists: Sequence[Sequence[int]], options: WcscOptions) -> Groups:
    """Pair everybody; the groups can be paired off. Returns the groups with their pairs and backtracks."""
    groups = Groups(graph, lists, options)
    start = 0
    while start < len(groups.lists):
        end = start + 1
        if groups.lists[start]:
            failed = _designated(groups, start) if groups.designates(start) else start
            while failed is not None:
                end = failed + 1
                failed = _block(groups, start, end)
        start = end
    return groups


def _designated(groups: Groups, group: int) -> int | None:
    """R1: pair an odd group with a designated floater.

    Returns None when done, else the last group of the block to pair without one: `group` itself when nobody is
    eligible, a later one after a BACKTRACK.
    """
    floater = groups.floater(group)
    if floater is None:
        return group
    # R4: a floater gets its next opponent where those below could not be paired.
    opponent, refused = groups.opponent(floater, group)
    failed = groups.first_uncovered(group + 1, 1 << refused[-1]) if refused else group
    if opponent is None:
        groups.backtracks.append(Backtrack(group, failed))
        return failed
    if refused:
        groups.backtracks.append(Backtrack(group, failed, floater))
    _take_floater(groups, group, groups.floating(floater, opponent, refused))
    return None


def _take_floater(groups: Groups, group: int, pair: Paired) -> None:
    """Pair the rest of a group whose floater is found, by itself (rule R7: places are counted anew)."""
    rest = [v for v in groups.lists[group] if v != pair.first]
    groups.lists[group] = rest
    inside = Completion(groups.graph, groups.mask(group, group + 1), 0, whole=False)
    pairs = groups.complete(group, group + 1, inside, groups.options.opponent)
    groups.settle(group, group + 1, [pair, *pairs])


def _block(groups: Groups, start: int, end: int) -> int | None:
    """R2: the first solution with the fewest floats. Returns None, or the last group of the block to merge (R4)."""
    below = groups.mask(end)
    oracle = Completion(groups.graph, groups.mask(start, end), below, whole=False)
    assert oracle.floats is not None  # what stands above leaves those below such that they can be paired off
    pairs = groups.complete(start, end, oracle, groups.options.opponent)
    taken = below & ~oracle.below
    # R4: a paired block stays if those below can be paired off; if not, it is merged with them.
    if groups.graph.pairable(below & ~taken):
        groups.settle(start, end, pairs)
        return None
    failed = groups.first_uncovered(end, taken)
    groups.backtracks.append(Backtrack(start, failed))
    return failed
