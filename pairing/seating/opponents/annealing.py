"""Simulated annealing of the opponents, for what no kept schedule and no construction reaches."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random

from pairing.seating.opponents.task import Key, Task
from pairing.seating.quality import Rounds, Table
from pairing.seating.search import Search

HOT, COLD = 2.5, 0.5
CHECK_EVERY = 256


def improved(
    task: Task,
    rounds: Rounds,
    random: Random,
    steps: int,
    goal: Key,
    search: Search,
    *,
    free: Sequence[int] | None = None,
    hot: float = HOT,
) -> list[list[Table]]:
    """The best schedule seen, never worse than `rounds`, on the way of swapping two players of one round.

    What falls is the sum over all pairs of meetings squared, which spreads them evenly; what counts is `task.key`.
    `goal`: the key nothing can beat, where the search ends. `free`: the rounds that may change (all of them), `hot`:
    how wild it starts. The same `random` and `steps` give the same answer unless `search` says no.
    """
    state = [[list(table) for table in tables] for tables in rounds]
    best, best_key = [list(tables) for tables in rounds], task.key(rounds)
    counts = task.weighted(rounds)
    cost = best_cost = 0
    look, looked = task.players**2 // 64, -(task.players**2)  # looking at everybody is slow in a large field
    cooling, temperature = COLD / hot, hot
    open_rounds = [state[at] for at in free] if free is not None else state
    for step in range(steps if task.tables > 1 and open_rounds else 0):
        if step % CHECK_EVERY == 0:
            if best_key == goal or not search.goes_on(step / steps):
                break
            temperature = hot * cooling ** (step / steps)
        delta = _try_swap(open_rounds, counts, random.random, temperature)
        cost += delta
        if delta and cost <= best_cost and step >= looked + look:
            now = as_rounds(state)
            key = task.key(now)
            if key < best_key:
                best, best_key = now, key
                search.take(key, task.figures(now))
            best_cost, looked = cost, step
    return best


def as_rounds(state: list[list[list[int]]]) -> list[list[Table]]:
    """Tables that do not change any more."""
    return [[(a, b, c, d) for a, b, c, d in tables] for tables in state]


def _try_swap(
    state: list[list[list[int]]], counts: list[list[int]], draw: Callable[[], float], temperature: float
) -> int:
    """Swap two players of two tables of one round, unless it costs too much; by how much the sum of squares
    changed.
    """
    tables = state[int(draw() * len(state))]
    one = int(draw() * len(tables))
    other = int(draw() * (len(tables) - 1))
    left, right = tables[one], tables[other + (other >= one)]
    at, to = int(draw() * 4), int(draw() * 4)
    a, b = left[at], right[to]
    of_a, of_b = counts[a], counts[b]
    delta = 12
    for x in left:
        if x != a:
            delta += 2 * (of_b[x] - of_a[x])
    for y in right:
        if y != b:
            delta += 2 * (of_a[y] - of_b[y])
    if delta > 0 and draw() >= exp(-delta / temperature):
        return 0
    for x in left:
        if x != a:
            _count(counts, a, x, -1)
            _count(counts, b, x, 1)
    for y in right:
        if y != b:
            _count(counts, b, y, -1)
            _count(counts, a, y, 1)
    left[at], right[to] = b, a
    return delta


def _count(counts: list[list[int]], a: int, b: int, by: int) -> None:
    counts[a][b] += by
    counts[b][a] += by
