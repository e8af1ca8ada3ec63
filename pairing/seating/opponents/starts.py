"""Schedules to start from: kept ones, also one after another, and four groups that turn against each other."""

from functools import lru_cache

from pairing.model.remember import remember
from pairing.seating.opponents import known
from pairing.seating.quality import Table, opponents_key

NODES = 20_000
TRIED_SPLITS = 20  # rounds up to which every way to put two schedules together is tried
MOST_TABLES = 200_000  # remembered of the best schedules: a pointer each, mostly to tables that are shared

Schedule = list[list[Table]]


def starts(players: int, rounds: int) -> list[Schedule]:
    """Everything there is without a search for so many players, a multiple of four, who all play every round."""
    return [*known.candidates(players, rounds), *_joined(players, rounds), shifted(players, rounds)]


def stretched(players: int, rounds: int) -> list[Schedule]:
    """Schedules of fewer rounds of which some are played again: worse, but with pairs that do not meet, who may be
    wanted for players that must not.
    """
    return [
        [*shorter, *shorter[: rounds - length]]
        for length in range(rounds - 1, (rounds - 1) // 2, -1)
        for shorter in known.candidates(players, length)
    ]


def _tables(schedule: Schedule, *_given: object) -> int:
    return sum(map(len, schedule))


@remember(MOST_TABLES, _tables)
def _best(players: int, rounds: int) -> Schedule:
    return min(starts(players, rounds), key=lambda start: opponents_key(start, players))


def _joined(players: int, rounds: int) -> list[Schedule]:
    """A kept schedule and the best of the rounds that are left, for every length of the former."""
    longest = known.longest(players)
    if not longest or rounds <= longest:
        return []
    lengths = range(1, longest + 1) if rounds <= TRIED_SPLITS else [_evenest(players, longest)]
    return [
        [*first, *_best(players, rounds - length)]
        for length in lengths
        for first in known.candidates(players, length)[:1]
    ]


@lru_cache(maxsize=256)  # only numbers
def _evenest(players: int, longest: int) -> int:
    """The length of a kept schedule that repeats the fewest meetings for what it lets people meet."""

    def wasted(length: int) -> tuple[int, int]:
        most, spread, different = opponents_key(_best(players, length), players)
        return most * (players - 1) - 3 * length + spread, different

    return min(range(1, longest + 1), key=wasted)


def shifted(players: int, rounds: int) -> Schedule:
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
