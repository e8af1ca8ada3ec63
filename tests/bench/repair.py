"""Repairs of a round of 1,000 players, from the snapshot to the checked plans."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from pairing.engine import pair
from pairing.model.types import Entrant, Round, Snapshot
from pairing.repair import repairs
from tests.bench.fields import played_event
from tests.bench.rows import Once, Row, timed
from tests.pairing.playing import as_round

MANY = "a hundred absent"  # a corner: nothing that happens on one day
FLIP = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}
SHAPES = ((1_000, 5, 0.0), (1_000, 9, 0.3), (1_001, 9, 0.0), (1_000, 14, 0.3))
CHANGES = (
    "a result corrected", "a late entry", "one withdrawn", "both of a table absent", "three absent", MANY,
    "a pair forbidden",
)  # fmt: skip


def rows() -> list[Row]:
    return [
        Row(
            f"{players:,} players, round {rounds + 1}, {what}",
            f"{draws:.0%} draws" if draws else "no draws",
            partial(_repairing, players, rounds, draws, what),
            None if what == MANY else 1.0,
        )
        for players, rounds, draws in SHAPES
        for what in CHANGES
    ]


@cache
def _paired(players: int, rounds: int, draws: float) -> tuple[Snapshot, Round]:
    event = played_event(players, rounds, draws=draws, seed=3)
    return event, as_round(pair(event))


def _repairing(players: int, rounds: int, draws: float, what: str) -> Once:
    event, round_ = _paired(players, rounds, draws)
    changed = dict(_changes(event, round_))[what]
    return timed(lambda: repairs(changed, round_))


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
