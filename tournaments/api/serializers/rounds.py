"""Rounds, tables, results, and what a correction changes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.fields import Plain, Points, Strict, Text, Whole, Word
from tournaments.models import ByeKind, Job, JobKind, JobState, LogEntry, Outcome, Result, Round, RoundState
from tournaments.selectors.rounds import say

GAMES = {"min_value": 0, "max_value": 99}


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"code": {"type": "string"}, "text": {"type": "string"}},
            "required": ["code", "text"],
            "additionalProperties": True,
        },
    }
)
class Reasons(serializers.Field[Any, Any, Any, Any]):
    """Why, as codes with their parameters and as sentences in the reader's language with the players' names."""

    def to_representation(self, value: Any) -> list[dict[str, Any]]:
        reasons = list(value)
        texts = say(reasons, self.context.get("names", {}))
        return [{**reason, "text": text} for reason, text in zip(reasons, texts, strict=True)]


class RoundRow(serializers.Serializer[Round]):
    """A round in a list."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(RoundState.choices)
    published_at = serializers.DateTimeField(allow_null=True)
    completed_at = serializers.DateTimeField(allow_null=True)


class RoundHead(RoundRow):
    """A round and what it was paired with."""

    system = serializers.CharField()
    options = Plain()
    rule_version = serializers.CharField()


class SeatOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    position = serializers.IntegerField(help_text="0 moves first (two seats) or is East (four seats).")
    club = serializers.CharField()
    title = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    points_before = Points(help_text="Before this round.")
    points = Points(allow_null=True, help_text="From this table; null while the result is missing.")
    outcome = serializers.ChoiceField(Outcome.choices, allow_blank=True)


class MatchOut(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    seats = SeatOut(many=True)
    result = serializers.ChoiceField(Result.choices, allow_null=True)
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    why = Reasons()


class ByeOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(ByeKind.choices)
    points = Points()
    points_before = Points()
    why = Reasons()


class RelaxedOut(serializers.Serializer[Any]):
    """A rule that was given up on purpose."""

    rule = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    why = serializers.SerializerMethodField()

    def get_why(self, relaxed: dict[str, Any]) -> str:
        return say([relaxed["reason"]], self.context.get("names", {}))[0]


class AssumedOut(serializers.Serializer[Any]):
    """What a table of the round before was taken to end like; its true result changes nothing here."""

    table = serializers.IntegerField()
    result = serializers.ChoiceField(Result.choices)


class RoundOut(RoundRow):
    """A round with everything on it."""

    matches = MatchOut(many=True, source="tables")
    byes = ByeOut(many=True)
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Tables without a result.")
    notes = Reasons()
    relaxed = RelaxedOut(many=True)
    assumed_round = serializers.IntegerField(
        allow_null=True, help_text="The round before, if this one was paired on assumed results of it."
    )
    assumed = AssumedOut(many=True)

    def to_representation(self, instance: Any) -> Any:
        self.context["names"] = instance.names
        return super().to_representation(instance)


class PairRequest(Strict):
    overrides = Plain(
        required=False,
        help_text="Options of this round only: those of the system with `per_round`, e.g. what to relax.",
    )


class GamesField(serializers.ListField):
    child = Whole(**GAMES)


class ResultIn(Strict):
    result = Word(Result.choices)
    games = GamesField(
        required=False,
        allow_null=True,
        min_length=2,
        max_length=3,
        help_text="Won, lost[, drawn] games of seat 0.",
    )
    expected = Word(
        Result.choices,
        required=False,
        allow_null=True,
        help_text="The result you see now (null: none). Refused with 409 if somebody has entered another one since.",
    )


class ClearQuery(Strict):
    expected = serializers.ChoiceField(
        Result.choices, required=False, help_text="Refused with 409 if this is not the result any more."
    )


class TableResult(Strict):
    table = Whole(min_value=1, max_value=999_999_999)
    result = Word(Result.choices)


class ResultsIn(Strict):
    """Results of many tables: all are entered, or none."""

    results = TableResult(many=True, allow_empty=False, max_length=10_000)

    def validate_results(self, rows: list[dict[str, Any]]) -> dict[int, str]:
        by_table = {row["table"]: row["result"] for row in rows}
        if len(by_table) != len(rows):
            raise serializers.ValidationError(_("A table stands twice in the list."))
        return by_table


class CorrectionQuery(Strict):
    result = serializers.ChoiceField(Result.choices)


class CorrectionIn(Strict):
    result = Word(Result.choices)
    games = GamesField(required=False, allow_null=True, min_length=2, max_length=3)
    note = Text(required=False, allow_blank=True, max_length=500, help_text="Why; it goes into the log.")


class RankChangeOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()
    points_before = Points()
    points_after = Points()


class ImpactOut(serializers.Serializer[Any]):
    """What another result changes: places in the standings, and rounds that were paired on the old one."""

    round_number = serializers.IntegerField()
    table = serializers.IntegerField()
    result_before = serializers.ChoiceField(Result.choices, allow_null=True)
    result_after = serializers.ChoiceField(Result.choices, allow_null=True)
    changes = RankChangeOut(many=True)
    later_rounds = serializers.ListField(child=serializers.IntegerField())


class UndoIn(Strict):
    seen = Whole(
        required=False,
        min_value=1,
        max_value=2**53,
        help_text="Id of the step you mean; 409 if another came after it.",
    )


class LogOut(serializers.Serializer[LogEntry]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    user = serializers.CharField(source="user_name")
    action = serializers.CharField()
    label = serializers.CharField(source="get_action_display")
    round_number = serializers.IntegerField(allow_null=True)
    subject = serializers.CharField()
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    note = serializers.CharField()
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)

    @extend_schema_field({})
    def get_before(self, entry: LogEntry) -> Any:
        return entry.before

    @extend_schema_field({})
    def get_after(self, entry: LogEntry) -> Any:
        return entry.after


class StepOut(serializers.Serializer[Any]):
    step = LogOut(allow_null=True, help_text="What an undo would take back now.")


class JobOut(serializers.Serializer[Job]):
    """Work that is done outside the request; ask again until `state` is `done` or `failed`."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(JobKind.choices)
    state = serializers.ChoiceField(JobState.choices)
    progress = serializers.IntegerField()
    total = serializers.IntegerField()
    result = serializers.SerializerMethodField()
    error = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field({"type": ["object", "null"], "additionalProperties": True})
    def get_result(self, job: Job) -> Any:
        return job.result

    @extend_schema_field({"type": ["object", "null"], "additionalProperties": True})
    def get_error(self, job: Job) -> Any:
        return job.error
