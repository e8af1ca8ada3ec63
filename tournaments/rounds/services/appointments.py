"""When a match is played that is not played with its round: by appointment, or postponed."""

from datetime import UTC, datetime

from django.utils.dateparse import parse_datetime

from accounts.models import User
from tournaments.models import Action, Match, Tournament
from tournaments.moments import for_programs, zone_of
from tournaments.names.namesakes import names_at
from tournaments.rounds.refusals import refuse
from tournaments.rounds.services.entry import OPEN_STATES, open_round, stored_match
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.fields import clean_line

WHY_LENGTH = 200
FIRST_YEAR, LAST_YEAR = 1900, 2999


def arrange(
    *,
    tournament: Tournament,
    actor: User | None,
    match: Match,
    agreed_for: datetime | str | None,
    postponed: bool = False,
    why: str = "",
) -> Match:
    """Say when a match is to be played (None or "": with its round), and whether it is postponed, for what reason.

    A moment without a zone is one of the event's. Errors: `bad_moment`, `wrong_state`, `not_of_event`, and those of
    the reason.
    """
    wanted = clean_moment(tournament, agreed_for), postponed, ""
    if postponed:
        wanted = *wanted[:2], clean_line(why, field="why", length=WHY_LENGTH)
    with changing(tournament, touches=(), later=("matches",)):
        row = stored_match(tournament, match)
        open_round(row.round, OPEN_STATES)
        before = _facts(row)
        row.agreed_for, row.postponed, row.postponed_why = wanted
        if _facts(row) == before:
            raise Unchanged
        touching(tournament.pk, matches=[row.pk])
        row.save(update_fields=["agreed_for", "postponed", "postponed_why"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.MATCH_ARRANGED,
            round_number=row.round.number,
            subject=names_at(tournament, row),
            before=before,
            after=_facts(row),
            note=row.postponed_why,
        )
    match.agreed_for, match.postponed, match.postponed_why = wanted
    return match


def clean_moment(tournament: Tournament, value: datetime | str | None) -> datetime | None:
    """A moment to the minute, from a form or from JSON. Errors: `bad_moment`."""
    if value is None or value == "":
        return None
    try:
        moment = parse_datetime(value) if isinstance(value, str) else value
        if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise ValueError(value)
        here = moment if moment.tzinfo else moment.replace(tzinfo=zone_of(tournament))
        return here.astimezone(UTC).replace(second=0, microsecond=0)
    except (ValueError, OverflowError) as error:
        raise refuse.bad_moment(value=str(value)[:40]) from error


def _facts(row: Match) -> dict[str, object]:
    """What is agreed, as the log keeps it."""
    return {
        "table": row.table,
        "agreed_for": for_programs(row.agreed_for) if row.agreed_for else None,
        "postponed": row.postponed,
    }
