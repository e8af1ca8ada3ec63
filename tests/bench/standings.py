"""Standings worked out from a snapshot, with the five tie-breaks of the study and with the longest chains."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial

from pairing.engine.standings import rank
from pairing.formats import document
from pairing.model.types import Snapshot
from pairing.tiebreaks import PRESETS, parse_chain
from tests.bench.fields import played_event
from tests.bench.rows import Once, Row, timed

FIVE = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")
EVENTS = {"1,000 players, 12 rounds": (1_000, 12), "10,000 players, 9 rounds": (10_000, 9)}
CHAINS = {"five tie-breaks": FIVE} | {slug: PRESETS[slug].chain for slug in ("wcsc", "fide_swiss", "magic")}


def rows() -> list[Row]:
    found = [
        Row(
            f"standings, {name}",
            label,
            partial(_ranking, name, chain),
            0.1 if name.startswith("1,000 ") and chain == FIVE else None,
        )
        for name in EVENTS
        for label, chain in CHAINS.items()
    ]
    return [*found, Row("document, 10,000 players, 9 rounds", "parse, validate, load", _loading, 2.0)]


@cache
def _event(name: str) -> Snapshot:
    return played_event(*EVENTS[name], draws=0.2)


def _ranking(name: str, chain: tuple[str, ...]) -> Once:
    event = replace(_event(name), tiebreaks=parse_chain(chain))
    return timed(lambda: rank(event))


def _loading() -> Once:
    text = json.dumps(document.dump(_event("10,000 players, 9 rounds")))
    return timed(lambda: _load(text))


def _load(text: str) -> Snapshot:
    return document.load(document.parse_json(text))
