"""Repairs of a round of matches of two (docs/decisions/0011-repairs.md)."""

from itertools import islice

from pairing.repair.assemble import assembled, full_byes
from pairing.repair.edges import BYE, Edges, Pair
from pairing.repair.nearer import nearer
from pairing.repair.search import PerfectMatching, Search
from pairing.repair.task import Task
from pairing.repair.types import Repair


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
