"""Which table number: nobody should sit at one table for long on one day.

Round by round the tables get the numbers that keep the fewest players where they were (a cheapest matching of
tables and numbers; H. W. Kuhn, The Hungarian method for the assignment problem, 1955). From eight tables on a matching
without any such player exists: each table is barred from at most four numbers and each number to at most four
tables (P. Hall, 1935). For what is left in smaller fields, the order of the rounds and the numbers are annealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from random import Random

from pairing.seating.quality import Rounds, Table, stays

STEPS = 15_000
AGAIN = 4
HOT, COLD = 2.0, 0.2
THREE_RUNNING = 8  # what sitting three rounds at one table costs against sitting two


def with_numbers(rounds: Rounds, players: int, rounds_per_day: int, random: Random) -> list[list[Table]]:
    """The same rounds, perhaps in another order, their tables in the order of their numbers."""
    numbered = in_turn(rounds, players, rounds_per_day)
    if stays(numbered, players, rounds_per_day) == (0, 0):
        return numbered
    return _annealed(numbered, rounds_per_day, random)


def best_with_numbers(
    schedules: Sequence[Rounds], players: int, rounds_per_day: int, random: Random
) -> list[list[Table]]:
    """`with_numbers` of the schedule for which it comes out best; that one is tried `AGAIN` more times."""
    best: tuple[tuple[int, int], int, list[list[Table]]] | None = None
    for turn in range(len(schedules) + AGAIN):
        if best is not None and best[0] == (0, 0):
            break
        which = turn if turn < len(schedules) or best is None else best[1]
        numbered = with_numbers(schedules[which], players, rounds_per_day, random)
        found = stays(numbered, players, rounds_per_day)
        if best is None or found < best[0]:
            best = found, which, numbered
    return best[2] if best else []


def in_turn(rounds: Rounds, players: int, rounds_per_day: int) -> list[list[Table]]:
    """Numbers given round by round, each time with the fewest players who stay; one who has stayed before on that
    day counts more than everybody else together.
    """
    numbered = [list(rounds[0])]
    stayed = [False] * players
    for at, tables in enumerate(rounds[1:], 1):
        if at % rounds_per_day == 0:
            stayed = [False] * players
            numbered.append(list(tables))
            continue
        place = {player: number for number, table in enumerate(numbered[-1]) for player in table}
        cost = [[0] * len(tables) for _ in tables]
        for row, table in zip(cost, tables, strict=True):
            for player in table:
                row[place[player]] += players if stayed[player] else 1
        chosen = cheapest(cost)
        new = [table for _, table in sorted(zip(chosen, tables, strict=True))]
        for number, table in enumerate(new):
            for player in table:
                stayed[player] = place[player] == number
        numbered.append(new)
    return numbered


def cheapest(cost: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row in a cheapest assignment of a square of costs (shortest augmenting paths with
    potentials).
    """
    size = len(cost)
    row_of = [-1] * size
    low, high = [0] * size, [0] * size
    for start in range(size):
        before, ended = _shortest(cost, start, row_of, low, high)
        column = ended
        while column >= 0:
            previous = before[column]
            row_of[column] = start if previous < 0 else row_of[previous]
            column = previous
    chosen = [0] * size
    for column, row in enumerate(row_of):
        chosen[row] = column
    return chosen


def _shortest(
    cost: Sequence[Sequence[int]], start: int, row_of: list[int], low: list[int], high: list[int]
) -> tuple[list[int], int]:
    """A cheapest alternating path from row `start` to a free column: the column before each column, and the last one.
    `low` and `high`, the potentials of rows and columns, are brought up to date.
    """
    size = len(cost)
    far = sum(map(sum, cost)) + 1
    distance, before, done = [far * 2] * size, [-1] * size, [False] * size
    row, via, length = start, -1, 0
    while True:
        for column in range(size):
            reach = length + cost[row][column] - low[row] - high[column]
            if not done[column] and reach < distance[column]:
                distance[column], before[column] = reach, via
        via = min((c for c in range(size) if not done[c]), key=lambda c: (distance[c], row_of[c] >= 0))
        length, row = distance[via], row_of[via]
        done[via] = True
        if row < 0:
            break
    low[start] += length
    for column in range(size):
        if done[column] and column != via:
            high[column] -= length - distance[column]
            low[row_of[column]] += length - distance[column]
    return before, via


def _annealed(rounds: list[list[Table]], rounds_per_day: int, random: Random) -> list[list[Table]]:
    """The best found by swapping two rounds or two numbers of one round; players are bits here."""
    state = [[(sum(1 << player for player in table), table) for table in tables] for tables in rounds]
    cost = best_cost = _cost(state, rounds_per_day)
    best = [list(tables) for tables in rounds]
    draw = random.random
    for step in range(STEPS):
        if best_cost == (0, 0):
            break
        swapped = _swap(state, draw(), draw(), draw())
        new = _cost(state, rounds_per_day)
        worse = THREE_RUNNING * (new[0] - cost[0]) + new[1] - cost[1]
        if worse > 0 and draw() >= exp(-worse / (HOT * (COLD / HOT) ** (step / STEPS))):
            _swap(state, *swapped)
            continue
        cost = new
        if cost < best_cost:
            best, best_cost = [[table for _, table in tables] for tables in state], cost
    return best


def _swap(
    state: list[list[tuple[int, Table]]], which: float, one: float, other: float
) -> tuple[float, float, float]:
    """Swap two numbers of a round, or now and then two rounds; given the same three lots again it undoes that."""
    if which < 0.2:
        a, b = int(one * len(state)), int(other * len(state))
        state[a], state[b] = state[b], state[a]
    else:
        tables = state[int((which - 0.2) / 0.8 * len(state))]
        a, b = int(one * len(tables)), int(other * len(tables))
        tables[a], tables[b] = tables[b], tables[a]
    return which, one, other


def _cost(state: list[list[tuple[int, Table]]], rounds_per_day: int) -> tuple[int, int]:
    """The figures of `quality.stays`, from bits."""
    two = three = 0
    for day in range(0, len(state), rounds_per_day):
        stayed = 0
        for before, after in pairwise(state[day : day + rounds_per_day]):
            now = 0
            for (old, _), (new, _) in zip(before, after, strict=True):
                now |= old & new
            two |= now
            three |= now & stayed
            stayed = now
    return three.bit_count(), two.bit_count()
