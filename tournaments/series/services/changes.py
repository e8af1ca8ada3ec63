"""The frame around every change of a series, and its log: one transaction, one lock, one new version, one line."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from tournaments import audience
from tournaments.models import Player, Series, SeriesAction, SeriesLogEntry, Tournament
from tournaments.names import redaction
from tournaments.series.refusals import refuse
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.log import SUBJECT_LENGTH


@contextmanager
def changing_series(series: Series) -> Iterator[None]:
    """Run the body in a transaction that has raised the version of the series and re-read it.

    All writers of one series wait for each other here. Whoever needs an event too changes it inside, never the other
    way round, so that two of them cannot wait for each other. The body may raise `Unchanged`, which ends it quietly.
    Errors: `series_gone`.
    """
    before = series.version
    try:
        with audience.staff(), transaction.atomic():
            if not Series.objects.filter(pk=series.pk).update(version=F("version") + 1):
                raise refuse.series_gone()
            series.refresh_from_db()
            yield
            hide_everywhere(series.pk)
    except Unchanged:
        series.version = before
    except BaseException:
        series.version = before
        raise


def hide_everywhere(series: int) -> None:
    """Whoever is hidden in one season is so in the others: these learn who they hide, and have another version."""
    hidden = Player.objects.filter(tournament__series=series, identity__isnull=False).exclude(public_name="")
    theirs = Q(players__identity__in=hidden.values("identity")) | Q(has_hidden_names=True)
    for event in Tournament.objects.filter(theirs, series=series).distinct().order_by("pk"):
        with changing(event, touches=(), finished_too=True, followed_too=True):
            redaction.refresh(event)


def write(
    *,
    series: Series,
    actor: User | AnonymousUser | None,
    action: SeriesAction,
    subject: str = "",
    before: object = None,
    after: object = None,
    undoes: SeriesLogEntry | None = None,
) -> SeriesLogEntry:
    """Add one line. `before` and `after` have the shape that `series_undo` puts back."""
    user = actor if isinstance(actor, User) else None
    return SeriesLogEntry.objects.create(
        series=series,
        user=user,
        user_name=str(user)[:150] if user else "",
        action=action,
        subject=subject[:SUBJECT_LENGTH],
        before=before,
        after=after,
        undoes=undoes,
    )
