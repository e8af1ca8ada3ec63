"""The bin: a deleted event lies in it for 30 days, restored whole at any time, and is gone for good after that."""

from __future__ import annotations

import datetime
from contextlib import AbstractContextManager, nullcontext

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Action, Series, Tournament
from tournaments.selectors.bins import KEPT
from tournaments.services.series import enter, leave
from tournaments.services.series_changes import changing_series
from tournaments.services.series_links import drop_empty, link_by_name
from tournaments.services.series_refresh import refresh
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.refusals import ServiceError, event_changed


def delete_event(*, tournament: Tournament, actor: User | None, confirm_slug: str) -> None:
    """Put an event into the bin: it is nowhere any more, for its series neither. The address has to be typed.

    Players stay the persons of the series they were, so that restoring links nobody anew.
    Errors: `not_confirmed`, `event_gone`, `event_changed` when it was put into a series or taken out this moment.
    """
    _refuse_unconfirmed(tournament, confirm_slug)
    series = tournament.series
    with transaction.atomic(), _holding(series):
        with changing(tournament, finished_too=True):
            if tournament.series_id != (series.pk if series else None):
                raise event_changed()
            log.write(
                tournament=tournament, actor=actor, action=Action.EVENT_DELETED, subject=tournament.name
            )
        tournament.deleted_at = timezone.now()
        Tournament.stored.filter(pk=tournament.pk).update(
            deleted_at=tournament.deleted_at, left_series=F("series"), series=None
        )
        if series is not None:
            refresh(series, tournament.season)


def restore_event(*, tournament: Tournament, actor: User | None) -> Tournament:
    """The event is back with everything in it, in its series too.

    Where another event has become that season meanwhile, or the series is gone, it is back without a series.
    Errors: `not_in_bin` (restored already, or gone for good).
    """
    series = tournament.left_series
    with transaction.atomic(), _holding(series):
        in_bin = Tournament.stored.filter(pk=tournament.pk, deleted_at__gt=timezone.now() - KEPT)
        if not in_bin.update(deleted_at=None, left_series=None):
            raise _not_in_bin(tournament)
        with changing(tournament, finished_too=True):
            is_season_again = _go_back(series, tournament)
            log.write(
                tournament=tournament, actor=actor, action=Action.EVENT_RESTORED, subject=tournament.name
            )
        if series is not None and is_season_again:
            refresh(series, tournament.season)
    tournament.refresh_from_db()
    return tournament


def delete_for_good(*, tournament: Tournament, confirm_slug: str) -> None:
    """Empty the bin of one event, with everything in it. Errors: `not_confirmed`, `not_in_bin`."""
    _refuse_unconfirmed(tournament, confirm_slug)
    if not _purged(tournament, Tournament.stored.exclude(deleted_at=None)):
        raise _not_in_bin(tournament)


def empty_bin(now: datetime.datetime | None = None) -> int:
    """Delete for good what has been in the bin for 30 days; returns how many events that were."""
    too_old = Tournament.stored.filter(deleted_at__lte=(now or timezone.now()) - KEPT)
    return sum(
        _purged(event, too_old) for event in list(too_old.select_related("left_series").order_by("pk"))
    )


def _purged(tournament: Tournament, of: QuerySet[Tournament]) -> bool:
    """Whether the event was still one of these, and is gone now: its owner, or another process, may be faster."""
    series = tournament.left_series
    with transaction.atomic(), _holding(series):
        # Locked until it is gone: whoever takes it out of the bin meanwhile waits, and finds nothing.
        found = of.filter(pk=tournament.pk).select_for_update()
        if not found.exists():
            return False
        found.delete()
        if series is not None:
            drop_empty(series)
    return True


def _go_back(series: Series | None, tournament: Tournament) -> bool:
    """Into the series it was in, inside a running change; whether it is a season of it again."""
    taken = series is not None and series.events.filter(season=tournament.season).exists()
    if series is None or taken or tournament.season is None:
        leave(tournament)
        if series is not None:
            drop_empty(series)
        return False
    enter(series, tournament, tournament.season)
    link_by_name(series)
    return True


def _holding(series: Series | None) -> AbstractContextManager[None]:
    """Whoever changes a series holds it before its events."""
    return nullcontext() if series is None else changing_series(series)


def _refuse_unconfirmed(tournament: Tournament, typed: str) -> None:
    if typed != tournament.slug:
        raise ServiceError(
            "not_confirmed",
            _("Type the address of the event, %(slug)s, to delete it."),
            field="confirm_slug",
            slug=tournament.slug,
        )


def _not_in_bin(tournament: Tournament) -> ServiceError:
    text = _("%(event)s is no longer in the bin.")
    return ServiceError("not_in_bin", text, event=tournament.name)
