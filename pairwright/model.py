"""Events after a report, the model: its players and rules, and as many draws, forfeits and byes as it has."""

import re
from dataclasses import replace
from math import inf

from pairing.formats.trf import Report
from pairing.formats.trf_write import player_lines
from pairing.model.schema import DocumentError
from pairing.model.types import ByeKind, Snapshot
from pairwright.boards import UNPLAYED
from pairwright.generator import ABSENCE, Settings

_OF_THE_MODEL = ("012", "152", "240")  # remain as comments
_COLOUR = re.compile(r"^(XXC.*?)\s+(?:white|black)1\b", re.IGNORECASE)


def shares(model: Report) -> Settings:
    """How many rounds the model has, and of how many of its players and games one stayed away or was forfeited.

    Errors: DocumentError, where a player has no rating: it decides the games.
    """
    event = model.snapshot
    if not all(entrant.rating for entrant in event.entrants):
        raise DocumentError("001", "an event after a model needs the rating of every player")
    results = [match.result for round_ in event.rounds for match in round_.matches]
    forfeits = sum(result in UNPLAYED for result in results)
    byes = [bye for round_ in event.rounds for bye in round_.byes]
    halves = {bye.player for bye in byes if bye.kind is ByeKind.HALF}
    away = {bye.player for bye in byes if bye.kind in (ByeKind.ZERO, ByeKind.ABSENT)}
    return {
        "RoundsNumber": len(event.rounds),
        "DrawPercentage": 100 * results.count("1/2-1/2") // max(1, len(results) - forfeits),
        "ForfeitRate": len(results) / forfeits if forfeits else inf,
        "RetiredRate": len(event.entrants) / len(away) if away else inf,
        "HalfPointByeRate": len(event.entrants) / len(halves) if halves else inf,
        ABSENCE: model.absence / 100,
    }


def before_round_1(model: Snapshot, lines: list[str]) -> Snapshot:
    """The event of the model without what happened in it. Errors: DocumentError, where points were given apart."""
    if any(line.startswith("299") for line in lines):
        raise DocumentError("299", "a model gives no points apart")
    planned = model.rounds_planned or len(model.rounds)
    return replace(model, rounds=(), adjustments=(), bye_requests=(), tiebreaks=(), rounds_planned=planned)


def report(event: Snapshot, model: list[str]) -> list[str]:
    """The lines of the model with points, ranks and games of the event. Errors: DocumentError."""
    players = player_lines(replace(event, bye_requests=()))
    lines = [
        f"{line[:80]:80}{players[int(line[4:8])][80:]}"
        if line.startswith("001")
        else f"### {line}"
        if line.startswith(_OF_THE_MODEL)
        else line
        for line in (_COLOUR.sub(r"\1", line) for line in model)
        if line.strip() not in ("", "XXC")
    ]
    has_rounds = any(line.startswith(("142", "XXR")) for line in lines)
    return lines if has_rounds else [*lines, f"142 {event.rounds_planned}"]
