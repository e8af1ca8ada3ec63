"""What an event may know of a person besides the name, each declared once.

Columns of Player. From these declarations follow how a value is cleaned, the fields of forms and of the API, what a
list that is imported may hold, and who sees it: on lists, at the desk only, or nobody but those who may change players.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.db.models import Field
from django.utils.translation import gettext_lazy as _

from pairing.model.seat_words import BY_COLOUR
from pairing.systems import seat_words_of
from tournaments.models import Player, Tournament
from tournaments.snapshots import is_of_four

RATING_RANGE = (-900, 100_000)  # the least is that of the lists of go


class Kind(Enum):
    """What sort of value it is."""

    LINE = "one line of text"
    WHOLE = "a whole number"
    DAY = "a day of the year"
    EMAIL = "an e-mail address"


class Audience(Enum):
    """Who sees it."""

    EVERYBODY = "everybody who sees the list"
    STAFF = "the staff of the event"
    CONTACTS = "those who may change players"


class Game(Enum):
    """What is played, as far as the system tells."""

    CHESS = "with colours"
    OF_TWO = "by two at a table"
    OF_FOUR = "by four at a table"


_ALL = frozenset(Game)
_CHESS = frozenset({Game.CHESS})


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonField:
    """A column of Player. `wanted`: the games that ask for it; elsewhere forms fold it away. `taken` is what the API's
    description says.
    """

    name: str
    kind: Kind
    label: Any
    seen: Audience
    wanted: frozenset[Game]
    low: int = 0
    high: int = 0
    help: Any = ""
    taken: str = ""

    @property
    def longest(self) -> int:
        """Characters of a text."""
        column = Player._meta.get_field(self.name)
        assert isinstance(column, Field)
        return column.max_length or 0


# In the order in which forms and the API have them.
_FIELDS = (
    PersonField(
        name="title", kind=Kind.LINE, label=_("Title"), seen=Audience.EVERYBODY, wanted=_ALL - {Game.OF_FOUR}
    ),
    PersonField(
        name="federation", kind=Kind.LINE, label=_("Federation"), seen=Audience.EVERYBODY, wanted=_ALL
    ),
    PersonField(
        name="fide_id",
        kind=Kind.WHOLE,
        label=_("FIDE ID"),
        seen=Audience.STAFF,
        wanted=_CHESS,
        low=1,
        high=999_999_999,
        taken="Also tells who is who in FIDE reports.",
    ),
    PersonField(
        name="national_id",
        kind=Kind.LINE,
        label=_("National ID"),
        seen=Audience.STAFF,
        wanted=_ALL,
        help=_("The number in the list of the national federation."),
    ),
    PersonField(
        name="second_rating",
        kind=Kind.WHOLE,
        label=_("Second rating"),
        seen=Audience.STAFF,
        wanted=_CHESS,
        low=RATING_RANGE[0],
        high=RATING_RANGE[1],
        help=_("Only for information: pairings go by the first."),
    ),
    PersonField(
        name="second_rating_kind",
        kind=Kind.LINE,
        label=_("Kind of the second rating"),
        seen=Audience.STAFF,
        wanted=_CHESS,
        help=_("Such as national, rapid or blitz."),
    ),
    PersonField(
        name="sex",
        kind=Kind.LINE,
        label=_("Sex"),
        seen=Audience.STAFF,
        wanted=_CHESS,
        help=_("As the federation writes it."),
    ),
    PersonField(
        name="birth_year",
        kind=Kind.WHOLE,
        label=_("Year of birth"),
        seen=Audience.STAFF,
        wanted=_CHESS,
        low=1900,
        high=2100,
    ),
    PersonField(
        name="birth_day",
        kind=Kind.DAY,
        label=_("Birthday"),
        seen=Audience.CONTACTS,
        wanted=_CHESS,
        help=_("Month and day, such as 04-23. For reports to the federation."),
        taken="Month and day, `04-23`. Shown only to those who may change players; in no document.",
    ),
    PersonField(
        name="email",
        kind=Kind.EMAIL,
        label=_("E-mail address"),
        seen=Audience.CONTACTS,
        wanted=_ALL,
        help=_("Seen only by those who may change players."),
        taken="Shown only to those who may change players; in no document.",
    ),
)
PERSON: dict[str, PersonField] = {one.name: one for one in _FIELDS}


def fields_seen_by(*audiences: Audience) -> tuple[str, ...]:
    """The names of the fields that these see and nobody else."""
    return tuple(one.name for one in _FIELDS if one.seen in audiences)


CONTACTS = fields_seen_by(Audience.CONTACTS)
OF_STAFF = fields_seen_by(Audience.STAFF)


def game_of(tournament: Tournament) -> Game:
    """What is played in the event."""
    if is_of_four(tournament):
        return Game.OF_FOUR
    return Game.CHESS if seat_words_of(tournament.system) is BY_COLOUR else Game.OF_TWO


def wanted_in(tournament: Tournament) -> Collection[str]:
    """The names of the fields that the game of the event asks for."""
    game = game_of(tournament)
    return tuple(one.name for one in _FIELDS if game in one.wanted)


def without_contacts(values: dict[str, Any]) -> dict[str, Any]:
    """Values of a player for the log, which the whole staff reads: of contact data only that it was changed."""
    return {name: bool(value) if name in CONTACTS else value for name, value in values.items()}
