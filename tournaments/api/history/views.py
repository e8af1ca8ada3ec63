"""The log, the way back step by step, and back to a snapshot."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import schema
from tournaments.api.base import EventView
from tournaments.api.endpoint import Nothing, checked, endpoint
from tournaments.api.history.serializers import (
    ComparisonOut,
    KeepIn,
    LogQuery,
    ReplayOut,
    RestoreIn,
    SnapshotOut,
    wanted_of,
)
from tournaments.api.rounds.serializers.rounds import LogOut, StepOut, UndoIn
from tournaments.files.services.documents import export_kept
from tournaments.history import log, restore_points
from tournaments.history.comparison import Comparison, compare
from tournaments.history.replay import Replay, replay
from tournaments.history.restore import restore
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.models import EventSnapshot, LogEntry
from tournaments.rights import Right, can_see_drafts, having


class LogView(EventView):
    """What stands in the log, and what can be done with it, is for the staff. Reading it is no version of the event."""

    tag = "Log"
    reads: ClassVar[Any] = can_see_drafts
    versioned = False
    restricted = True


class Log(LogView):
    @endpoint("list_log", "Who did what and when, newest first.", gives=LogOut, paged=True, query=LogQuery)
    def get(self, request: Request, query: dict[str, Any]) -> Any:
        return log.readable(log.search(self.event, wanted_of(query)), request.user, self.event)


class LogCheck(LogView):
    @endpoint("check_log", "Whether the log, played again, leads to the event as it is.", gives=ReplayOut)
    def get(self, request: Request) -> Replay:
        return replay(self.event)


class UndoView(LogView):
    reads: ClassVar[Any] = having(Right.UNDO)
    writes: ClassVar[Any] = reads


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
    reads: ClassVar[Any] = having(Right.SNAPSHOTS)
    writes: ClassVar[Any] = reads

    def row(self, key: int) -> EventSnapshot:
        return restore_points.by_key(self.event, key)


class Snapshots(SnapshotView):
    @endpoint("list_snapshots", "The states that are kept, newest first.", gives=SnapshotOut, paged=True)
    def get(self, request: Request, query: dict[str, Any]) -> Any:
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
