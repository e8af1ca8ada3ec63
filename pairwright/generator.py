"""Random events, by the configuration files of bbpPairings or after a report, in the form of the reports it writes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf
from random import Random

from pairing.formats import trf_write
from pairing.formats.trf_points import four_columns
from pairing.model.schema import DocumentError
from pairing.model.types import Adjustment, ByeKind, ByeRequest, Entrant, Scoring, Snapshot
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
FORFEIT, ABSENCE = "PointsForForfeitLoss", "PointsForZPB"
POINTS = {"PointsForWin": 1.0, "PointsForDraw": 0.5, "PointsForLoss": 0.0, FORFEIT: 0.0, ABSENCE: 0.0}
BYE = "PointsForPAB"  # where a file does not say it: that of a win
# What the columns of a report have room for.
MOST: dict[str, float] = {
    "PlayersNumber": trf_write.MOST,
    "RoundsNumber": 999,
    "HighestRating": 9999,
    "LowestRating": 9999,
}
MOST |= dict.fromkeys((*POINTS, BYE), 99.9)

Settings = dict[str, float]


def settings(rng: Random, lines: Iterable[str]) -> Settings:
    """What a configuration file says, and what is drawn for it.

    Errors: DocumentError; OverflowError, where it makes sense and a report cannot say it.
    """
    found: Settings = {name: rng.randint(*bounds) for name, bounds in DRAWN.items()} | POINTS
    for line in lines:
        if line and not line.startswith("#"):
            name, value = _read(line)
            # Forfeited games are worth what zero-point byes are, unless the latter are said afterwards.
            found |= {name: value} | ({ABSENCE: value} if name == FORFEIT else {})
    if found["HighestRating"] < found["LowestRating"]:
        raise DocumentError("HighestRating", "it is below the lowest rating")
    if found[FORFEIT] != found[ABSENCE]:
        raise OverflowError(f"{ABSENCE}: a report has one value for zero-point byes and forfeited games")
    return found


def _read(line: str) -> tuple[str, float]:
    name, _, text = line.partition("=")
    name = name.replace("HalfPointByte", "HalfPointBye")  # bbpPairings reads both
    if name not in DRAWN and name not in POINTS and name != BYE:
        raise DocumentError("configuration", f"there is no parameter {name}")
    try:
        value = float(text) if name.endswith("Rate") or name.startswith("Points") else float(int(text))
    except ValueError:
        raise DocumentError(name, f"{text} is no number") from None
    least, most = LEAST.get(name, 0), 100 if name == "DrawPercentage" else inf
    if not least <= value <= most or value == inf:
        raise DocumentError(name, f"{text} is not from {least} to {most}")
    if value > MOST.get(name, inf):
        raise OverflowError(f"{name}: a report has room for {MOST[name]} at most")
    return name, value


def drawn(system: str, settings: Settings, rng: Random) -> Snapshot:
    """The event of a configuration, before its first round."""
    bounds = int(settings["LowestRating"]), int(settings["HighestRating"])
    ratings = sorted((rng.randint(*bounds) for _ in range(int(settings["PlayersNumber"]))), reverse=True)
    win, draw, loss, forfeit_loss, _ = (round(settings[name] * 100) for name in POINTS)
    bye = round(settings.get(BYE, settings["PointsForWin"]) * 100)
    return Snapshot(
        entrants=tuple(
            Entrant(id, name=f"Test{id:04} Player{id:04}", rating=rating)
            for id, rating in enumerate(ratings, start=1)
        ),
        system=system,
        rounds_planned=int(settings["RoundsNumber"]),
        scoring=Scoring(win, draw, loss, bye, forfeit_loss=forfeit_loss or None),
    )


def with_chance(rng: Random, event: Snapshot, settings: Settings) -> Snapshot:
    """The event with what is drawn before its first round: the first colour, and who stays away when."""
    options = {**event.options, "initial_colour": rng.choice(("white", "black"))}
    byes = _byes(rng, [entrant.id for entrant in event.entrants], settings)
    return replace(event, options=options, bye_requests=tuple(byes))


def played(rng: Random, event: Snapshot, settings: Settings, seed: int) -> Iterator[Snapshot]:
    """The event after each of its rounds. Errors: Impossible, where a round has no legal pairing."""
    wish = Wish(
        event.system,
        len(event.entrants),
        int(settings["RoundsNumber"]),
        seed,
        draws=int(settings["DrawPercentage"]),
        forfeits=100 / settings["ForfeitRate"],
    )
    for _ in range(wish.rounds):
        event = with_next_round(rng, event, wish)
        event = replace(
            event, adjustments=(*event.adjustments, *_absences(event, round(settings[ABSENCE] * 100)))
        )
        yield event


def _absences(event: Snapshot, points: int) -> Iterator[Adjustment]:
    """What the last round gives those who stayed away."""
    last = event.rounds[-1]
    there = {bye.player for bye in last.byes if bye.kind in (ByeKind.FULL, ByeKind.HALF)}
    there.update(id for match in last.matches for id in match.seats)
    return (Adjustment(e.id, points, last.number) for e in event.entrants if points and e.id not in there)


def _byes(rng: Random, players: list[int], given: Settings) -> Iterable[ByeRequest]:
    """Who stays away: of so many players one has zero-point byes, and of so many one half-point byes."""
    rounds = int(given["RoundsNumber"])
    taken: set[tuple[int, int]] = set()
    for name, kind, last in (
        ("RetiredRate", ByeKind.ZERO, rounds),
        ("HalfPointByeRate", ByeKind.HALF, rounds - 1),
    ):
        for player in rng.sample(players, int(len(players) / given[name] + 1e-9)):
            often = rng.randint(1, max(1, rounds - 2))
            for number in rng.sample(range(1, last + 1), min(often, last)):
                if (player, number) not in taken:
                    taken.add((player, number))
                    yield ByeRequest(player, number, kind)


def head(seed: int) -> str:
    """The first line, which stands in a report even where no event came of the seed."""
    return f"012 AutoTest Tournament {seed}"


def report(event: Snapshot, settings: Settings) -> list[str]:
    """The lines below the first; `142` only where there are fewer rounds than planned. Errors: DocumentError."""
    planned = [f"142 {event.rounds_planned}"] if event.rounds_planned != len(event.rounds) else []
    scoring = event.scoring
    points = (
        ("W", scoring.win, 100),
        ("D", scoring.draw, 50),
        ("L", scoring.loss, 0),
        ("A", round(settings[ABSENCE] * 100), 0),
        ("P", scoring.bye, scoring.win),
    )
    unusual = "    ".join(
        f"{code}{four_columns(value, 0)}" for code, value, usual in points if value != usual
    )
    players = trf_write.player_lines(replace(event, bye_requests=())).values()
    return [*planned, *players, "", f"092 {TYPES[event.system]}", *([f"162  {unusual}"] if unusual else [])]
