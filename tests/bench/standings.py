"""Standings worked out from a snapshot, with the five tie-breaks of the study and with the longest chains."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import process_time
from typing import Any

from pairing import document
from pairing.ranking import rank
from pairing.tiebreaks import PRESETS, parse_chain
from pairing.types import Snapshot
from tests.bench.fields import played_event

FIVE = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")
Row = tuple[str, str, float, float | None]


def run(repeats: int = 5) -> list[Row]:
    """Rows: what, with what, median CPU seconds, the goal in seconds (None: no goal set)."""
    club = played_event(1_000, 12, draws=0.2)
    large = played_event(10_000, 9, draws=0.2)
    rows: list[Row] = []
    for name, snapshot, goal in (
        ("1,000 players, 12 rounds", club, 0.1),
        ("10,000 players, 9 rounds", large, None),
    ):
        chains: dict[str, tuple[str, ...]] = {"five tie-breaks": FIVE}
        chains |= {slug: PRESETS[slug].chain for slug in ("wcsc", "fide_swiss", "magic")}
        for label, chain in chains.items():
            event = replace(snapshot, tiebreaks=parse_chain(chain))
            rows.append(
                (f"standings, {name}", label, _cpu(repeats, rank, event), goal if chain == FIVE else None)
            )
    text = json.dumps(document.dump(large))
    rows.append(
        ("document, 10,000 players, 9 rounds", "parse, validate, load", _cpu(repeats, _load, text), 2.0)
    )
    return rows


def _load(text: str) -> Snapshot:
    return document.load(document.parse_json(text))


def _cpu(repeats: int, function: Callable[[Any], object], argument: object) -> float:
    taken = []
    for _ in range(repeats):
        start = process_time()
        function(argument)
        taken.append(process_time() - start)
    return median(taken)
