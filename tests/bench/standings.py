"""Standings worked out from a snapshot, with the five tie-breaks of the study and with long chains."""

import json
from dataclasses import replace
from functools import cache, partial
from random import Random

from pairing.engine.standings import rank
from pairing.formats import document
from pairing.model.types import Snapshot
from pairing.tiebreaks import PRESETS, parse_chain
from tests.bench.fields import played_event
from tests.bench.rows import Once, Row, timed

FIVE = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")
# What FIDE's TieBreakServer prints of an event.
TWENTY_FIVE = (
    "WIN", "WON", "BPG", "BWG", "REP", "PS", "PS:cut=1", "BH", "BH:cut=1", "BH:cut=2", "BH:median=1", "BH:median=2",
    "FB", "AOB", "SB", "SB:cut=1", "KS", "ARO", "ARO:cut=1", "TPR", "PTP", "APRO", "APPO", "STD", "DE",
)  # fmt: skip
EVENTS = {
    "357 players, 8 rounds": (357, 8), "1,000 players, 12 rounds": (1_000, 12), "10,000 players, 9 rounds": (10_000, 9),
}  # fmt: skip
CHAINS = {"five tie-breaks": FIVE} | {slug: PRESETS[slug].chain for slug in ("wcsc", "fide_swiss", "magic")}
GOALS = {("1,000 players, 12 rounds", label): 0.05 for label in CHAINS}


def rows() -> list[Row]:
    found = [
        Row(f"standings, {name}", label, partial(_ranking, name, chain), GOALS.get((name, label)))
        for name in list(EVENTS)[1:]
        for label, chain in CHAINS.items()
    ]
    small = "357 players, 8 rounds"
    all_of_fide = Row(f"standings, {small}", "25 tie-breaks", partial(_ranking, small, TWENTY_FIVE), 0.05)
    return [
        all_of_fide,
        *found,
        Row("document, 10,000 players, 9 rounds", "parse, validate, load", _loading, 2.0),
    ]


@cache
def _event(name: str) -> Snapshot:
    """Everybody has a rating: without one, tie-breaks made of ratings have nothing to do."""
    event = played_event(*EVENTS[name], draws=0.2)
    rng = Random(1)
    rated = tuple(replace(entrant, rating=rng.randrange(1200, 2700)) for entrant in event.entrants)
    return replace(event, entrants=rated)


def _ranking(name: str, chain: tuple[str, ...]) -> Once:
    event = replace(_event(name), tiebreaks=parse_chain(chain))
    return timed(lambda: rank(event))


def _loading() -> Once:
    text = json.dumps(document.dump(_event("10,000 players, 9 rounds")))
    return timed(lambda: _load(text))


def _load(text: str) -> Snapshot:
    return document.load(document.parse_json(text))
