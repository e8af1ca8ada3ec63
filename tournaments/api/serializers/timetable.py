"""The planned starts of the rounds of an event."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.fields import TIME_OF_DAY, Strict, TimeOfDay, Whole
from tournaments.events.services.timetable import MAX_DAYS, MAX_ROUNDS

_START: Any = {
    "type": ["object", "null"],
    "properties": {
        "day": {"type": "integer", "minimum": 1, "maximum": MAX_DAYS},
        "time": {"type": "string", "pattern": TIME_OF_DAY},
    },
    "required": ["day", "time"],
    "additionalProperties": False,
}
_AT: Any = {"type": ["string", "null"], "format": "date-time"}
_START_AT: Any = {
    **_START,
    "properties": {**_START["properties"], "at": _AT},
    "required": [*_START["required"], "at"],
}
PLANNED: Any = {"type": "array", "items": _START_AT}


class RoundStart(Strict):
    """When a round is planned to start."""

    day = Whole(min_value=1, max_value=MAX_DAYS)
    time = TimeOfDay()


@extend_schema_field({"type": "array", "items": _START, "maxItems": MAX_ROUNDS})
class RoundStarts(serializers.ListField):
    child = RoundStart(allow_null=True)
