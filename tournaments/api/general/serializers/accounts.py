"""Who is asking, and with which token."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.models import ApiToken
from tournaments.api.fields import Strict, Text, Whole
from tournaments.api.mirrored import Mirror

MAX_DAYS = 3650


class TokenIn(Strict):
    name = Text(max_length=80, help_text="What it is for.")
    days = Whole(required=False, min_value=1, max_value=MAX_DAYS, help_text="How long it is good for.")


class TokenOut(
    Mirror, of=ApiToken, shows="id name created expiry last_used", last_used="To five minutes; null: not yet."
):
    id = serializers.CharField(source="token_key", help_text="The beginning of the token.")


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="Shown this once; only a digest of it is stored.")


class MeOut(serializers.Serializer[Any]):
    username = serializers.CharField()
    display_name = serializers.CharField(source="__str__")
    token = TokenOut(allow_null=True, help_text="The token of this request.")
