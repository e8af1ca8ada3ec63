"""A message to the players: on their own pages and on all public pages of the event, until it is cleared."""

from accounts.models import User
from tournaments.hall.refusals import refuse
from tournaments.models import Action, Tournament
from tournaments.steps.columns import store_column
from tournaments.steps.fields import clean_line

LENGTH = 200


def set_message(*, tournament: Tournament, actor: User | None, message: str) -> Tournament:
    """Show this text instead of what is shown now; of a finished event, too. Errors: `message_missing`, `too_long`,
    `bad_text`.
    """
    text = clean_line(message, field="message", length=LENGTH)
    if not text:
        raise refuse.message_missing()
    return _store(tournament, actor, text)


def clear_message(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Nothing is shown any more."""
    return _store(tournament, actor, "")


def _store(tournament: Tournament, actor: User | None, text: str) -> Tournament:
    return store_column(
        tournament=tournament, actor=actor, action=Action.MESSAGE_CHANGED, column="message", value=text
    )
