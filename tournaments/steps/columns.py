"""One column of an event, stored as a step of its own, of a finished event too: a message, the prizes."""

from accounts.models import User
from tournaments.models import Action, Tournament
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing


def store_column(
    *,
    tournament: Tournament,
    actor: User | None,
    action: Action,
    column: str,
    value: object,
    seen_version: int | None = None,
) -> Tournament:
    """Store `value` in `column`, and log it with what was there. The same value again changes nothing.

    Errors: `event_changed` (with `seen_version`).
    """
    with changing(
        tournament, touches=("settings",), seen_version=seen_version, finished_too=True, followed_too=True
    ):
        before = getattr(tournament, column)
        if value == before:
            raise Unchanged
        setattr(tournament, column, value)
        tournament.save(update_fields=[column])
        log.write(
            tournament=tournament,
            actor=actor,
            action=action,
            before={column: before},
            after={column: value},
        )
    return tournament
