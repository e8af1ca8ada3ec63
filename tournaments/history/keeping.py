"""Moments of an event to go back to, kept before and after a round is paired, before a repair, and by hand."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from tournaments.history.kept_states import nearest_whole
from tournaments.history.refusals import refuse
from tournaments.history.replay import steps_between
from tournaments.models import Action, EventSnapshot, LogEntry, SnapshotReason, Tournament
from tournaments.steps import log, state
from tournaments.steps.changes import changing, is_between_lines, keep_base
from tournaments.steps.delta import pack
from tournaments.steps.fields import clean_line

NOTE_LENGTH = 200
# So many that were kept by themselves stay; the first state, and what somebody kept, stay for good.
MOST_AUTOMATIC = 60
# A step costs some microseconds to fold; 1,000 of a large event some milliseconds.
WHOLE_EVERY = 1_000
_FOR_GOOD = (SnapshotReason.START, SnapshotReason.BY_HAND)


def keep(
    tournament: Tournament,
    reason: SnapshotReason,
    *,
    actor: User | None = None,
    round_number: int | None = None,
    note: str = "",
) -> EventSnapshot:
    """Keep the state as it is now; inside a change: before its first row is written, or after its last. Old automatic
    ones go.

    What is stored is the place in the log. The whole state comes with it where a change is half done, and after every
    `WHOLE_EVERY` steps, so that no way from one that is stored gets long.
    """
    with transaction.atomic():
        keep_base(tournament)
        last = LogEntry.objects.filter(tournament=tournament).order_by("-id").defer("delta").first()
        kept = EventSnapshot.objects.create(
            tournament=tournament,
            reason=reason,
            round_number=round_number,
            note=note[:NOTE_LENGTH],
            version=tournament.version,
            log_entry=last,
            created_by=actor if isinstance(actor, User) else None,
            state=pack(state.with_inputs(tournament)) if _needs_whole(tournament) else None,
        )
        _prune(tournament)
    return kept


def keep_by_hand(*, tournament: Tournament, actor: User | None, note: str) -> EventSnapshot:
    """Somebody wants to be able to come back to this moment. Errors: `missing` (say what for), `too_long`."""
    text = clean_line(note, field="note", length=NOTE_LENGTH)
    if not text:
        raise refuse.missing(field="note")
    with changing(tournament, finished_too=True):
        kept = keep(tournament, SnapshotReason.BY_HAND, actor=actor, note=text)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.SNAPSHOT_KEPT,
            subject=text,
            after={"snapshot": kept.pk},
        )
    return kept


def _needs_whole(tournament: Tournament) -> bool:
    base = nearest_whole(tournament)
    if base is None or is_between_lines(tournament):
        return True
    return steps_between(tournament, base.log_entry_id).count() > WHOLE_EVERY


def _prune(tournament: Tournament) -> None:
    automatic = EventSnapshot.objects.filter(tournament=tournament).exclude(reason__in=_FOR_GOOD)
    old = list(automatic.order_by("-id").values_list("pk", flat=True)[MOST_AUTOMATIC:])
    if old:
        EventSnapshot.objects.filter(pk__in=old).delete()
