"""The frame around every change of an event: one transaction, one lock, one new version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.models import Status, Tournament
from tournaments.services.errors import ServiceError


class Unchanged(Exception):
    """Raised in the body of `changing` when there was nothing to change: the event keeps its version."""


@contextmanager
def changing(
    tournament: Tournament, *, seen_version: int | None = None, finished_too: bool = False
) -> Iterator[None]:
    """Run the body in a transaction that has raised the event's version and re-read the event.

    Raising the version first makes all writers of one event wait for each other: PostgreSQL locks the row,
    SQLite the file. With `seen_version` the change is refused when somebody else changed the event since.
    A finished event refuses changes unless `finished_too`. The body may raise `Unchanged`, which ends it quietly.
    """
    before = tournament.version
    try:
        with transaction.atomic():
            _raise_version(tournament, seen_version)
            if tournament.status == Status.FINISHED and not finished_too:
                raise ServiceError(
                    "event_finished", _("The event is finished. Reopen it to change something.")
                )
            yield
    except Unchanged:
        tournament.version = before
    except BaseException:
        tournament.version = before
        raise


def _raise_version(tournament: Tournament, seen_version: int | None) -> None:
    rows = Tournament.objects.filter(pk=tournament.pk)
    if seen_version is not None:
        rows = rows.filter(version=seen_version)
    if not rows.update(version=F("version") + 1):
        if seen_version is not None and Tournament.objects.filter(pk=tournament.pk).exists():
            raise ServiceError(
                "event_changed",
                _("Somebody else has changed the event in the meantime. Look again and repeat."),
            )
        raise ServiceError("event_gone", _("This event no longer exists."))
    tournament.refresh_from_db()
