"""The hand-over pack as JSON, and what a copy of an event needs to be told."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.api.events.serializers.settings import taken
from tournaments.api.fields import Flag, Strict, Text
from tournaments.events.services.settings import SETTINGS
from tournaments.files.services.hand_over import LONGEST_PASS_PHRASE, SHORTEST_PASS_PHRASE


class PassPhrase(Text):
    """Spaces at its ends count."""

    def __init__(self, **given: Any) -> None:
        super().__init__(trim_whitespace=False, max_length=LONGEST_PASS_PHRASE, write_only=True, **given)


class Base64(Text):
    """Bytes as text."""

    default_error_messages = {"not_base64": _("This is not base64.")}

    def to_internal_value(self, data: Any) -> Any:
        try:
            return base64.b64decode(super().to_internal_value(data), validate=True)
        except (binascii.Error, ValueError):
            self.fail("not_base64")


class PassPhraseIn(Strict):
    pass_phrase = PassPhrase(min_length=SHORTEST_PASS_PHRASE)


class ReportOut(serializers.Serializer[Any]):
    report = serializers.CharField(help_text="The text of the file, TRF.")


class PackOut(serializers.Serializer[Any]):
    file = serializers.CharField(help_text="The hand-over pack, base64.")


class PackIn(Strict):
    file = Base64(help_text="The hand-over pack, base64.")
    pass_phrase = PassPhrase()
    slug = Text(required=False, max_length=60, help_text="Another address, where that of the event is taken.")


class TakenOverOut(serializers.Serializer[Any]):
    event = serializers.CharField(source="event.slug", help_text="The address (slug) of the event here.")
    without_account = serializers.ListField(
        child=serializers.CharField(), help_text="User names on its staff that have no account here."
    )


class NewEventIn(Strict):
    """What no copy can know."""

    def get_fields(self) -> dict[str, Any]:
        return {name: taken(SETTINGS[name]) for name in ("name", "starts_on")} | super().get_fields()


class CopyIn(NewEventIn):
    with_players = Flag(required=False, help_text="Players come along; no one is checked in.")
