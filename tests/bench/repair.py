"""Repairs of a round of 1,000 players, from the snapshot to the checked plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from time import process_time

from pairing.engine import pair
from pairing.repair import as_round, repairs
from pairing.types import Entrant, Round, Snapshot
from tests.bench.fields import played_event

Row = tuple[str, str, float, float | None]
MANY = "a hundred absent"  # a corner: nothing that happens on one day
FLIP = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}


def run(repeats: int = 5) -> list[Row]:
    """Rows: what, with what, median CPU seconds, the goal in seconds."""
    rows: list[Row] = []
    for players, rounds, draws in ((1_000, 5, 0.0), (1_000, 9, 0.3), (1_001, 9, 0.0), (1_000, 14, 0.3)):
        event = played_event(players, rounds, draws=draws, seed=3)
        round_ = as_round(pair(event))
        for what, changed in _changes(event, round_):
            goal = None if what == MANY else 1.0
            name = f"{players:,} players, round {rounds + 1}, {what}"
            rows.append(
                (name, f"{draws:.0%} draws" if draws else "no draws", _cpu(changed, round_, repeats), goal)
            )
    return rows


def _changes(event: Snapshot, round_: Round) -> Iterator[tuple[str, Snapshot]]:
    last, number = event.rounds[-1], round_.number
    wrong = last.matches[len(last.matches) // 4]
    right = replace(wrong, result=FLIP[wrong.result or ""])
    matches = tuple(right if m is wrong else m for m in last.matches)
    yield "a result corrected", replace(event, rounds=(*event.rounds[:-1], replace(last, matches=matches)))
    new = Entrant(max(e.id for e in event.entrants) + 1, joined_round=number)
    yield "a late entry", replace(event, entrants=(*event.entrants, new))
    tables = round_.matches
    for what, gone in {
        "one withdrawn": {tables[2].seats[0]},
        "both of a table absent": set(tables[2].seats),
        "three absent": {tables[1].seats[0], tables[3].seats[1], tables[-1].seats[1]},
        MANY: {m.seats[0] for m in tables[::5]},
    }.items():
        entrants = tuple(
            replace(e, left_after_round=number - 1) if e.id in gone else e for e in event.entrants
        )
        yield what, replace(event, entrants=entrants)
    a, b = tables[1].seats
    yield "a pair forbidden", replace(event, forbidden_pairs=((a, b),))


def _cpu(event: Snapshot, round_: Round, repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        start = process_time()
        repairs(event, round_)
        taken.append(process_time() - start)
    return median(taken)
