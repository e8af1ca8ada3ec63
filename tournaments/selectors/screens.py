"""The screens of an event, and when each was last there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from django.db.models import Q, QuerySet

from tournaments.models import Screen, Tournament

# A screen asks every five seconds; that it did is written down this often at most.
NOTED_EVERY = timedelta(seconds=15)
# A screen that has not asked for so long is off, asleep or without a network.
THERE_FOR = timedelta(seconds=45)


class AtTable(Protocol):
    """A line of a list that may belong to a table."""

    @property
    def table(self) -> int | None: ...


Row = TypeVar("Row", bound=AtTable)


def screens_of(tournament: Tournament) -> QuerySet[Screen]:
    return Screen.objects.filter(tournament=tournament)


def screen_by_key(tournament: Tournament, key: str) -> Screen:
    """Errors: Screen.DoesNotExist, also for the key of another event's screen."""
    return screens_of(tournament).get(key=key)


def note_seen(screen: Screen, now: datetime) -> None:
    """The screen has asked. Leaves `changed_at` alone: being there changes nothing of what it shows."""
    late = Q(seen_at=None) | Q(seen_at__lt=now - NOTED_EVERY)
    Screen.objects.filter(late, pk=screen.pk).update(seen_at=now)


def is_there(screen: Screen, now: datetime) -> bool:
    return screen.seen_at is not None and now - screen.seen_at <= THERE_FOR


def part_of(screen: Screen | None, rows: Iterable[Row]) -> Sequence[Row]:
    """The lines that a screen shows: those of its tables; who has no table is on all of them."""
    first = screen.part.get("first", 1) if screen else 1
    last = screen.part.get("last") if screen else None
    return [
        row
        for row in rows
        if row.table is None or (row.table >= first and (last is None or row.table <= last))
    ]
