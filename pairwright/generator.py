"""Random events by the configuration files of bbpPairings, in the form of the reports it writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from random import Random

from pairing.formats import trf_write
from pairing.model.schema import DocumentError
from pairing.model.types import ByeKind, ByeRequest, Entrant, Scoring, Snapshot
from pairing.simulation.random_event import Wish, with_next_round

TYPES = {"dutch": "FIDE_DUTCH_2025", "burstein": "FIDE_BURSTEIN", "dubov": "FIDE_DUBOV"}
# What a file does not say is drawn from here.
DRAWN = {
    "PlayersNumber": (15, 215),
    "RoundsNumber": (5, 15),
    "DrawPercentage": (10, 50),
    "ForfeitRate": (6, 30),
    "RetiredRate": (15, 3225),
    "HalfPointByeRate": (15, 3225),
    "HighestRating": (2400, 2800),
    "LowestRating": (1400, 2300),
}
LEAST = {"PlayersNumber": 1, "RoundsNumber": 1, "ForfeitRate": 1, "RetiredRate": 2, "HalfPointByeRate": 1}
# What the columns of a report have room for.
MOST = {"PlayersNumber": trf_write.MOST, "RoundsNumber": 999, "DrawPercentage": 100}
MOST |= dict.fromkeys(("HighestRating", "LowestRating"), 9999)
POINTS = {"PointsForWin": 1.0, "PointsForDraw": 0.5, "PointsForLoss": 0.0}
BYE = "PointsForPAB"  # where a file does not say it: that of a win

Settings = dict[str, float]


def settings(rng: Random, lines: Iterable[str]) -> Settings:
    """What a configuration file says, and what is drawn for it. Errors: DocumentError."""
    found: Settings = {name: rng.randint(*bounds) for name, bounds in DRAWN.items()} | POINTS
    for line in lines:
        if line and not line.startswith("#"):
            name, value = _read(line)
            found[name] = value
    if found["HighestRating"] < found["LowestRating"]:
        raise DocumentError("HighestRating", "it is below the lowest rating")
    return found


def _read(line: str) -> tuple[str, float]:
    name, _, text = line.partition("=")
    if name not in DRAWN and name not in POINTS and name != BYE:
        raise DocumentError("configuration", f"there is no parameter {name}")
    try:
        value = float(int(text)) if name in MOST else float(text)
    except ValueError:
        raise DocumentError(name, f"{text} is no number") from None
    least, most = LEAST.get(name, 0), MOST.get(name, inf)
    if not least <= value <= most or value == inf:
        raise DocumentError(name, f"{text} is not from {least} to {most}")
    return name, value


def generated(system: str, seed: int, given: Settings, rng: Random) -> str:
    """The report of an event that was paired by the system and played at random. Errors: those of `pair`."""
    event = _event(system, given, rng)
    shares = Wish(
        system,
        len(event.entrants),
        int(given["RoundsNumber"]),
        seed,
        draws=int(given["DrawPercentage"]),
        forfeits=100 / given["ForfeitRate"],
    )
    for _ in range(shares.rounds):
        event = with_next_round(rng, event, shares)
    lines = trf_write.dump(event).splitlines()
    players = [line for line in lines if line.startswith("001")]
    points = [line for line in lines if line.startswith("162")]
    return "".join(f"{line}\r" for line in (head(seed), *players, "", f"092 {TYPES[system]}", *points))


def head(seed: int) -> str:
    """The first line, which stands in a report even where no event came of the seed."""
    return f"012 AutoTest Tournament {seed}"


def _event(system: str, given: Settings, rng: Random) -> Snapshot:
    bounds = int(given["LowestRating"]), int(given["HighestRating"])
    ratings = sorted((rng.randint(*bounds) for _ in range(int(given["PlayersNumber"]))), reverse=True)
    win, draw, loss = (round(given[name] * 100) for name in POINTS)
    event = Snapshot(
        entrants=tuple(
            Entrant(id, name=f"Test{id:04} Player{id:04}", rating=rating)
            for id, rating in enumerate(ratings, start=1)
        ),
        system=system,
        options={"initial_colour": rng.choice(("white", "black"))},
        rounds_planned=int(given["RoundsNumber"]),
        scoring=Scoring(win, draw, loss, bye=round(given.get(BYE, given["PointsForWin"]) * 100)),
    )
    return replace(event, bye_requests=tuple(_byes(rng, len(ratings), given)))


def _byes(rng: Random, players: int, given: Settings) -> Iterable[ByeRequest]:
    """Who stays away: of so many players one has zero-point byes, and of so many one half-point byes."""
    rounds = int(given["RoundsNumber"])
    taken: set[tuple[int, int]] = set()
    for name, kind, last in (
        ("RetiredRate", ByeKind.ZERO, rounds),
        ("HalfPointByeRate", ByeKind.HALF, rounds - 1),
    ):
        for player in rng.sample(range(1, players + 1), int(players / given[name])):
            often = rng.randint(1, max(1, rounds - 2))
            for number in rng.sample(range(1, last + 1), min(often, last)):
                if (player, number) not in taken:
                    taken.add((player, number))
                    yield ByeRequest(player, number, kind)
