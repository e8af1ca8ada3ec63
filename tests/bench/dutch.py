"""Rounds of the FIDE (Dutch) system, from the snapshot to the checked plan with all its reasons: the round after six
that were paired by the rules and played by ratings, and events made to hurt.

Peers, CPU seconds a round at 64 / 256 / 1,000 / 3,000 players (rules/dutch.md): bbpPairings 6.0.0 0.007 / 0.31 / 24 /
743, TieBreakServer 0.2 / 0.4 / 4 to 5 / 70.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from random import Random
from time import process_time

from pairing.engine import pair
from pairing.model.types import Bye, ByeKind, ByeRequest, Entrant, Match, Round, RoundPlan, Snapshot
from tests.bench.rows import Measured, Once, Row

SIZES = ((64, 0.010), (256, 0.050), (1_000, 0.5), (3_000, 5.0))
PLAYED, ROUNDS = 6, 9


@dataclass(frozen=True, slots=True)
class Event:
    """How an event goes. `draws`: how many games of equals are drawn; `white`: how many White wins, whoever plays."""

    draws: float = 0.4
    white: float | None = None
    byes: float = 0.0
    club: float = 0.0
    acceleration: str = "none"


CORNERS = {
    "all drawn": Event(draws=2.0),
    "White wins 80 %": Event(white=0.8),
    "40 % byes": Event(byes=0.4),
    "45 % of the field one club": Event(club=0.45),
    "accelerated": Event(acceleration="baku"),
}


def rows() -> list[Row]:
    after = [
        Row(f"{players:,} players, round 7", f"draws {draws:.0%}", partial(_after_six, players, draws), goal)
        for players, goal in SIZES
        for draws in (0.0, 0.4)
    ]
    corners = [
        Row(f"500 players, slowest of {ROUNDS} rounds", name, partial(_slowest, 500, event), summary=max)
        for name, event in CORNERS.items()
    ]
    return [*after, *corners]


def _after_six(players: int, draws: float) -> Once:
    """Another event each time: one seed after the other."""
    seeds = count()

    def once() -> float:
        return _times(players, Event(draws), next(seeds), PLAYED + 1)[-1]

    return once


def _slowest(players: int, event: Event) -> Once:
    seeds = count()

    def once() -> Measured:
        times = _times(players, event, next(seeds), ROUNDS)
        return Measured(max(times), f"round {times.index(max(times)) + 1}")

    return once


def _times(players: int, event: Event, seed: int, rounds: int) -> list[float]:
    """CPU seconds of every round."""
    rng = Random(f"dutch {players} {seed}")
    entrants = tuple(
        Entrant(n, rating=2600 - n * 1500 // players, club="club" if rng.random() < event.club else None)
        for n in range(1, players + 1)
    )
    snapshot = Snapshot(
        entrants,
        system="dutch",
        rounds_planned=ROUNDS,
        draw_seed="bench",
        options={"acceleration": event.acceleration},
        clubs_apart_rounds=ROUNDS if event.club else 0,
    )
    times = []
    for number in range(1, rounds + 1):
        asked = (e.id for e in entrants if rng.random() < event.byes)
        requests = tuple(ByeRequest(id, number, ByeKind.HALF) for id in asked)
        snapshot = replace(snapshot, bye_requests=requests)
        start = process_time()
        plan = pair(snapshot)
        times.append(process_time() - start)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, _played(plan, entrants, event, rng)))
    return times


def _played(plan: RoundPlan, entrants: tuple[Entrant, ...], event: Event, rng: Random) -> Round:
    ratings = {entrant.id: entrant.rating or 0 for entrant in entrants}
    matches = tuple(
        Match(m.table, m.seats, _result(ratings[m.seats[0]], ratings[m.seats[1]], event, rng))
        for m in plan.matches
    )
    return Round(plan.number, matches=matches, byes=tuple(Bye(b.player, b.kind) for b in plan.byes))


def _result(white: int, black: int, event: Event, rng: Random) -> str:
    if event.white is not None:
        return "1-0" if rng.random() < event.white else "0-1"
    expected = 1 / (1 + 10 ** ((black - white - 30) / 400))
    if rng.random() < event.draws * (1 - abs(2 * expected - 1)) or event.draws > 1:
        return "1/2-1/2"
    return "1-0" if rng.random() < expected else "0-1"
