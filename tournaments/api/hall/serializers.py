"""The screens of the hall."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.reverse import reverse

from tournaments.api.fields import Flag, Strict, Text, Whole, Word, computed
from tournaments.hall.selectors.screens import is_there
from tournaments.hall.services.screens import (
    HIGHEST_SECONDS,
    HIGHEST_TABLE,
    LETTERS_LENGTH,
    LOWEST_SECONDS,
    MESSAGE_LENGTH,
    NAME_LENGTH,
)
from tournaments.models import Screen, ScreenMode, ScreenSize

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
