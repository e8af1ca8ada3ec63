"""The append-only log. Nothing here, or anywhere else, changes or removes a line."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Action, LogEntry, Tournament
from tournaments.steps import listeners
from tournaments.steps.changes import written

SUBJECT_LENGTH = 400
NOTE_LENGTH = 500


def write(
    *,
    tournament: Tournament,
    actor: User | AnonymousUser | None,
    action: Action,
    round_number: int | None = None,
    subject: str = "",
    before: object = None,
    after: object = None,
    note: str = "",
    undoes: LogEntry | None = None,
    who: str = "",
    mark: str = "",
) -> LogEntry:
    """Add one line. Call it inside the transaction of the change it tells of; the event's series follows after it.

    `who` is whom to name where no user did it: players at their table. `mark` is a word kept with the
    delta.
    """
    user = actor if isinstance(actor, User) else None
    listeners.tell_step(tournament, action, undoes and origin_of(undoes))
    line = LogEntry.objects.create(
        tournament=tournament,
        user=user,
        user_name=(str(user) if user else who)[:150],
        action=action,
        round_number=round_number,
        subject=subject[:SUBJECT_LENGTH],
        before=before,
        after=after,
        note=note[:NOTE_LENGTH],
        undoes=undoes,
    )
    written(line, mark)
    return line


def origin_of(step: LogEntry) -> LogEntry:
    """The step that was undone, done again, undone again ..."""
    while step.undoes is not None and step.action == Action.STEP_UNDONE:
        step = step.undoes
    return step
