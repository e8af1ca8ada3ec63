"""The tables of the hall against what an event needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from math import ceil

from tournaments.models import Player, Tournament
from tournaments.snapshots import seats_at_table, tables_of


@dataclass(frozen=True, slots=True)
class HallNeeds:
    """How many tables there are (None: as many as needed), and how many the players now there need."""

    there: int | None
    needed: int
    first: tuple[int, ...]

    @property
    def missing(self) -> int:
        return 0 if self.there is None else max(self.needed - self.there, 0)


def needs(tournament: Tournament) -> HallNeeds:
    """Whether the tables suffice for everybody who has not left."""
    hall = tables_of(tournament)
    players = Player.objects.filter(tournament=tournament, left_after_round=None, house=False).count()
    there = sum(1 for _number in hall.there()) if hall.ranges else None
    seats = seats_at_table(tournament)
    needed = ceil(players / seats) if seats.rules.has_house_players else players // seats
    return HallNeeds(there, needed, tuple(islice(hall.numbers(), 8)))


def beyond(tournament: Tournament, tables: Iterable[int]) -> list[int]:
    """Which of these tables the hall does not have."""
    hall = tables_of(tournament)
    return [table for table in tables if not hall.has(table)]
