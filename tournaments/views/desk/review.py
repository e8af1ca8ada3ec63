"""What is worth looking at in a draft before everybody sees it: floats, relaxed rules, byes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.selectors.rounds import RoundSheet, TableRow


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A table of a draft. `float_by` is the difference in points (hundredths), 0 within a score group."""

    table: TableRow
    float_by: int
    relaxed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The draft with counts of what stands out. `relaxed` are the rules given up, as stored on the round."""

    rows: tuple[ReviewRow, ...]
    floats: int
    relaxed: tuple[Mapping[str, Any], ...]


def review_of(sheet: RoundSheet) -> Review:
    rules = {frozenset(item["players"]): str(item["rule"]) for item in sheet.relaxed}
    rows = tuple(_row(table, rules) for table in sheet.tables)
    return Review(rows, sum(bool(row.float_by) for row in rows), tuple(sheet.relaxed))


def _row(table: TableRow, rules: Mapping[frozenset[int], str]) -> ReviewRow:
    scores = [seat.points_before for seat in table.seats]
    numbers = frozenset(seat.number for seat in table.seats)
    relaxed = tuple(rule for players, rule in rules.items() if players <= numbers)
    return ReviewRow(table, max(scores) - min(scores), relaxed)
