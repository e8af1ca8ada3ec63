"""Who sits where in a round, as it is stored; and one table that is being played."""

from typing import Any

from tests.factories import publish, table
from tournaments.models import Bye, Match, Round, Seat, Tournament


class FirstTable:
    """Table 1 of the first round, which is published, and who sits there in the order of the seats."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.round = publish(event)
        self.match = table(self.round)
        self.players = [
            seat.player for seat in self.match.seats.order_by("position").select_related("player")
        ]

    @property
    def result(self) -> str | None:
        return Match.objects.get(pk=self.match.pk).result


def tables(round_: Round) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round=round_).order_by("match__table", "position")
    for at, number in rows.values_list("match__table", "player__number"):
        found.setdefault(at, []).append(number)
    return {at: tuple(seats) for at, seats in found.items()}


def rows(round_: Round) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """Every table with all its row holds, by who sits there."""
    seated = tables(round_)
    columns = ("pk", "table", "result", "why", "playing_since", "extra_seconds", "extra_why", "entered_at")
    return {seated[values[1]]: values for values in Match.objects.filter(round=round_).values_list(*columns)}


def byes(round_: Round) -> dict[int, str]:
    return dict(Bye.objects.filter(round=round_).values_list("player__number", "kind"))
