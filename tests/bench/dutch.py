"""Rounds of the FIDE (Dutch) system, from the snapshot to the checked plan with all its reasons: the round after six
that were paired by the rules and played by ratings, and events made to hurt (docs/performance.md).
"""

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
    """How an event goes. `draws`: how many games of equals are drawn; `white`: how many White wins, whoever plays;
    `byes`, `forfeits`: how many players ask for one, how many games are some; `club`: how much of the field
    is one club, whose members may not meet; `star`: how many may not meet the strongest. `odd`: one player more.
    """

    draws: float = 0.4
    white: float | None = None
    byes: float = 0.0
    forfeits: float = 0.0
    club: float = 0.0
    star: float = 0.0
    odd: bool = False
    acceleration: str = "none"


CORNERS = {
    "all drawn": Event(draws=2.0),
    "White wins 80 %": Event(white=0.8),
    "White wins 90 %": Event(white=0.9),
    "White wins always": Event(white=1.0),
    "White wins 80 %, 40 % byes": Event(white=0.8, byes=0.4),
    "White wins 80 %, odd": Event(white=0.8, odd=True),
    "White wins 80 %, accelerated": Event(white=0.8, acceleration="baku"),
    "40 % byes": Event(byes=0.4),
    "30 % forfeits": Event(forfeits=0.3),
    "half the field one club": Event(club=0.5),
    "half the field one club, odd": Event(club=0.5, odd=True),
    "half may not meet the strongest": Event(star=0.5),
    "accelerated": Event(acceleration="baku"),
}
HURT_MOST = ("White wins 90 %", "half the field one club, odd", "half may not meet the strongest")


def rows() -> list[Row]:
    after = [
        Row(f"{players:,} players, round 7", f"draws {draws:.0%}", partial(_after_six, players, draws), goal)
        for players, goal in SIZES
        for draws in (0.0, 0.4)
    ]
    small = [_corner(256, name, 0.1) for name in HURT_MOST]
    return [
        *after,
        *small,
        *(_corner(1_000, name, 0.5) for name in CORNERS),
        _corner(3_000, HURT_MOST[0], 5.0),
    ]


def _corner(players: int, name: str, goal: float) -> Row:
    what = f"{players:,} players, slowest of {ROUNDS} rounds"
    return Row(what, name, partial(_slowest, players, CORNERS[name]), goal, summary=max)


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
    players += event.odd
    mates = set(rng.sample(range(1, players + 1), int(players * event.club)))
    entrants = tuple(
        Entrant(n, rating=2600 - n * 1500 // players, club="club" if n in mates else None)
        for n in range(1, players + 1)
    )
    star = rng.sample(range(2, players + 1), int(players * event.star))
    snapshot = Snapshot(
        entrants,
        system="dutch",
        rounds_planned=ROUNDS,
        draw_seed="bench",
        options={"acceleration": event.acceleration},
        clubs_apart_rounds=ROUNDS if event.club else 0,
        forbidden_pairs=tuple((1, n) for n in star),
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
    if rng.random() < event.forfeits:
        return rng.choice(("+--", "--+", "---"))
    if event.white is not None:
        return "1-0" if rng.random() < event.white else "0-1"
    expected = 1 / (1 + 10 ** ((black - white - 30) / 400))
    if rng.random() < event.draws * (1 - abs(2 * expected - 1)) or event.draws > 1:
        return "1/2-1/2"
    return "1-0" if rng.random() < expected else "0-1"
