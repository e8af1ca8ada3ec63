"""Undo: take back the latest step, whatever it was, then the one before it; and redo, until something new is done.

There is one way back for all steps: the log line holds what the step changed, both ways (`recorder`), and undoing
writes the reverse of it (`state_writer`).
"""

from accounts.models import User
from tournaments.history.log import REDONE, step_to_redo, step_to_undo
from tournaments.history.refusals import refuse
from tournaments.history.sentences import title
from tournaments.models import Action, LogEntry, Status, Tournament
from tournaments.models.event import new_seed
from tournaments.steps import log
from tournaments.steps.apply_delta import write
from tournaments.steps.changes import changing
from tournaments.steps.delta import Delta, reverse
from tournaments.steps.state import SECTIONS


def undo_last_step(*, tournament: Tournament, actor: User | None, seen: int | None = None) -> LogEntry:
    """Take back the latest step that has not been undone; returns the line of the step.

    `seen` is the id of the step the person wants to undo (it was shown on the button): if another step came
    after it, `step_changed` is raised. Errors: `nothing_to_undo`, `step_changed`, `state_differs` (something the step
    changed is not as it left it), `event_finished` (unless finishing it is the step, a message to players, or prizes).
    """
    # A finished event is opened again by undoing that it was finished, and by nothing else here.
    with changing(tournament, touches=(), later=SECTIONS, finished_too=True, followed_too=True):
        step = step_to_undo(tournament)
        if step is None:
            raise refuse.nothing_to_undo()
        _refuse_another(step, seen)
        _refuse_finished(tournament, step, Action.EVENT_FINISHED)
        write(tournament, reverse(_delta_of(step)))
        _hide_seed(tournament, step)
        _log(tournament, actor, step)
    return step


def redo_last_step(*, tournament: Tournament, actor: User | None, seen: int | None = None) -> LogEntry:
    """Do the step again that was undone last, as long as nothing else was done since; returns the line of the undo.

    Errors: `nothing_to_redo`, `step_changed`, `state_differs`, `event_finished` (unless opening it again is the step).
    """
    with changing(tournament, touches=(), later=SECTIONS, finished_too=True, followed_too=True):
        undone = step_to_redo(tournament)
        if undone is None:
            raise refuse.nothing_to_redo()
        _refuse_another(undone, seen)
        _refuse_finished(tournament, undone, Action.EVENT_REOPENED)
        write(tournament, reverse(_delta_of(undone)))
        _log(tournament, actor, undone, is_redo=True)
    return undone


def _refuse_another(step: LogEntry, seen: int | None) -> None:
    if seen is not None and step.pk != seen:
        raise refuse.step_changed()


def _delta_of(step: LogEntry) -> Delta:
    """What the step changed."""
    delta: Delta = LogEntry.objects.filter(pk=step.pk).values_list("delta", flat=True).get() or {}
    delta.pop(REDONE, None)
    return delta


def _refuse_finished(tournament: Tournament, step: LogEntry, allowed: Action) -> None:
    # These are no part of what is final, and are set of a finished event, too.
    fine = (allowed, Action.MESSAGE_CHANGED, Action.PRIZES_CHANGED)
    if tournament.status == Status.FINISHED and log.origin_of(step).action not in fine:
        raise refuse.event_finished()


def _hide_seed(tournament: Tournament, step: LogEntry) -> None:
    """The secret that seeds follow from was shown with the final standings: rounds to come get another."""
    if log.origin_of(step).action == Action.EVENT_FINISHED and tournament.secret_seeds:
        tournament.draw_seed = new_seed()
        tournament.save(update_fields=["draw_seed"])


def _log(tournament: Tournament, actor: User | None, step: LogEntry, *, is_redo: bool = False) -> None:
    origin = log.origin_of(step)
    name = title(origin)
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.STEP_UNDONE,
        round_number=step.round_number,
        subject=f"{name}: {origin.subject}" if origin.subject else name,
        before=step.after,
        after=step.before,
        undoes=step,
        mark=REDONE if is_redo else "",
    )
