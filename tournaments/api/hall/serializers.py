"""The screens of the hall."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.reverse import reverse

from tournaments.api.fields import Strict, Text, Whole, Word, computed
from tournaments.hall.selectors.screens import is_there
from tournaments.hall.services.screens import (
    HIGHEST_SECONDS,
    HIGHEST_TABLE,
    LOWEST_SECONDS,
    MESSAGE_LENGTH,
    NAME_LENGTH,
    facts_of,
)
from tournaments.models import Screen, ScreenMode, ScreenSize

_PART: dict[str, Any] = {"required": False, "allow_null": True, "min_value": 1, "max_value": HIGHEST_TABLE}


class ScreenIn(Strict):
    """A screen and what it shows."""

    name = Text(max_length=NAME_LENGTH)
    mode = Word(ScreenMode.choices, required=False, help_text="What it shows; `auto` chooses by itself.")
    message = Text(required=False, allow_blank=True, max_length=MESSAGE_LENGTH)
    first_table = Whole(**_PART, help_text="Where screens share the tables; null: from the first.")
    last_table = Whole(**_PART)
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

    @computed({"type": ["integer", "null"]})
    def first_table(self, screen: Screen) -> Any:
        return facts_of(screen)["first_table"]

    @computed({"type": ["integer", "null"]})
    def last_table(self, screen: Screen) -> Any:
        return facts_of(screen)["last_table"]

    @computed({"type": ["integer", "null"]})
    def seconds(self, screen: Screen) -> Any:
        return facts_of(screen)["seconds"]

    @computed({"type": "string", "enum": ScreenSize.values})
    def size(self, screen: Screen) -> Any:
        return facts_of(screen)["size"]

    @computed({"type": "string", "format": "uri"}, help_text="What to open on the computer of the projector.")
    def url(self, screen: Screen) -> str:
        address = [screen.tournament.slug, screen.key]
        return reverse("public:named_screen", address, request=self.context["request"])

    seen_at = serializers.DateTimeField(allow_null=True)

    @computed(help_text="It has asked within the last 45 seconds.")
    def is_there(self, screen: Screen) -> bool:
        return is_there(screen, timezone.now())
