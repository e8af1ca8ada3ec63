"""What stands at the right of a match in the picture of the desk: where it is played and since when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, pgettext

from tournaments.models import Match, Tournament


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
    word = pgettext("the place where a match is played", "Table")
    return {match.pk: _at_table(match, word) for match in matches if match.result is None}


def _at_table(match: Match, word: str) -> Field:
    if match.playing_since is None:
        return Field(str(match.table), "table", word)
    minutes = int((timezone.now() - match.playing_since).total_seconds() // 60)
    return Field(str(match.table), "playing", word, gettext("%(count)s min") % {"count": minutes})
