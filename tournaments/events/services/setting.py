"""What a setting of an event is: its kind, until when it may change, where its page shows it, what may stand in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.db.models import Field

from tournaments.events.refusals import refuse
from tournaments.events.services.cleaners import clean_zone
from tournaments.events.services.rules import clean_meetings
from tournaments.events.services.timetable import clean_date, clean_round_starts, clean_time
from tournaments.models import Tournament
from tournaments.steps.fields import clean_line, clean_text, clean_whole


class Kind(Enum):
    """What sort of value it is. Forms and API have a field for each kind."""

    LINE = "one line of text"
    TEXT = "text of several lines"
    SLUG = "an address"
    ZONE = "a time zone"
    WORD = "one of a few words"
    DATE = "a day"
    TIME = "a time of the day"
    STARTS = "the planned starts of the rounds"
    WHOLE = "a whole number"
    FIRST_ROUNDS = "in how many rounds from the first"
    FLAG = "yes or no"
    # Checked together, since the system says what the others may be.
    SYSTEM = "a pairing system"
    OPTIONS = "options of the system"
    SCORING = "what results are worth"
    CHAIN = "tie-breaks in order"
    MEETINGS = "who met in earlier seasons"


class When(Enum):
    """Until when it may change."""

    ALWAYS = "at any time"
    FORESEEN = "once a round is paired, after somebody has seen what that changes"
    UNPAIRED = "until a round is paired"


class Section(Enum):
    """Where on the Settings page it stands."""

    EVENT = "The event"
    ROUNDS = "Rounds"
    PLAYERS = "Players"
    DRAW = "Draw seed"
    # Drawn by the page itself, beside what it suggests for them.
    RULES = "Pairing system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One column of Tournament that organisers set.

    `label` and `help` are the page's words; `place` its section and place there, and those with the same `row` stand
    side by side; without a `place` it is not on the page as a field of its own. `taken` is what the API's description
    says where it is sent, `shown` where it is read. `clean` is needed where its kind does not say how.
    """

    name: str
    kind: Kind
    when: When = When.ALWAYS
    of_phases: bool = False  # the phases of an event say it, where there are some
    required: bool = False
    length: int = 0  # 0: that of the column
    low: int = 0
    high: int = 0
    clean: Callable[[Any], Any] | None = None
    label: Any = ""
    help: Any = ""
    place: tuple[Section, int] | None = None
    row: str = ""
    taken: str = ""
    shown: str = ""
    only_taken: bool = False  # the API does not show it with the event
    of_one_event: bool = False  # a copy of the event does not have it

    def __str__(self) -> str:
        return self.name

    @property
    def column(self) -> Field[Any, Any]:
        found = Tournament._meta.get_field(self.name)
        assert isinstance(found, Field)
        return found

    @property
    def longest(self) -> int:
        return self.length or self.column.max_length or 0

    def cleaned(self, value: object) -> object:
        """The value as it would be stored. Errors: ServiceError, naming the field."""
        if self.clean is not None:
            return self.clean(value)
        return _CLEANERS[self.kind](self, value) if self.kind in _CLEANERS else value


def _whole(one: Setting, value: object) -> int | None:
    number = clean_whole(value, field=one.name, low=one.low, high=one.high)
    if number is None and not one.column.null:
        raise refuse.missing(field=one.name)
    return number


_CLEANERS: Mapping[Kind, Callable[[Setting, Any], Any]] = {
    Kind.LINE: lambda one, v: clean_line(v, field=one.name, length=one.longest, required=one.required),
    Kind.TEXT: lambda one, v: clean_text(v, field=one.name, length=one.longest),
    Kind.ZONE: lambda one, v: clean_zone(v),
    Kind.DATE: lambda one, v: clean_date(v, one.name),
    Kind.TIME: lambda one, v: clean_time(v, one.name),
    Kind.STARTS: lambda one, v: clean_round_starts(v),
    Kind.WHOLE: _whole,
    Kind.FIRST_ROUNDS: _whole,
    Kind.FLAG: lambda one, v: bool(v),
    Kind.MEETINGS: lambda one, v: clean_meetings(v),
}
