"""The rounds of one player at tables of four, with how the points grew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.players.selectors.players import PlayedRound
from tournaments.standings.selectors.of_four import Step, progress


@dataclass(frozen=True, slots=True)
class RoundOfFour:
    """A round of one player as it is read: `row` is None for one missed after leaving, `step` until it is completed."""

    number: int
    row: PlayedRound | None
    step: Step | None

    @property
    def points(self) -> int | None:
        """Points of the round in hundredths; None while there is no result."""
        if self.row is not None:
            return self.row.points
        return self.step.sheet.points if self.step and self.step.sheet else None


def history(tournament: Tournament, number: int, rows: Iterable[PlayedRound]) -> list[RoundOfFour]:
    """The rounds of one player in order, those missed after leaving among them."""
    by_number = {row.number: row for row in rows}
    steps = {step.round: step for step in progress(tournament).steps.get(number, ())}
    missed = {n for n, step in steps.items() if step.sheet and step.sheet.missed}
    return [RoundOfFour(n, by_number.get(n), steps.get(n)) for n in sorted(by_number.keys() | missed)]
