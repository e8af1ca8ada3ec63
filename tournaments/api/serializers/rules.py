"""Rules of an event as the API takes and shows them: scoring, tie-breaks, phases, meetings of earlier seasons."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.formats.document_scoring import points_to_json
from pairing.model.scoring import mahjong
from pairing.model.types import FOUR, TWO, TableKind
from pairing.systems import seats_of
from tournaments.api.fields import Plain
from tournaments.events.services.rules import SCORING_FIELDS, hundredths, scoring_of_document
from tournaments.models import Tournament
from tournaments.snapshots import mahjong_of, seats_at_table

CHAIN: Any = {
    "type": "array",
    "items": {"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]},
    "example": ["solkoff", {"name": "omw", "floor": 0.25}],
}
_NUMBER: Any = {"type": ["number", "null"]}
_WHOLE: Any = {"type": "integer"}
_OF_FOUR: Any = {
    "preset": {"type": "string", "enum": list(mahjong.PRESETS)},
    "start": _WHOLE,
    "return": _WHOLE,
    "uma": {"type": "array", "items": {"type": "number"}, "minItems": FOUR, "maxItems": FOUR},
    "oka": {"type": "number"},
    "ties": {"type": "string"},
    "leftover": {"type": "string"},
    "chombo": {"type": "number"},
    "missed_game": {"type": "number"},
}
SCORING: Any = {
    "type": "object",
    "properties": {**dict.fromkeys(SCORING_FIELDS, _NUMBER), **_OF_FOUR},
    "additionalProperties": False,
    "example": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1},
}
_MEETINGS: Any = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "season": {"type": "integer"},
            "players": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        },
        "required": ["season", "players"],
    },
}


PHASES: Any = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "system": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "options": {"type": "object", "additionalProperties": True},
                },
                "required": ["name"],
            },
            "rounds": {"type": ["integer", "null"]},
            "cut": {
                "type": ["object", "null"],
                "properties": {
                    "rank": {"type": "integer"},
                    "points": {"type": "number"},
                    "losses": {"type": "integer"},
                },
            },
        },
        "required": ["system"],
    },
    "example": [
        {"system": {"name": "monrad"}, "rounds": 5},
        {"cut": {"rank": 8}, "system": {"name": "bracket", "options": {"third_place": True}}},
    ],
}


class Rows(serializers.Field[object, object, object, object]):
    """A JSON list, checked by the service it is for."""

    default_error_messages = {"invalid": _("Give a list.")}

    def to_internal_value(self, data: object) -> list[object]:
        if not isinstance(data, list):
            self.fail("invalid")
        return data

    def to_representation(self, value: object) -> object:
        return value


@extend_schema_field(CHAIN)
class Chain(Rows):
    """Tie-break codes in order, as in the event document."""


@extend_schema_field(_MEETINGS)
class Meetings(Rows):
    """Who met in earlier seasons."""


@extend_schema_field(PHASES)
class Phases(Rows):
    """The phases of an event, as in the event document."""


@extend_schema_field(SCORING)
class Scoring(Plain):
    """As in the event document: points by outcome for two, presets and values of `/scoring/` for tables of four."""


def stored_scoring(system: str, scoring: dict[str, Any]) -> dict[str, object]:
    """A scoring as it is sent in the form in which services take it. Errors: ServiceError naming the field."""
    return _SENT[seats_of(system)](scoring)


def shown_scoring(event: Tournament) -> dict[str, object]:
    """The scoring of an event as it is read."""
    return _READ[seats_at_table(event)](event)


def _in_hundredths(given: dict[str, Any]) -> dict[str, object]:
    return {
        name: hundredths(value, f"scoring.{name}") if name in SCORING_FIELDS else value
        for name, value in given.items()
    }


def _in_points(event: Tournament) -> dict[str, object]:
    return {name: points_to_json(points) for name, points in event.scoring.items()}


_SENT: Mapping[TableKind, Callable[[dict[str, Any]], dict[str, Any]]] = {
    TWO: _in_hundredths,
    FOUR: scoring_of_document,
}
_READ: Mapping[TableKind, Callable[[Tournament], dict[str, Any]]] = {
    TWO: _in_points,
    FOUR: lambda event: mahjong.to_json(mahjong_of(event)),
}
