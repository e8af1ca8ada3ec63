"""Tables without a result, and when the round may be over."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class OpenTableOut(serializers.Serializer[Any]):
    """A table without a result, and what is known of it."""

    table = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    extra_minutes = serializers.SerializerMethodField()
    extra_why = serializers.SerializerMethodField()
    playing_since = serializers.DateTimeField(
        allow_null=True, help_text="When the clock started, or when somebody asked and they were playing."
    )
    call = serializers.CharField(
        help_text="`open`: waits for a judge, `taken`: one is on the way; else empty."
    )
    report = serializers.CharField(help_text="What players report: `waiting`, `disputed`, or empty.")
    fixed_table_of = serializers.ListField(child=serializers.CharField(), source="fixed")
    due = serializers.DateTimeField(allow_null=True, help_text="When its time is over, while the clock runs.")

    def get_extra_minutes(self, row: Any) -> int:
        return int(row.extra.minutes) if row.extra else 0

    def get_extra_why(self, row: Any) -> str:
        return str(row.extra.why) if row.extra else ""


class OutstandingOut(serializers.Serializer[Any]):
    """What is missing of a round."""

    round = serializers.IntegerField(source="round_number")
    total = serializers.IntegerField(help_text="Tables of the round.")
    tables = OpenTableOut(many=True)
    since = serializers.DateTimeField(
        allow_null=True, help_text="When the round began: with its clock, else when it was published."
    )
    ends = serializers.SerializerMethodField(help_text="null: see `unknown`.")
    unknown = serializers.CharField(
        help_text="Why there is no estimate: `too_early`, `longer_than_all`, or empty."
    )

    @extend_schema_field(
        {
            "type": ["object", "null"],
            "properties": {
                name: {"type": "string", "format": "date-time"} for name in ("earliest", "middle", "latest")
            },
            "required": ["earliest", "middle", "latest"],
        }
    )
    def get_ends(self, found: Any) -> dict[str, str] | None:
        if found.ends is None:
            return None
        shown = serializers.DateTimeField()
        names = ("earliest", "middle", "latest")
        return {n: str(shown.to_representation(at)) for n, at in zip(names, found.ends, strict=True)}
