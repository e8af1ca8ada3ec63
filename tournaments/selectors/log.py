"""The log as it is read: newest first, and the step an undo would take back."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import Action, LogEntry, Tournament

UNDOABLE = (
    Action.RESULT_ENTERED,
    Action.RESULT_CLEARED,
    Action.RESULT_CORRECTED,
    Action.RESULTS_ENTERED,
    Action.PENALTY_SET,
    Action.SCHEDULE_PLANNED,
    Action.SCHEDULE_CLEARED,
    Action.ROUND_STARTED,
    Action.ROUND_PUBLISHED,
    Action.ROUND_PAIRED,
    Action.ROUND_COMPLETED,
)


def entries(tournament: Tournament, *, round_number: int | None = None) -> QuerySet[LogEntry]:
    """Log lines, newest first; slice for pages."""
    rows = LogEntry.objects.filter(tournament=tournament).select_related("undone_by").order_by("-id")
    return rows if round_number is None else rows.filter(round_number=round_number)


def step_to_undo(tournament: Tournament) -> LogEntry | None:
    """The step `undo_last_step` would take back, or None."""
    return (
        LogEntry.objects.filter(tournament=tournament, action__in=UNDOABLE, undone_by__isnull=True)
        .order_by("-id")
        .first()
    )
