"""The bin: which deleted events somebody may restore, and until when."""

import datetime
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from tournaments.events.selectors.events import PEOPLE
from tournaments.models import Role, Tournament
from tournaments.models.event import OPEN

KEPT = datetime.timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Binned:
    """A deleted event; at `until` it is gone for good."""

    event: Tournament
    deleted_at: datetime.datetime
    until: datetime.datetime


def bin_of(user: User) -> list[Binned]:
    """What `user` may restore, the latest first: the events they own."""
    rows = _owned(user).annotate(player_count=PEOPLE).order_by("-deleted_at", "-pk")
    return [
        Binned(event, event.deleted_at, event.deleted_at + KEPT)
        for event in rows
        if event.deleted_at is not None
    ]


def in_bin(slug: str, user: User) -> Tournament:
    """An event in the bin of `user`. Errors: Tournament.DoesNotExist."""
    return _owned(user).get(slug=slug)


def is_deleted(slug: str) -> bool:
    """Whether an address was an event's that everybody could see, which is in the bin."""
    return Tournament.stored.filter(OPEN, slug=slug).exclude(deleted_at=None).exists()


def _owned(user: User) -> QuerySet[Tournament]:
    mine = Q(owner=user) | Q(pk__in=user.staff_rows.filter(role=Role.OWNER).values("tournament"))
    rows = Tournament.stored.filter(mine, deleted_at__gt=timezone.now() - KEPT)
    return rows.select_related("owner", "left_series")
