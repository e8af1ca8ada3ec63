"""Back to a snapshot: one step in the log, which can be undone like any other."""

from accounts.models import User
from tournaments.history import restore_points
from tournaments.history.refusals import refuse
from tournaments.history.restore_points import way_back
from tournaments.history.wording import lost_results
from tournaments.models import Action, EventSnapshot, SnapshotReason, Tournament
from tournaments.steps import log
from tournaments.steps.apply_delta import write
from tournaments.steps.changes import changing
from tournaments.steps.fields import clean_line
from tournaments.steps.state import SECTIONS


def restore(
    *,
    tournament: Tournament,
    actor: User | None,
    snapshot: EventSnapshot,
    note: str,
    seen_version: int | None = None,
) -> EventSnapshot:
    """Make the event what it was when `snapshot` was kept; returns the snapshot of what it is now, kept before.

    Rows that are in both stay the same rows, so players keep their codes, and penalties and reports stay where they
    are. The address, who may see the event, keys and secret seeds stay as they are. `seen_version` is the version
    somebody compared with before deciding. Errors: `reason_missing`, `same_state`, `event_changed`, `event_finished`.
    """
    reason = clean_line(note, field="note", length=log.NOTE_LENGTH)
    if not reason:
        raise refuse.reason_missing()
    with changing(tournament, touches=(), later=SECTIONS, seen_version=seen_version):
        delta = way_back(tournament, snapshot)
        if not delta:
            raise refuse.same_state()
        before = restore_points.keep(tournament, SnapshotReason.BEFORE_RESTORE, actor=actor, note=reason)
        lost = len(lost_results(delta))
        write(tournament, delta)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.STATE_RESTORED,
            round_number=snapshot.round_number,
            subject=f"{snapshot.at:%Y-%m-%d %H:%M}",
            before={"snapshot": before.pk},
            after={"snapshot": snapshot.pk, "results_lost": lost},
            note=reason,
        )
    return before
