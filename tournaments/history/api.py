"""The log as it is searched, the snapshots, what is different, whether the log leads to the event."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import schema
from tournaments.api.base import EventView
from tournaments.api.endpoint import Nothing, PageQuery, checked, endpoint
from tournaments.api.fields import Reason, Strict, Text, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.rounds import UndoIn
from tournaments.files.services.documents import export_kept
from tournaments.history import log, restore_points
from tournaments.history.comparison import Comparison, compare
from tournaments.history.log import Wanted
from tournaments.history.replay import Replay, replay
from tournaments.history.restore import restore
from tournaments.history.restore_points import NOTE_LENGTH
from tournaments.history.sentences import sentence
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.history.wording import Lost
from tournaments.models import (
    Action,
    EventSnapshot,
    LogEntry,
    SnapshotReason,
)
from tournaments.rights import Right, can_see_drafts, having

LARGEST = 1_000_000


class LogOut(
    Mirror,
    of=LogEntry,
    shows="id at user action label round_number subject before after note sentence undoes",
):
    user = serializers.CharField(source="user_name")
    action = serializers.CharField()
    label = serializers.CharField(source="get_action_display")  # type: ignore[assignment]

    @computed({})
    def before(self, entry: LogEntry) -> object:
        return entry.before

    @computed({})
    def after(self, entry: LogEntry) -> object:
        return entry.after

    @computed(help_text="The line in words, in the language of the request.")
    def sentence(self, entry: LogEntry) -> str:
        return sentence(entry)

    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)


class StepOut(serializers.Serializer[object]):
    step = LogOut(allow_null=True, help_text="What an undo would take back now.")


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
    label = serializers.CharField(source="get_reason_display")  # type: ignore[assignment]
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
    def misfits(self, replay: Replay) -> list[int]:
        return sorted({line for line, _place in replay.misfits})

    @computed(
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        help_text="By section, what the event has otherwise.",
    )
    def differences(self, replay: Replay) -> dict[str, list[str]]:
        return {section: sorted(rows) for section, rows in replay.differences.items()}


class LogView(EventView):
    """What stands in the log, and what can be done with it, is for the staff. Reading it is no version of the event."""

    tag = "Log"
    reads: ClassVar[object] = can_see_drafts
    versioned = False
    restricted = True


class Log(LogView):
    @endpoint("list_log", "Who did what and when, newest first.", gives=LogOut, paged=True, query=LogQuery)
    def get(self, request: Request, query: dict[str, Any]) -> object:
        return log.readable(log.search(self.event, wanted_of(query)), request.user, self.event)


class LogCheck(LogView):
    @endpoint("check_log", "Whether the log, played again, leads to the event as it is.", gives=ReplayOut)
    def get(self, request: Request) -> Replay:
        return replay(self.event)


class UndoView(LogView):
    reads: ClassVar[object] = having(Right.UNDO)
    writes: ClassVar[object] = reads


class Undo(UndoView):
    @endpoint("read_undo", "The step an undo would take back.", gives=StepOut)
    def get(self, request: Request) -> dict[str, LogEntry | None]:
        return {"step": log.step_to_undo(self.event)}

    @endpoint("undo", "Take back the latest step.", takes=UndoIn, gives=LogOut)
    def post(self, request: Request, data: dict[str, Any]) -> LogEntry:
        return undo_last_step(tournament=self.event, actor=self.actor, **data)


class Redo(UndoView):
    @endpoint("read_redo", "The undo that doing the step again would take back.", gives=StepOut)
    def get(self, request: Request) -> dict[str, LogEntry | None]:
        return {"step": log.step_to_redo(self.event)}

    @endpoint(
        "redo",
        "Do the step again that was taken back last.",
        takes=UndoIn,
        gives=LogOut,
        description="Possible until something else is done. Answers with the line of the undo.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> LogEntry:
        return redo_last_step(tournament=self.event, actor=self.actor, **data)


class SnapshotView(LogView):
    reads: ClassVar[object] = having(Right.SNAPSHOTS)
    writes: ClassVar[object] = reads

    def row(self, key: int) -> EventSnapshot:
        return restore_points.by_key(self.event, key)


class Snapshots(SnapshotView):
    @endpoint("list_snapshots", "The states that are kept, newest first.", gives=SnapshotOut, paged=True)
    def get(self, request: Request, query: dict[str, Any]) -> object:
        return restore_points.listed(self.event)

    @endpoint("keep_snapshot", "Keep the state as it is now.", takes=KeepIn, gives=SnapshotOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> EventSnapshot:
        return restore_points.keep_by_hand(tournament=self.event, actor=self.actor, **data)


class Compare(SnapshotView):
    @endpoint("compare_snapshot", "What restoring it would change.", gives=ComparisonOut)
    def get(self, request: Request, key: int) -> Comparison:
        return compare(self.event, self.row(key))


class Restore(SnapshotView):
    @endpoint(
        "restore_snapshot",
        "Make the event what it was then.",
        takes=RestoreIn,
        gives=SnapshotOut,
        description="One step in the log, which can be undone. Answers with the snapshot of what was before it.",
    )
    def post(self, request: Request, data: dict[str, Any], key: int) -> EventSnapshot:
        row = self.row(key)
        return restore(tournament=self.event, actor=self.actor, snapshot=row, **data)


class SnapshotDocument(SnapshotView):
    @extend_schema(
        operation_id="read_snapshot_document",
        summary="The event as it was then, as an event document.",
        description="The event as it was then, as an event document.",
        responses={200: OpenApiResponse(schema.DOCUMENT, "The event document.")},
    )
    def get(self, request: Request, slug: str, key: int) -> Response:
        checked(Nothing, request.query_params.dict())
        return Response(export_kept(self.event, self.row(key)))
