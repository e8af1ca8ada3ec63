"""A whole schedule for four at a table: opponents, then table numbers, then winds (rules of the source, section 1)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from pairing.errors import BAD_INPUT, PairingError
from pairing.seating.annealing import KeepGoing
from pairing.seating.bounds import proven
from pairing.seating.opponents import opponents
from pairing.seating.quality import Quality, Table, measure
from pairing.seating.tables import best_with_numbers
from pairing.seating.winds import with_winds

PLAYERS = range(4, 401)
ROUNDS = range(1, 51)
STEPS_PER_SECOND = 250_000


@dataclass(frozen=True, slots=True)
class Seating:
    """A finished schedule of the players 1 to `players`.

    `rounds`: rounds, tables in the order of their numbers, seats East, South, West, North. `proven_optimal`: the
    figures of `quality` that no schedule can beat (see bounds.proven).
    """

    players: int
    rounds: tuple[tuple[Table, ...], ...]
    quality: Quality
    proven_optimal: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The document that `seating` prints (schemas/pairwright-seating-1.json)."""
        quality = asdict(self.quality)
        quality["latest_average_wind"] = float(self.quality.latest_average_wind)
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "quality": quality,
            "proven_optimal": list(self.proven_optimal),
        }


def plan(
    players: int,
    rounds: int,
    rounds_per_day: int | None = None,
    *,
    seed: int = 0,
    steps: int = 2 * STEPS_PER_SECOND,
    keep_going: KeepGoing = lambda done: True,
) -> Seating:
    """A schedule in which opponents, winds and table numbers are as good as we know how to make them.

    `rounds_per_day`: days start every so many rounds; without it all are played on one day. `steps` of annealing
    are spent only beyond the kept schedules and constructions; `keep_going` hears the share done, from 0 to 1, and
    ends them by saying no. The same arguments give the same schedule on any machine while it says yes.
    Errors: PairingError for a number of players, rounds or rounds a day that is not allowed.
    """
    _check(players, rounds, rounds_per_day)
    day = rounds_per_day or rounds
    random = Random(seed)
    schedules = opponents(players, rounds, random, steps, keep_going)
    seated = with_winds(best_with_numbers(schedules, players, day, random), players)
    quality = measure(seated, players, day)
    return Seating(
        players=players,
        rounds=tuple(tuple((e + 1, s + 1, w + 1, n + 1) for e, s, w, n in one_round) for one_round in seated),
        quality=quality,
        proven_optimal=proven(quality, players, rounds),
    )


def house_players(players: int) -> int:
    """How many house players make the number of players a multiple of four (section 2 of the rules)."""
    return -players % 4


def _check(players: int, rounds: int, rounds_per_day: int | None) -> None:
    for name, value, allowed in (("players", players, PLAYERS), ("rounds", rounds, ROUNDS)):
        if value not in allowed:
            _refuse(name, f"{value} is not allowed; allowed are {allowed[0]} to {allowed[-1]}")
    if rounds_per_day is not None and rounds_per_day < 1:
        _refuse("rounds per day", f"{rounds_per_day} is not allowed; it must be at least 1")
    if more := house_players(players):
        words = "a house player" if more == 1 else f"{more} house players"
        _refuse("players", f"{players} is not a multiple of four; add {words} and ask for {players + more}")


def _refuse(where: str, detail: str) -> None:
    raise PairingError(BAD_INPUT, where=where, detail=detail)
