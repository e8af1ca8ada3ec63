"""The bin: a deleted event lies in it for 30 days, restored whole at any time, and is gone for good after that."""

import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from tournaments.events.refusals import refuse
from tournaments.events.selectors.bin import KEPT
from tournaments.models import Action, Tournament
from tournaments.steps import listeners, log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line


def delete_event(*, tournament: Tournament, actor: User | None, confirm_slug: str) -> None:
    """Put an event into the bin: it is nowhere any more, for its series neither. The address has to be typed.

    Errors: `not_confirmed`, `event_gone`, and those of `listeners.going_into_bin`.
    """
    _refuse_unconfirmed(tournament, confirm_slug)
    with transaction.atomic(), listeners.going_into_bin(tournament):
        with changing(tournament, touches=(), finished_too=True, followed_too=True):
            log.write(
                tournament=tournament, actor=actor, action=Action.EVENT_DELETED, subject=tournament.name
            )
        tournament.deleted_at = timezone.now()
        Tournament.stored.filter(pk=tournament.pk).update(deleted_at=tournament.deleted_at)


def restore_event(*, tournament: Tournament, actor: User | None) -> Tournament:
    """The event is back with everything in it. Errors: `not_in_bin` (restored already, or gone for good)."""
    with transaction.atomic(), listeners.coming_back(tournament):
        in_bin = Tournament.stored.filter(pk=tournament.pk, deleted_at__gt=timezone.now() - KEPT)
        if not in_bin.update(deleted_at=None):
            raise refuse.not_in_bin(event=tournament.name)
        with changing(tournament, touches=("settings",), finished_too=True, followed_too=True):
            listeners.tell_back(tournament)
            log.write(
                tournament=tournament, actor=actor, action=Action.EVENT_RESTORED, subject=tournament.name
            )
    tournament.refresh_from_db()
    return tournament


def delete_for_good(*, tournament: Tournament, confirm_slug: str) -> None:
    """Empty the bin of one event, with everything in it. Errors: `not_confirmed`, `not_in_bin`."""
    _refuse_unconfirmed(tournament, confirm_slug)
    if not _purged(tournament, Tournament.stored.exclude(deleted_at=None)):
        raise refuse.not_in_bin(event=tournament.name)


def empty_bin(now: datetime.datetime | None = None) -> int:
    """Delete for good what has been in the bin for 30 days; returns how many events that were."""
    too_old = Tournament.stored.filter(deleted_at__lte=(now or timezone.now()) - KEPT)
    return sum(_purged(event, too_old) for event in list(too_old.order_by("pk")))


def _purged(tournament: Tournament, of: QuerySet[Tournament]) -> bool:
    """Whether the event was still one of these, and is gone now: its owner, or another process, may be faster."""
    with transaction.atomic(), listeners.going_for_good(tournament):
        # Locked until it is gone: whoever takes it out of the bin meanwhile waits, and finds nothing.
        found = of.filter(pk=tournament.pk).select_for_update()
        if not found.exists():
            return False
        found.delete()
    return True


def _refuse_unconfirmed(tournament: Tournament, typed: str) -> None:
    if typed != tournament.slug:
        raise refuse.not_confirmed(slug=tournament.slug)


# An event hidden by the people who run the site: nobody but its staff sees it, and only they show it again.
def set_hidden(*, tournament: Tournament, hidden: bool, reason: str = "") -> bool:
    """Hide an event or show it again, with a reason that its staff reads in the log. False: it is so already.

    Its visibility stays, so showing it again makes it what it was. Errors: `too_long`, `bad_text` (reason).
    """
    note = clean_line(reason, field="reason", length=log.NOTE_LENGTH)
    before = tournament.version
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        if tournament.hidden == hidden:
            raise Unchanged
        tournament.hidden = hidden
        tournament.save(update_fields=["hidden"])
        action = Action.EVENT_HIDDEN if hidden else Action.EVENT_SHOWN
        log.write(tournament=tournament, actor=None, action=action, note=note)
    return tournament.version != before
