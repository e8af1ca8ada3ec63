"""Which table number: nobody should sit at one table for long on one day.

Round by round the tables get the numbers that keep the fewest players where they were (a cheapest matching of
tables and numbers; H. W. Kuhn, The Hungarian method for the assignment problem, 1955). From eight tables on a matching
without any such player exists: each table is barred from at most four numbers and each number to at most four
tables (P. Hall, 1935). For what is left in smaller fields, the order of the rounds and the numbers are annealed.

Rounds already played on the day that goes on stand before those to be numbered and stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from random import Random

from pairing.seating.quality import Rounds, Table, stays, stays_by_round

STEPS = 15_000
TRIES, SURE = 12, 3  # so many searches at most, fewer once the best has come out so often
PROMISING = 3
HOT, COLD = 2.0, 0.2
THREE_RUNNING = 8  # what sitting three rounds at one table costs against sitting two

Tables = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Days:
    """Days start every `length` rounds; `before` are the rounds already played on the one that goes on."""

    length: int
    before: Tables = ()

    def stays(self, rounds: Rounds, players: int) -> tuple[int, int]:
        """`quality.stays` of the players 0 to `players` - 1."""
        return stays([*self.before, *rounds], self.length, range(players))


def best_with_numbers(
    schedules: Sequence[Rounds], players: int, days: Days, random: Random
) -> list[list[Table]]:
    """Of equally good schedules the one that comes out best, its rounds perhaps in another order, the tables of each in
    the order of their numbers. Every one is tried once, the most promising ones again.
    """
    found: list[tuple[tuple[int, int], int, list[list[Table]]]] = []
    for turn in range(len(schedules) + TRIES):
        if turn >= len(schedules):
            found.sort(key=lambda one: one[0])
            best = found[0][0]
            if best == (0, 0) or sum(one[0] == best for one in found) >= SURE:
                break
        which = turn if turn < len(schedules) else found[turn % min(len(found), PROMISING)][1]
        numbered = _with_numbers(schedules[which], players, days, random)
        found.append((days.stays(numbered, players), which, numbered))
        if found[-1][0] == (0, 0):
            break
    return min(found, key=lambda one: one[0])[2]


def _with_numbers(rounds: Rounds, players: int, days: Days, random: Random) -> list[list[Table]]:
    numbered = in_turn(rounds, players, days)
    if days.stays(numbered, players) == (0, 0):
        return numbered
    return _annealed(numbered, players, days, random)


def in_turn(rounds: Rounds, players: int, days: Days) -> list[list[Table]]:
    """Numbers given round by round, each time with the fewest players who stay; one who has stayed before on that
    day counts more than everybody else together.
    """
    numbered: list[list[Table]] = []
    for tables in rounds:
        sat = [*days.before, *numbered]
        day = sat[len(sat) // days.length * days.length :]
        if not day:
            numbered.append(list(tables))
            continue
        place: dict[int, int] = {}
        stayed: set[int] = set()
        for numbers, running in stays_by_round(day, days.length):
            place = numbers
            stayed |= {player for player, rounds_here in running.items() if rounds_here > 1}
        cost = [[0] * len(tables) for _ in tables]
        for row, table in zip(cost, tables, strict=True):
            for player in table:
                if place.get(player, len(tables)) < len(tables):
                    row[place[player]] += players if player in stayed else 1
        numbered.append([table for _, table in sorted(zip(cheapest(cost), tables, strict=True))])
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


def _annealed(rounds: list[list[Table]], players: int, days: Days, random: Random) -> list[list[Table]]:
    """The best found by swapping two rounds or two numbers of one round."""
    numbers = _Numbers(rounds, players, days)
    cost = best_cost = numbers.cost()
    best = [list(tables) for tables in rounds]
    draw = random.random
    for step in range(STEPS):
        if best_cost == (0, 0):
            break
        swapped = draw(), draw(), draw()
        numbers.swap(*swapped)
        new = numbers.cost()
        worse = THREE_RUNNING * (new[0] - cost[0]) + new[1] - cost[1]
        if worse > 0 and draw() >= exp(-worse / (HOT * (COLD / HOT) ** (step / STEPS))):
            numbers.swap(*swapped)
            continue
        cost = new
        if cost < best_cost:
            best, best_cost = [list(tables) for tables in numbers.rounds], cost
    return best


class _Numbers:
    """Rounds with their tables in order, and each round as one number: a bit for every player at every table number."""

    def __init__(self, rounds: Rounds, players: int, days: Days) -> None:
        self.rounds = [list(tables) for tables in rounds]
        self._players, self._length, self._first = players, days.length, len(days.before)
        self._bits = [self._all_bits(tables) for tables in (*days.before, *rounds)]
        most = max(map(len, (*days.before, *rounds)))
        self._shifts = [players << power for power in reversed(range((most - 1).bit_length()))]
        self._everybody = (1 << players) - 1

    def swap(self, which: float, one: float, other: float) -> None:
        """Swap two numbers of a round, or now and then two rounds, by three lots from 0 to 1; the same lots once more
        undo it.
        """
        if which < 0.2:
            a, b = int(one * len(self.rounds)), int(other * len(self.rounds))
            self.rounds[a], self.rounds[b] = self.rounds[b], self.rounds[a]
            a, b = a + self._first, b + self._first
            self._bits[a], self._bits[b] = self._bits[b], self._bits[a]
            return
        at = int((which - 0.2) / 0.8 * len(self.rounds))
        tables = self.rounds[at]
        a, b = int(one * len(tables)), int(other * len(tables))
        tables[a], tables[b] = tables[b], tables[a]
        if a != b:
            both = self._bits_of(tables[a]) ^ self._bits_of(tables[b])
            self._bits[at + self._first] ^= both << a * self._players ^ both << b * self._players

    def cost(self) -> tuple[int, int]:
        """The figures of `quality.stays`."""
        two = three = stayed = 0
        for at, (before, after) in enumerate(pairwise(self._bits), 1):
            if at % self._length == 0:
                stayed = 0
                continue
            now = before & after
            for shift in self._shifts:  # whichever table it is
                now |= now >> shift
            now &= self._everybody
            two |= now
            three |= now & stayed
            stayed = now
        return three.bit_count(), two.bit_count()

    def _all_bits(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self._bits_of(table) << at * self._players for at, table in enumerate(tables))

    def _bits_of(self, table: Sequence[int]) -> int:
        return sum(1 << player for player in table if player >= 0)
