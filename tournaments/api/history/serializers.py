"""The log as it is searched, the snapshots, what is different, whether the log leads to the event."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.endpoint import PageQuery
from tournaments.api.fields import Reason, Strict, Text, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.history.comparison import Comparison
from tournaments.history.log import Wanted
from tournaments.history.replay import Replay
from tournaments.history.restore_points import NOTE_LENGTH
from tournaments.history.wording import Lost
from tournaments.models import Action, EventSnapshot, SnapshotReason

LARGEST = 1_000_000


class LogQuery(PageQuery):
    q = serializers.CharField(required=False, max_length=100, help_text="Words of subject, note or name.")
    player = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="Lines about the player with this number."
    )
    table = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    round = serializers.IntegerField(required=False, min_value=1, max_value=1000)
    action = serializers.ChoiceField(Action.choices, required=False)
    who = serializers.CharField(required=False, max_length=100, help_text="Part of the name of who did it.")
    since = serializers.DateTimeField(required=False, help_text="From this moment on.")
    until = serializers.DateTimeField(required=False, help_text="Before this moment.")


def wanted_of(query: dict[str, Any]) -> Wanted:
    given = {key: value for key, value in query.items() if key not in ("page", "page_size")}
    return Wanted(text=given.pop("q", ""), **given)


class SnapshotOut(
    Mirror,
    of=EventSnapshot,
    shows="id at reason label round_number note version log_entry",
    version="The version of the event at that moment.",
):
    reason = serializers.ChoiceField(SnapshotReason.choices)
    label: Any = serializers.CharField(source="get_reason_display")
    log_entry = serializers.IntegerField(
        source="log_entry_id", allow_null=True, help_text="The last line of the log it contains."
    )

    @computed()
    def by(self, row: EventSnapshot) -> str:
        return str(row.created_by) if row.created_by else ""


class KeepIn(Strict):
    note = Text(max_length=NOTE_LENGTH, help_text="What it is kept for.")


class LostOut(Mirror, of=Lost, shows="round table players now then", then="A dash for no result."):
    players = serializers.CharField(source="names")


class ComparisonOut(
    Mirror, of=Comparison, shows="same version", version="The version of the event this was made from."
):
    results_lost = LostOut(many=True, source="lost")
    changes = serializers.ListField(
        child=serializers.CharField(), source="sentences", help_text="What restoring does, in words."
    )


class RestoreIn(Strict):
    note = Reason(needed=True, max_length=500, help_text="Why.")
    seen_version = Whole(
        min_value=1,
        max_value=2**53,
        help_text="The version in the comparison you have looked at; 409 if the event has changed since.",
    )


class ReplayOut(
    Mirror,
    of=Replay,
    shows="same since steps",
    since="The moment of the first known state.",
    steps="Lines that changed something.",
):
    @computed(
        {"type": "array", "items": {"type": "integer"}},
        help_text="Lines that changed something which was otherwise before them.",
    )
    def misfits(self, found: Replay) -> list[int]:
        return sorted({line for line, _place in found.misfits})

    @computed(
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        help_text="By section, what the event has otherwise.",
    )
    def differences(self, found: Replay) -> dict[str, list[str]]:
        return {section: sorted(rows) for section, rows in found.differences.items()}
