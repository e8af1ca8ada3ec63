"""One base round that turns: each round every player takes the place of the next one of the same circle.

Circles of equal length turn together, players left over stay themselves. Two pairs of the base round that are the
same but for turning make a pair meet again when they are fewer rounds apart than are played, so a whole schedule is
judged by looking at one round, and a search over base rounds finds what a search over schedules does not.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import exp
from random import Random

from pairing.seating.opponents.starts import tables_of
from pairing.seating.opponents.task import Key, Task
from pairing.seating.quality import Table
from pairing.seating.search import Search

HOT, COLD = 2.0, 0.25
CHECK_EVERY = 64
STEP_COST = 5  # steps of plain annealing that take as long as one of these

Kind = tuple[int, int, int]


class Wheel:
    """`players` in circles of `order`, those left over fixed, `rounds` rounds: what a base round is worth."""

    def __init__(self, players: int, order: int, rounds: int) -> None:
        self.players, self.order, self.rounds = players, order, rounds
        self.moving = players // order * order
        self._pairs: dict[int, tuple[list[int], int, list[int], int]] = {}
        self._kinds: dict[Kind, list[int]] = defaultdict(list)
        self._overlaps: dict[int, list[int]] = {}

    def developed(self, base: Sequence[int]) -> list[list[Table]]:
        """The rounds of a base round, whose players are given four by four."""
        rounds = [[self.turned(player, step) for player in base] for step in range(self.rounds)]
        return [tables_of(line) for line in rounds]

    def turned(self, player: int, step: int) -> int:
        """Who takes the place of `player` after `step` rounds."""
        if player >= self.moving:
            return player
        return player - player % self.order + (player % self.order + step) % self.order

    def count_in(self, a: int, b: int) -> int:
        """Count a pair of the base round in; how many repeated meetings that makes."""
        there, at, overlap, alone = self._pairs.get(a * self.players + b) or self._pair(a, b)
        repeats = alone
        for other in there:
            repeats += overlap[at - other]
        there.append(at)
        return repeats

    def count_out(self, a: int, b: int) -> int:
        """Undo `count_in`."""
        there, at, overlap, alone = self._pairs[a * self.players + b]
        there.remove(at)
        repeats = -alone
        for other in there:
            repeats -= overlap[at - other]
        return repeats

    def _pair(self, a: int, b: int) -> tuple[list[int], int, list[int], int]:
        """Where the pairs of the same kind are, where this one is, in how many pairs of rounds it is the same pair as
        one so far from it, and in how many pairs of rounds it is back itself.
        """
        kind, at, back = self._kind(min(a, b), max(a, b))
        if back not in self._overlaps:
            self._overlaps[back] = _overlaps(back, self.rounds)
        overlap = self._overlaps[back]
        found = self._kinds[kind], at, overlap, (overlap[0] - self.rounds) // 2
        self._pairs[a * self.players + b] = found
        self._pairs[b * self.players + a] = found
        return found

    def _kind(self, a: int, b: int) -> tuple[Kind, int, int]:
        """A pair (a < b) up to turning: its kind, where on the circle it is, after how many rounds it is back."""
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


def _overlaps(back: int, rounds: int) -> list[int]:
    """In how many pairs of rounds two pairs 0, 1, ... apart on a circle of `back` are the same pair."""
    counts = [0] * back
    for first in range(rounds):
        for second in range(rounds):
            counts[(first - second) % back] += 1
    return counts


def turned(
    task: Task, base: Sequence[int], order: int, random: Random, steps: int, goal: Key, search: Search
) -> list[list[Table]]:
    """The best schedule found that turns in circles of `order`. `base`: who sits in the first round, four by four, to
    start from; the same ones stay in it.
    """
    wheel = Wheel(task.players, order, task.rounds)
    seats = list(base)
    tables = [seats[start : start + 4] for start in range(0, len(seats), 4)]
    cost = sum(wheel.count_in(a, b) for table in tables for a, b in combinations(table, 2))
    best = wheel.developed(seats)
    best_cost, best_key = cost, task.key(best)
    search.take(best_key, task.figures(best))
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
                search.take(key, task.figures(now))
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
    one, two = seats[at], seats[to]
    left = [seats[place] for place in range(at - at % 4, at - at % 4 + 4) if place != at]
    right = [seats[place] for place in range(to - to % 4, to - to % 4 + 4) if place != to]
    delta = 0
    for other in left:
        delta += wheel.count_out(one, other)
    for other in right:
        delta += wheel.count_out(two, other)
    for other in left:
        delta += wheel.count_in(two, other)
    for other in right:
        delta += wheel.count_in(one, other)
    seats[at], seats[to] = two, one
    return delta
