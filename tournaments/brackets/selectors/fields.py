"""What stands at the right of a match in the picture of the desk: where it is played and since when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, pgettext

from pairing.model.moments import MatchId
from tournaments.models import Match, Tournament
from tournaments.queue.selectors.now import QueueNow, has_queue, read


@dataclass(frozen=True, slots=True)
class Field:
    """A `text` with a word above it and one below. `kind` is `playing`, `called`, `next`, `table` (it has one, and
    nobody has begun), or "" for nothing.
    """

    text: str = ""
    kind: str = ""
    above: str = ""
    below: str = ""


NOTHING = Field()


def fields_of(tournament: Tournament, matches: Iterable[Match]) -> Mapping[int, Field]:
    """The field of each of these matches that is open, by its primary key."""
    open_ones = [match for match in matches if match.result is None]
    if has_queue(tournament):
        return _in_queue(read(tournament), open_ones)
    return {match.pk: _at_table(match.table, _minutes(match.playing_since)) for match in open_ones}


def _in_queue(queue: QueueNow, matches: Iterable[Match]) -> Mapping[int, Field]:
    """Tables are where the queue has called to; who waits has a place in its line."""
    places = {row.match.id: row.place for row in queue.line}
    return {match.pk: _queued(queue, (match.round.number, match.table), places) for match in matches}


def _queued(queue: QueueNow, id: MatchId, places: Mapping[MatchId, int]) -> Field:
    match = queue.state.match.get(id)
    if match is None or (match.table is None and id not in places):
        return NOTHING
    if match.table is None:
        return Field(str(places[id]), "next", pgettext("in the line", "next"))
    if match.begun is None:
        return Field(str(match.table), "called", pgettext("a match", "called"))
    return _at_table(match.table, (queue.state.now - match.begun) // 60)


def _minutes(since: datetime | None) -> int | None:
    return None if since is None else int((timezone.now() - since).total_seconds() // 60)


def _at_table(table: int, minutes: int | None) -> Field:
    word = pgettext("the place where a match is played", "Table")
    if minutes is None:
        return Field(str(table), "table", word)
    return Field(str(table), "playing", word, gettext("%(count)s min") % {"count": minutes})
