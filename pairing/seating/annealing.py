"""Simulated annealing of the opponents, for what no kept schedule and no construction reaches."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

from pairing.seating.quality import Rounds, Table, key_of, meetings, opponents_key

KeepGoing = Callable[[float], bool]
Key = tuple[int, int, int]

HOT, COLD = 2.5, 0.5
CHECK_EVERY = 256


def improved(
    rounds: Rounds, players: int, random: Random, steps: int, goal: Key, keep_going: KeepGoing
) -> list[list[Table]]:
    """The best schedule seen, never worse than `rounds`, on the way of swapping two players of one round.

    What falls is the sum over all pairs of meetings squared, which spreads them evenly; what counts is
    `opponents_key`. `goal`: the key nothing can beat, where the search ends. `keep_going` is asked now and then with
    the share done, from 0 to 1; the same `random` and `steps` give the same answer unless it says no.
    """
    state = [[list(table) for table in tables] for tables in rounds]
    best, best_key = [list(tables) for tables in rounds], opponents_key(rounds, players)
    counts = meetings(rounds, players)
    cost = best_cost = 0
    look, looked = players // 16, -players  # looking at everybody takes long in a large field
    cooling = COLD / HOT
    temperature = HOT
    for step in range(steps if len(rounds[0]) > 1 else 0):
        if step % CHECK_EVERY == 0:
            if best_key == goal or not keep_going(step / steps):
                break
            temperature = HOT * cooling ** (step / steps)
        delta = _try_swap(state, counts, random.random, temperature)
        cost += delta
        if delta and cost <= best_cost and step >= looked + look:
            key = key_of(counts)
            if key < best_key:
                best, best_key = [[_table(table) for table in tables] for tables in state], key
            best_cost, looked = cost, step
    return best


def _table(seats: list[int]) -> Table:
    a, b, c, d = seats
    return a, b, c, d


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
