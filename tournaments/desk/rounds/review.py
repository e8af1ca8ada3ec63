"""What is worth looking at in a draft before everybody sees it: floats, relaxed rules, byes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rounds.selectors.rounds import RoundSheet, TableRow


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A table of a draft. `float_by` is the difference in points (hundredths), 0 within a score group; `same_club` is
    the club of both, "" where they are of two or of none.
    """

    table: TableRow
    float_by: int
    relaxed: tuple[str, ...]
    same_club: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """The draft with counts of what stands out. `relaxed` are the rules given up, as stored on the round.

    Floats are a matter of matches of two; `house` is how many house players sit at tables of four.
    """

    rows: tuple[ReviewRow, ...]
    floats: int
    house: int
    relaxed: tuple[Mapping[str, Any], ...]


def review_of(sheet: RoundSheet) -> Review:
    rules = {frozenset(item["players"]): str(item["rule"]) for item in sheet.relaxed}
    rows = tuple(_row(table, rules, sheet.floats) for table in sheet.tables)
    house = sum(seat.house for row in sheet.tables for seat in row.seats)
    return Review(rows, sum(bool(row.float_by) for row in rows), house, tuple(sheet.relaxed))


def _row(table: TableRow, rules: Mapping[frozenset[int], str], floats: bool) -> ReviewRow:
    scores = [seat.points_before for seat in table.seats]
    numbers = frozenset(seat.number for seat in table.seats)
    relaxed = tuple(rule for players, rule in rules.items() if players <= numbers)
    float_by = max(scores) - min(scores) if floats and len(scores) == 2 else 0
    clubs = {seat.club.strip() for seat in table.seats if not seat.house}
    return ReviewRow(table, float_by, relaxed, clubs.pop() if len(clubs) == 1 else "")
