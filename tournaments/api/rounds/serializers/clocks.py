"""The clock of a round, and extra time for tables."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Reason, Strict, Whole, computed
from tournaments.events.services.cleaners import MAX_MINUTES
from tournaments.rounds.selectors.clocks import ClockState
from tournaments.rounds.services.clocks import WHY_LENGTH


class ClockOut(serializers.Serializer[Any]):
    """The clock as it stands at `now`. While it runs, count from `ends_at` by the server's time, not by your own."""

    round = serializers.IntegerField(source="clock.round_number")
    state = serializers.ChoiceField([state.value for state in ClockState], source="clock.state")
    minutes = serializers.IntegerField(source="clock.minutes", help_text="The length of the round.")
    ends_at = serializers.DateTimeField(
        source="clock.ends_at", allow_null=True, help_text="null: it is not running."
    )

    @computed({"type": "number"}, help_text="At `now`; negative: over time.")
    def seconds_left(self, found: Any) -> float:
        return float(found["clock"].left_at(found["now"]).total_seconds())

    @computed(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "table": {"type": "integer"},
                    "minutes": {"type": "integer"},
                    "why": {"type": "string", "description": "For the staff only."},
                },
                "required": ["table", "minutes"],
            },
        },
        help_text="Tables that have more time than the others.",
    )
    def extra(self, found: Any) -> list[dict[str, Any]]:
        staff = self.context["staff"]
        return [
            {"table": extra.table, "minutes": extra.minutes, **({"why": extra.why} if staff else {})}
            for extra in found["extra"]
        ]

    now = serializers.DateTimeField(help_text="The time of the server.")


class LengthIn(Strict):
    minutes = Whole(min_value=1, max_value=MAX_MINUTES, help_text="How long this round is.")


class StartIn(Strict):
    minutes = Whole(
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text="How long the round is; left out: as set before, or as all rounds of the event.",
    )


class AddIn(Strict):
    minutes = Whole(
        min_value=-MAX_MINUTES, max_value=MAX_MINUTES, help_text="So much longer; negative: shorter."
    )


class ExtraIn(Strict):
    """The extra time of a table, all in all."""

    minutes = Whole(min_value=0, max_value=MAX_MINUTES, help_text="0 takes it back.")
    why = Reason(
        max_length=WHY_LENGTH,
        help_text="Needed unless `minutes` is 0. Read by the staff and the players of the table.",
    )


class ExtraOut(serializers.Serializer[Any]):
    table = serializers.IntegerField()

    @computed()
    def minutes(self, match: Any) -> int:
        return int(match.extra_seconds // 60)

    why = serializers.CharField(source="extra_why")
