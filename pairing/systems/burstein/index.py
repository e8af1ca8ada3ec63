"""The opposition evaluation and the order it gives (C.04.4.2, articles 1.7 and 1.8).

Buchholz: the sum of the current scores of the opponents met; Sonneborn-Berger: each times the points made against them.
A round without a game counts as one against an opponent with the player's own score. Zero-point byes at the end of a
player's rounds, the round to be paired included, count as draws for those who have met that player.
"""

from dataclasses import dataclass

from pairing.model.field import Field, Sheet
from pairing.model.types import ByeKind

Rank = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Opposition:
    """Of one player: hundredths of a point, and their square."""

    buchholz: int
    sonneborn_berger: int


def opposition(field: Field) -> dict[int, Opposition]:
    """Everybody's evaluation before round `field.number`."""
    seen = _as_opponents(field)
    return {id: _of(id, rows, field, seen) for id, rows in field.sheets.items()}


def _of(id: int, rows: tuple[Sheet, ...], field: Field, seen: dict[int, int]) -> Opposition:
    own = field.points[id]
    met = {sheet.round: sheet for sheet in rows}
    buchholz = sonneborn = 0
    for round_ in field.rounds:
        sheet = met.get(round_.number)
        played = sheet is not None and sheet.played and sheet.opponent is not None
        score = seen[sheet.opponent] if played else own  # type: ignore[union-attr, index]
        buchholz += score
        sonneborn += score * (sheet.points if sheet else 0)
    return Opposition(buchholz, sonneborn)


def _as_opponents(field: Field) -> dict[int, int]:
    """The scores of all players as their opponents see them."""
    draw = field.snapshot.scoring.draw
    return {id: score + draw * _given_up(id, field) for id, score in field.points.items()}


def _given_up(id: int, field: Field) -> int:
    """How many zero-point byes in a row a player has before the round to be paired, who has one in that too."""
    asked = field.requested_byes.get(id)
    if id in field.present or asked in (ByeKind.FULL, ByeKind.HALF):
        return 0
    met = {sheet.round: sheet for sheet in field.sheets[id]}
    count = 0
    for round_ in reversed(field.rounds):
        sheet = met.get(round_.number)
        if sheet is not None and sheet.bye not in (ByeKind.ZERO, ByeKind.ABSENT):
            break
        count += 1
    return count
