"""Tables without a result, and when the round may be over."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import computed
from tournaments.api.mirrored import Mirror
from tournaments.rights import can_see_drafts
from tournaments.rounds.selectors.outstanding import OpenTable, Outstanding, outstanding


class OpenTableOut(
    Mirror,
    of=OpenTable,
    shows=(
        "table names extra_minutes extra_why playing_since call report fixed_table_of due agreed_for postponed "
        "postponed_why overdue"
    ),
    playing_since="When the clock started, or when somebody asked and they were playing.",
    call="`open`: waits for a judge, `taken`: one is on the way; else empty.",
    report="What players report: `waiting`, `disputed`, or empty.",
    due="When its time is over, while the clock runs.",
    agreed_for="By appointment; null: with its round.",
    overdue="The day it was agreed or planned for is over.",
):
    """A table without a result, and what is known of it."""

    @computed()
    def extra_minutes(self, row: Any) -> int:
        return int(row.extra.minutes) if row.extra else 0

    @computed()
    def extra_why(self, row: Any) -> str:
        return str(row.extra.why) if row.extra else ""

    fixed_table_of = serializers.ListField(child=serializers.CharField(), source="fixed")


class OutstandingOut(
    Mirror,
    of=Outstanding,
    shows="round total tables since ends unknown",
    total="Tables of the round.",
    since="When the round began: with its clock, else when it was published.",
    unknown="Why there is no estimate: `too_early`, `longer_than_all`, or empty.",
):
    """What is missing of a round."""

    round = serializers.IntegerField(source="round_number")

    @computed(
        {
            "type": ["object", "null"],
            "properties": {
                name: {"type": "string", "format": "date-time"} for name in ("earliest", "middle", "latest")
            },
            "required": ["earliest", "middle", "latest"],
        },
        help_text="null: see `unknown`.",
    )
    def ends(self, outstanding: Any) -> dict[str, str] | None:
        if outstanding.ends is None:
            return None
        shown = serializers.DateTimeField()
        names = ("earliest", "middle", "latest")
        return {n: str(shown.to_representation(at)) for n, at in zip(names, outstanding.ends, strict=True)}


class OutstandingTables(RoundView):
    reads = can_see_drafts
    restricted = True
    versioned = False

    @endpoint(
        "list_outstanding",
        "Tables of a round without a result, what delays them, and when the round may be over.",
        gives=OutstandingOut,
    )
    def get(self, request: Request, number: int) -> Outstanding:
        round_ = self.round(number)
        round_.tournament = self.event
        return outstanding(round_, timezone.now())
