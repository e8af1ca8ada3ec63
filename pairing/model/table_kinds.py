"""The two kinds of tables and what the rules say of each. Who needs to know asks the kind and does not count seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What the rules say of tables of one kind.

    `scoring` is the field of a Snapshot that says what results are worth, `result` the field of a match (in documents
    and in the API, too) that says how it ended. House players fill tables up, or else byes count like results.
    `has_adjustments`: bonuses and penalties besides those at a table. Only matches are rated, divided into phases and
    played by chance.
    """

    scoring: str
    result: str
    has_house_players: bool = False
    byes_count: bool = False
    has_adjustments: bool = False
    has_phases: bool = False
    is_rated: bool = False
    is_simulated: bool = False


class TableKind(IntEnum):
    """How many sit at a table of the event: a matter of its system."""

    rules: TableRules

    def __new__(cls, seats: int, rules: TableRules) -> TableKind:
        kind = int.__new__(cls, seats)
        kind._value_ = seats
        kind.rules = rules
        return kind

    TWO = (
        2,
        TableRules(
            scoring="scoring",
            result="result",
            byes_count=True,
            has_adjustments=True,
            has_phases=True,
            is_rated=True,
            is_simulated=True,
        ),
    )
    FOUR = 4, TableRules(scoring="mahjong", result="scores", has_house_players=True)


TWO, FOUR = TableKind
