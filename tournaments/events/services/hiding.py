"""An event hidden by the people who run the site: nobody but its staff sees it, and only they show it again."""

from tournaments.models import Action, Tournament
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line


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
