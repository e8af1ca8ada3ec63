"""Repairs of a round of matches of two (docs/decisions/0011-repairs.md)."""

from collections import deque
from collections.abc import Callable
from itertools import islice

from pairing.repair.assemble import assembled, full_byes
from pairing.repair.edges import BYE, Edges, Pair, Weights
from pairing.repair.search import PerfectMatching, Search
from pairing.repair.types import Repair, Task

# Where nobody has to be seated anew: what would bring a round as it stands nearer to the rules.
#
# After a corrected result every table may stay; but players of different scores may meet by now whom the
# rules would have paired inside their groups. Of the repairs that break nothing more of the rules than the
# round as it stands, only those are worth a look that no other one beats in both the tables they break and
# the score distance of the round. Two of them are told: the one that moves nobody, and the one with the
# smallest score distance there is (with the fewest tables broken for it). Between them lie others; told are
# corners of the lower hull of all (tables broken, score distance): no mixture of two other repairs is as
# good. Each is a cheapest matching for a price per table and a price per hundredth of distance.
Named = Callable[[PerfectMatching], Repair]


def nearer(edges: Edges, keep: Repair, old: list[Pair], most: int, named: Named) -> list[Repair]:
    """Up to `most` of the repairs described above, without `keep`, the one that moves nobody; fewest tables first.

    `old` are pairs of vertices.
    """
    if most < 1:
        return []

    def cheapest(weights: Weights) -> Repair:
        found = Search(edges.problem(weights), old).best()
        assert found is not None  # the round as it stands is one
        return named(found)

    nearest = cheapest(edges.mixed(1, 0))
    if nearest.round_distance >= keep.round_distance:
        return []
    found = [nearest]
    waiting = deque([(keep, nearest)])
    while waiting and len(found) < most:
        one, other = waiting.popleft()
        per_hundredth = len(other.broken) - len(one.broken)
        per_table = one.round_distance - other.round_distance

        def price(repair: Repair, a: int = per_hundredth, b: int = per_table) -> int:
            return a * repair.round_distance + b * len(repair.broken)

        between = cheapest(edges.mixed(per_hundredth, per_table))
        if price(between) < price(one):
            found.append(between)
            waiting += [(one, between), (between, other)]
    return sorted(found, key=lambda repair: len(repair.broken))


def repairs_of_two(task: Task, most: int) -> tuple[Repair, ...]:
    """The best repairs, in order.

    Why the number of broken tables is the smallest there is: every way to seat the players is a perfect matching of
    those who are not at tables being played (and the bye, if they are odd in number); each old table that can be kept
    and is not costs the same weight, which is above all that distances and the objective can add up to and below one
    rule given up; and the matching found is a cheapest one (`search`).
    """
    if not task.free:
        return (assembled(task, ()),)
    edges = Edges(task.rules, task.free, _old(task))
    weights = edges.fewest_broken()
    bye = [(a, b) for a, b in edges.old if b == BYE]
    tables = [both for both in edges.old if both not in bye]

    def places(pairs: list[Pair]) -> list[Pair]:
        return [(edges.place[a], edges.place[b]) for a, b in pairs]

    search = Search(edges.problem(weights), places(tables), weights.new, places(bye))

    def named(matching: PerfectMatching) -> Repair:
        return assembled(task, [(edges.names[a], edges.names[b]) for a, b in sorted(matching.pairs)])

    ranked = map(named, search.in_order())
    first = next(ranked)
    if first.moves_nobody:
        return (first, *nearer(edges, first, places(edges.old), most - 1, named))
    return (first, *islice(ranked, most - 1))


def _old(task: Task) -> list[Pair]:
    """Pairs of before, the byes given by the pairing as (player, BYE)."""
    pairs = [(m.seats[0], m.seats[1]) for m in task.before.matches if m.table not in task.stays]
    return [*pairs, *((p, BYE) for p in sorted(full_byes(task.before)))]
