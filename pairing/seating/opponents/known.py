"""Schedules found once and kept: 8 to 64 players, 1 to 10 rounds and some longer ones, each as good as the bounds
allow.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from pairing.seating.quality import Table

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
