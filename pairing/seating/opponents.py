"""Who meets whom: a kept schedule, a construction, or the better of both improved by annealing."""

from __future__ import annotations

from random import Random

from pairing.seating import known
from pairing.seating.annealing import KeepGoing, improved
from pairing.seating.bounds import best_opponents
from pairing.seating.quality import Table, opponents_key

NODES = 20_000


def opponents(
    players: int, rounds: int, random: Random, steps: int, keep_going: KeepGoing
) -> list[list[list[Table]]]:
    """Equally good schedules of the players 0 to `players` - 1, a multiple of four: the tables of every round, whose
    seats and order mean nothing yet. `steps` of annealing are spent only where no start is as good as the bounds.
    """
    starts = [*known.candidates(players, rounds), shifted(players, rounds)]
    keys = [opponents_key(start, players) for start in starts]
    best = [start for start, key in zip(starts, keys, strict=True) if key == min(keys)]
    goal = best_opponents(players, rounds)
    if min(keys) == goal:
        return best
    return [improved(best[0], players, random, steps, goal, keep_going)]


def shifted(players: int, rounds: int) -> list[list[Table]]:
    """Four groups of q = n / 4 players that turn against each other: at table x of round r sits number
    x + shift[g][r] modulo q of each group g.

    Two players of different groups meet as often as the difference of their groups' shifts takes one value: never
    twice while these are all different (columns of a difference matrix over the integers modulo q). When no
    further round can be found, it starts again.
    """
    size = players // 4
    shifts = _shifts(size, rounds)
    return [
        [_seated([(x + shift) % size for shift in shifts[at % len(shifts)]], size) for x in range(size)]
        for at in range(rounds)
    ]


def _seated(numbers: list[int], size: int) -> Table:
    a, b, c, d = (group * size + number for group, number in enumerate(numbers))
    return a, b, c, d


def _shifts(size: int, rounds: int) -> list[tuple[int, int, int, int]]:
    """Up to `rounds` columns of four shifts, the differences of any two rows all different; the longest list that a
    depth-first search of limited length comes to. It tries 0, r, 2r, 3r first, which always does while 2 and 3 do
    not divide the size.
    """
    best: list[tuple[int, int, int, int]] = []
    column: list[tuple[int, int, int, int]] = []
    taken: set[tuple[int, int]] = set()
    nodes = NODES

    def extend() -> bool:
        nonlocal best, nodes
        if len(column) > len(best):
            best = list(column)
        if len(column) == min(rounds, size):
            return True
        first = len(column)
        for second in (at % size for at in range(2 * first, 2 * first + size)):
            for third in (at % size for at in range(3 * first, 3 * first + size)):
                nodes -= 1
                if nodes < 0:
                    return True
                new = _differences(first, second, third, size)
                if new.isdisjoint(taken):
                    taken.update(new)
                    column.append((0, first, second, third))
                    if extend():
                        return True
                    column.pop()
                    taken.difference_update(new)
        return False

    extend()
    return best


def _differences(first: int, second: int, third: int, size: int) -> set[tuple[int, int]]:
    """What a column of shifts 0, `first`, `second`, `third` takes: (pair of groups, difference)."""
    values = (second, third, (second - first) % size, (third - first) % size, (third - second) % size)
    return set(enumerate(values))
