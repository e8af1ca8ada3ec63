"""The tables of the hall."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from pairing.model.hall import HIGHEST
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, Whole, computed
from tournaments.models import Tournament
from tournaments.players.selectors.table_numbers import needs
from tournaments.players.services import table_numbers

_NUMBER: Any = {"type": "integer", "minimum": 1, "maximum": HIGHEST}
_RANGES: Any = {
    "type": "array",
    "items": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
    "example": [[1, 40], [101, 140]],
}


@extend_schema_field(_RANGES)
class Ranges(serializers.ListField):
    """First and last numbers."""

    child = serializers.ListField(child=Whole(min_value=1, max_value=HIGHEST), min_length=2, max_length=2)
    default_error_messages = {"not_a_list": _("Give a list of first and last numbers.")}


class HallIn(Strict):
    """The numbers of the tables, as in the event document."""

    ranges = Ranges(max_length=table_numbers.MOST_RANGES, help_text="[]: 1, 2, 3 ...")
    skip = serializers.ListField(
        child=Whole(min_value=1, max_value=HIGHEST),
        required=False,
        max_length=table_numbers.MOST_SKIPPED,
        help_text="Numbers in these ranges that are not there.",
    )


class HallOut(serializers.Serializer[Any]):
    """The tables of the hall, and whether they suffice."""

    @computed(_RANGES)
    def ranges(self, event: Tournament) -> Any:
        return event.tables.get("ranges", [])

    @computed({"type": "array", "items": _NUMBER})
    def skip(self, event: Tournament) -> Any:
        return event.tables.get("skip", [])

    @computed({"type": ["integer", "null"]}, help_text="How many tables; null: as many as needed.")
    def there(self, event: Tournament) -> int | None:
        return needs(event).there

    @computed(help_text="How many the players need who are there now.")
    def needed(self, event: Tournament) -> int:
        return needs(event).needed


class Tables(EventView):
    tag = "Events"

    @endpoint("read_tables", "Which tables the hall has.", gives=HallOut)
    def get(self, request: Request) -> Tournament:
        return self.event

    @endpoint(
        "set_tables", "Which tables the hall has; paired rounds keep theirs.", takes=HallIn, gives=HallOut
    )
    def put(self, request: Request, data: dict[str, Any]) -> Tournament:
        table_numbers.set_tables(tournament=self.event, actor=self.actor, **data)
        return self.event
