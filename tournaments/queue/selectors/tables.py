"""Which table a match is played at, for all that shows a table beside a match."""

from collections.abc import Mapping
from typing import TypeAlias

from django.utils.translation import gettext

from pairing.model.moments import MatchId
from tournaments.models import Tournament
from tournaments.queue.selectors.now import has_queue, read
from tournaments.steps.version_cache import at_hand

Event: TypeAlias = Tournament | str


def called_to(tournament: Event, number: int, match: int) -> int | None:
    """The table of a match, by its round and its number there: the one it was called to, None before that. Without a
    queue the number of a match is that of its table. A sample is of no event.
    """
    if isinstance(tournament, str) or not has_queue(tournament):
        return match
    return at_hand(tournament, "called-to", lambda: _called(tournament)).get((number, match))


def _called(tournament: Tournament) -> Mapping[MatchId, int]:
    matches = read(tournament).state.matches
    return {match.id: match.table for match in matches if match.table is not None}


def table_words(tournament: Event, number: int, match: int) -> str:
    """A table in words; before a call the match, whose number nobody takes for a table."""
    table = called_to(tournament, number, match)
    if table is None:
        return gettext("Match %(match)s") % {"match": match}
    return gettext("Table %(table)s") % {"table": table}


def round_words(tournament: Event, number: int, match: int) -> str:
    """The same with its round."""
    table = called_to(tournament, number, match)
    if table is None:
        return gettext("Round %(number)s, match %(match)s") % {"number": number, "match": match}
    return gettext("Round %(number)s, table %(table)s") % {"number": number, "table": table}
