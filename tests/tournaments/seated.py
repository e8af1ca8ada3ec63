"""Who sits where in a round, as it is stored."""

from __future__ import annotations

from typing import Any

from tournaments.models import Bye, Match, Round, Seat


def tables(round_: Round) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round=round_).order_by("match__table", "position")
    for table, number in rows.values_list("match__table", "player__number"):
        found.setdefault(table, []).append(number)
    return {table: tuple(seats) for table, seats in found.items()}


def rows(round_: Round) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """Every table with all its row holds, by who sits there."""
    seated = tables(round_)
    columns = ("pk", "table", "result", "why", "playing_since", "extra_seconds", "extra_why", "entered_at")
    return {seated[values[1]]: values for values in Match.objects.filter(round=round_).values_list(*columns)}


def byes(round_: Round) -> dict[int, str]:
    return dict(Bye.objects.filter(round=round_).values_list("player__number", "kind"))
