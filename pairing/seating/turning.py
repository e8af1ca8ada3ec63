"""One base round that turns: each round every player takes the place of the next one of the same circle.

Circles of equal length turn together, players left over stay themselves. Two pairs of the base round that are the
same but for turning make a pair meet again when they are fewer rounds apart than are played, so a whole schedule is
judged by looking at one round, and a search over base rounds finds what a search over schedules does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import exp
from random import Random

from pairing.seating.quality import Table
from pairing.seating.search import Search
from pairing.seating.task import Key, Task

HOT, COLD = 2.0, 0.25
CHECK_EVERY = 64
STEP_COST = 5  # steps of plain annealing that take as long as one of these

Kind = tuple[int, int, int]


class Wheel:
    """`players` in circles of `order`, those left over fixed, `rounds` rounds: what a base round is worth."""

    def __init__(self, players: int, order: int, rounds: int) -> None:
        self.players, self.order, self.rounds = players, order, rounds
        self.moving = players // order * order
        self._kinds: dict[Kind, dict[int, int]] = defaultdict(dict)
        self._overlap = cache(self._count_overlap)

    def developed(self, base: Sequence[int]) -> list[list[Table]]:
        """The rounds of a base round, whose players are given four by four."""
        rounds = [[self.turned(player, step) for player in base] for step in range(self.rounds)]
        return [[(a, b, c, d) for a, b, c, d in zip(*[iter(line)] * 4, strict=True)] for line in rounds]

    def turned(self, player: int, step: int) -> int:
        """Who takes the place of `player` after `step` rounds."""
        if player >= self.moving:
            return player
        return player - player % self.order + (player % self.order + step) % self.order

    def kind(self, a: int, b: int) -> tuple[Kind, int, int]:
        """A pair up to turning: its kind, where on the circle it is, and after how many rounds it is back."""
        a, b = min(a, b), max(a, b)
        if a >= self.moving:
            return (a, b, 0), 0, 1
        circle, at = divmod(a, self.order)
        if b >= self.moving:
            return (circle, b, 0), at, self.order
        other, to = divmod(b, self.order)
        apart = (to - at) % self.order
        if circle != other:
            return (circle, self.players + other, apart), at, self.order
        if 2 * apart > self.order:
            at, apart = to, self.order - apart
        back = apart if 2 * apart == self.order else self.order
        return (circle, self.players + other, apart), at % back, back

    def put(self, a: int, b: int, by: int) -> int:
        """Count a pair of the base round in (`by` 1) or out (-1); by how much the repeated meetings change."""
        kind, at, back = self.kind(a, b)
        there = self._kinds[kind]
        if by < 0:
            there[at] -= 1
        repeats = sum(self._overlap(back, (at - other) % back) * count for other, count in there.items())
        if by > 0:
            there[at] = there.get(at, 0) + 1
        return by * repeats

    def _count_overlap(self, back: int, apart: int) -> int:
        """In how many pairs of rounds two pairs so far apart on a circle of `back` are the same pair."""
        rounds = range(self.rounds)
        return sum((first - second) % back == apart for first in rounds for second in rounds)


def turned(
    task: Task, base: Sequence[int], order: int, random: Random, steps: int, goal: Key, search: Search
) -> list[list[Table]]:
    """The best schedule found that turns in circles of `order`. `base`: who sits in the first round, four by four, to
    start from; the same ones stay in it.
    """
    wheel = Wheel(task.players, order, task.rounds)
    seats = list(base)
    tables = [seats[start : start + 4] for start in range(0, len(seats), 4)]
    cost = sum(wheel.put(a, b, 1) for table in tables for a, b in combinations(table, 2))
    best = wheel.developed(seats)
    best_cost, best_key = cost, task.key(best)
    search.found(task.figures(best))
    steps = steps // STEP_COST
    for step in range(steps if task.tables > 1 else 0):
        if step % CHECK_EVERY == 0 and (best_key == goal or not search.goes_on(step / steps)):
            break
        temperature = HOT * (COLD / HOT) ** (step / steps)
        delta = _try_swap(wheel, seats, random, temperature)
        cost += delta
        if delta and cost <= best_cost:
            best_cost = cost
            now = wheel.developed(seats)
            key = task.key(now)
            if key < best_key:
                best, best_key = now, key
    return best


def _try_swap(wheel: Wheel, seats: list[int], random: Random, temperature: float) -> int:
    """Swap two players of two tables of the base round, unless it costs too much."""
    draw = random.random
    at, to = int(draw() * len(seats)), int(draw() * len(seats))
    if at // 4 == to // 4:
        return 0
    delta = _exchange(wheel, seats, at, to)
    if delta > 0 and draw() >= exp(-delta / temperature):
        _exchange(wheel, seats, at, to)
        return 0
    return delta


def _exchange(wheel: Wheel, seats: list[int], at: int, to: int) -> int:
    delta = 0
    for by in (-1, 1):
        for place in (at, to):
            start = place - place % 4
            for other in range(start, start + 4):
                if other != place:
                    delta += wheel.put(seats[place], seats[other], by)
        if by < 0:
            seats[at], seats[to] = seats[to], seats[at]
    return delta
