"""Schedules to start from: kept ones, also one after another, and four groups that turn against each other."""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pairing.model.remember import remember
from pairing.seating.quality import Table, opponents_key

NODES = 20_000
TRIED_SPLITS = 20  # rounds up to which every way to put two schedules together is tried
MOST_TABLES = 200_000  # remembered of the best schedules: a pointer each, mostly to tables that are shared

Schedule = list[list[Table]]


def starts(players: int, rounds: int) -> list[Schedule]:
    """Everything there is without a search for so many players, a multiple of four, who all play every round."""
    return [*candidates(players, rounds), *_joined(players, rounds), shifted(players, rounds)]


def stretched(players: int, rounds: int) -> list[Schedule]:
    """Schedules of fewer rounds of which some are played again: worse, but with pairs that do not meet, who may be
    wanted for players that must not.
    """
    return [
        [*shorter, *shorter[: rounds - length]]
        for length in range(rounds - 1, (rounds - 1) // 2, -1)
        for shorter in candidates(players, length)
    ]


def _tables(schedule: Schedule, *_given: object) -> int:
    return sum(map(len, schedule))


@remember(MOST_TABLES, _tables)
def _best(players: int, rounds: int) -> Schedule:
    return min(starts(players, rounds), key=lambda start: opponents_key(start, players))


def _joined(players: int, rounds: int) -> list[Schedule]:
    """A kept schedule and the best of the rounds that are left, for every length of the former."""
    most = longest(players)
    if not most or rounds <= most:
        return []
    lengths = range(1, most + 1) if rounds <= TRIED_SPLITS else [_evenest(players, most)]
    return [
        [*first, *_best(players, rounds - length)]
        for length in lengths
        for first in candidates(players, length)[:1]
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


# Schedules found once and kept: 8 to 64 players, 1 to 10 rounds and some longer ones, each as good as the
# bounds allow.
FILE = Path(__file__).parent / "known.json"


@cache
def _file() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def longest(players: int) -> int:
    """The most rounds kept for so many players, before anything repeats; 0 where nothing is kept."""
    cyclic = [entry["order"] for entry in _file()["cyclic"].get(str(players), ())]
    return max([*cyclic, *_explicit(players)], default=0)


def candidates(players: int, rounds: int) -> list[list[list[Table]]]:
    """Schedules of the players 0 to `players` - 1 made from the kept ones: the first `rounds` rounds of each for as
    many players, which starts again where it is over. Empty where nothing is kept for so many players.
    """
    found = [
        [_developed(entry["base"], entry["order"], at % entry["order"]) for at in range(rounds)]
        for entry in _file()["cyclic"].get(str(players), ())
    ]
    explicit = _explicit(players)
    lengths = sorted(explicit)
    for length in [length for length in lengths if length >= rounds] or lengths[-1:]:
        found.append([tables_of(explicit[length][at % length]) for at in range(rounds)])
    return found


def _explicit(players: int) -> dict[int, list[list[int]]]:
    """Schedules kept round by round, by the number of rounds."""
    return {
        int(words.split("x")[1]): rounds
        for words, rounds in _file()["explicit"].items()
        if words.split("x")[0] == str(players)
    }


def _developed(base: list[int], order: int, step: int) -> list[Table]:
    """A round of a schedule developed cyclically: `step` is added inside each orbit of `order` players."""
    moving = len(base) // order * order
    return tables_of(
        [
            player if player >= moving else player - player % order + (player % order + step) % order
            for player in base
        ]
    )


def tables_of(line: list[int]) -> list[Table]:
    """Players one after another as tables of four."""
    return [(a, b, c, d) for a, b, c, d in zip(*[iter(line)] * 4, strict=True)]
