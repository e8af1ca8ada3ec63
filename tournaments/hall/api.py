"""The hall: its screens, the numbers of its tables, and the message everybody reads."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from pairing.model.hall import HIGHEST
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Flag, Strict, Text, Whole, Word, computed
from tournaments.api.serializers.events import EventOut
from tournaments.hall.selectors.screens import is_there, screen_by_key, screens_of
from tournaments.hall.services import screens
from tournaments.hall.services.messages import LENGTH, clear_message, set_message
from tournaments.hall.services.screens import (
    HIGHEST_SECONDS,
    HIGHEST_TABLE,
    LETTERS_LENGTH,
    LOWEST_SECONDS,
    MESSAGE_LENGTH,
    NAME_LENGTH,
)
from tournaments.models import Screen, ScreenMode, ScreenSize, Tournament
from tournaments.players.selectors.table_numbers import needs
from tournaments.players.services import table_numbers
from tournaments.rights import Right, having

_PART: dict[str, Any] = {"required": False, "allow_null": True, "min_value": 1, "max_value": HIGHEST_TABLE}
_OUT: dict[str, Any] = {"read_only": True, "default": None, "allow_null": True}


class ScreenIn(Strict):
    """A screen and what it shows."""

    name = Text(max_length=NAME_LENGTH)
    mode = Word(ScreenMode.choices, required=False, help_text="What it shows; `auto` chooses by itself.")
    message = Text(required=False, allow_blank=True, max_length=MESSAGE_LENGTH)
    first_table = Whole(**_PART, help_text="Where screens share the tables; null: from the first.")
    last_table = Whole(**_PART)
    first_letter = Text(
        required=False,
        allow_blank=True,
        max_length=LETTERS_LENGTH,
        help_text="Where screens share the list by name, such as `A`; empty: from the first.",
    )
    last_letter = Text(
        required=False,
        allow_blank=True,
        max_length=LETTERS_LENGTH,
        help_text="All names that begin with it are in; empty: to the last.",
    )
    details = Flag(
        required=False,
        allow_null=True,
        help_text="Opponents and tie-breaks; null: in S and XL they are left out where that saves pages.",
    )
    seconds = Whole(
        required=False,
        allow_null=True,
        min_value=LOWEST_SECONDS,
        max_value=HIGHEST_SECONDS,
        help_text="How long a page stays; null: 10.",
    )
    size = Word(
        ScreenSize.choices, required=False, help_text="How large the names are; a new screen has `M`."
    )


class ScreenOut(serializers.Serializer[Screen]):
    """A screen, and whether it is there."""

    key = serializers.CharField()
    name = serializers.CharField()
    mode = serializers.ChoiceField(ScreenMode.choices)
    message = serializers.CharField()

    first_table = serializers.IntegerField(source="part.first", **_OUT)
    last_table = serializers.IntegerField(source="part.last", **_OUT)
    first_letter = serializers.CharField(source="part.first_letter", read_only=True, default="")
    last_letter = serializers.CharField(source="part.last_letter", read_only=True, default="")
    details = serializers.BooleanField(source="part.details", **_OUT)
    seconds = serializers.IntegerField(source="part.seconds", **_OUT)
    size = serializers.ChoiceField(
        ScreenSize.choices, source="part.size", read_only=True, default=ScreenSize.MEDIUM
    )

    @computed({"type": "string", "format": "uri"}, help_text="What to open on the computer of the projector.")
    def url(self, screen: Screen) -> str:
        address = [screen.tournament.slug, screen.key]
        return reverse("public:named_screen", address, request=self.context["request"])

    seen_at = serializers.DateTimeField(allow_null=True)

    @computed(help_text="It has asked within the last 45 seconds.")
    def is_there(self, screen: Screen) -> bool:
        return is_there(screen, timezone.now())


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


class HallOut(serializers.Serializer[Tournament]):
    """The tables of the hall, and whether they suffice."""

    @computed(_RANGES)
    def ranges(self, event: Tournament) -> object:
        return event.tables.get("ranges", [])

    @computed({"type": "array", "items": _NUMBER})
    def skip(self, event: Tournament) -> object:
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


class MessageIn(Strict):
    message = Text(max_length=LENGTH, help_text="Plain text of one line.")


class Message(EventView):
    tag = "Screens"
    writes = having(Right.SCREENS)

    @endpoint(
        "set_message",
        "Show a message to the players, on their own pages and the public ones.",
        takes=MessageIn,
        gives=EventOut,
        description="It stays until it is cleared or replaced, and is read as `message` of the event.",
    )
    def put(self, request: Request, data: dict[str, Any]) -> Tournament:
        return set_message(tournament=self.event, actor=self.actor, **data)

    @endpoint("clear_message", "Clear the message to the players.")
    def delete(self, request: Request) -> None:
        clear_message(tournament=self.event, actor=self.actor)


class ScreenView(EventView):
    """A view below one event that knows its screens. Whether one is there depends on the moment: no ETag."""

    tag = "Screens"
    reads = having(Right.SCREENS)
    writes = having(Right.SCREENS)
    restricted = True
    versioned = False

    def rows(self) -> QuerySet[Screen]:
        return screens_of(self.event).select_related("tournament")


class Screens(ScreenView):
    @endpoint("list_screens", "The screens of the hall.", gives=ScreenOut, many=True)
    def get(self, request: Request) -> QuerySet[Screen]:
        return self.rows()

    @endpoint("create_screen", "A new screen.", takes=ScreenIn, gives=ScreenOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        made = screens.create_screen(tournament=self.event, actor=self.actor, **data)
        where = reverse("api:screen", [self.event.slug, made.key], request=request)
        return self.shown(ScreenOut, made, status=201, where=where)


class OneScreen(ScreenView):
    @endpoint("read_screen", "One screen.", gives=ScreenOut)
    def get(self, request: Request, key: str) -> Screen:
        return screen_by_key(self.event, key)

    @endpoint("change_screen", "Show something else on it.", takes=ScreenIn, gives=ScreenOut)
    def patch(self, request: Request, key: str, data: dict[str, Any]) -> Screen:
        row = screen_by_key(self.event, key)
        return screens.update_screen(tournament=self.event, actor=self.actor, screen=row, **data)

    @endpoint("delete_screen", "Its address finds nothing any more.")
    def delete(self, request: Request, key: str) -> None:
        row = screen_by_key(self.event, key)
        screens.delete_screen(tournament=self.event, actor=self.actor, screen=row)
