"""Deleted events as their owners see them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class BinnedOut(serializers.Serializer[Any]):
    """An event in the bin."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    starts_on = serializers.DateField(source="event.starts_on", allow_null=True)
    players = serializers.IntegerField(source="event.player_count")
    deleted_at = serializers.DateTimeField()
    until = serializers.DateTimeField(help_text="Until then it can be restored.")
