"""Results: entered, cleared, corrected with what that changes; the log and the way back."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import PageQuery, endpoint
from tournaments.api.serializers.players import Changed
from tournaments.api.serializers.rounds import (
    ClearQuery,
    CorrectionIn,
    CorrectionQuery,
    ImpactOut,
    LogOut,
    MatchOut,
    ResultIn,
    ResultsIn,
    StepOut,
    UndoIn,
)
from tournaments.api.views.rounds import RoundView
from tournaments.models import LogEntry, Match
from tournaments.permissions import can_enter_results, can_manage, can_see_drafts
from tournaments.selectors import log
from tournaments.selectors.rounds import TableRow
from tournaments.selectors.standings import Impact, impact_of
from tournaments.services import results
from tournaments.services.undo import undo_last_step


class MatchView(RoundView):
    tag = "Results"
    writes = can_enter_results

    def match(self, number: int, table: int) -> Match:
        return Match.objects.get(round=self.round(number), table=table)

    def table_row(self, number: int, table: int) -> TableRow:
        sheet = self.sheet(number)
        self.names = sheet.names
        row = next((row for row in sheet.tables if row.table == table), None)
        if row is None:
            raise Http404
        return row


class OneMatch(MatchView):
    @endpoint("read_match", "One table: who sits there, why, and the result.", gives=MatchOut)
    def get(self, request: Request, number: int, table: int) -> TableRow:
        return self.table_row(number, table)


class OneResult(MatchView):
    @endpoint(
        "enter_result",
        "Enter the result of a table of the round being played.",
        takes=ResultIn,
        gives=MatchOut,
    )
    def put(self, request: Request, number: int, table: int, data: dict[str, Any]) -> TableRow:
        seen = data.pop("expected", results.ANYTHING)
        results.enter_result(
            tournament=self.event, actor=request.user, match=self.match(number, table), seen=seen, **data
        )
        return self.table_row(number, table)

    @endpoint("clear_result", "Empty a table of the round being played.", query=ClearQuery, gives=MatchOut)
    def delete(self, request: Request, number: int, table: int, query: dict[str, Any]) -> TableRow:
        seen = query.get("expected", results.ANYTHING)
        results.clear_result(
            tournament=self.event, actor=request.user, match=self.match(number, table), seen=seen
        )
        return self.table_row(number, table)


class Results(MatchView):
    @endpoint("enter_results", "Enter many results of a round: all or none.", takes=ResultsIn, gives=Changed)
    def post(self, request: Request, number: int, data: dict[str, Any]) -> dict[str, int]:
        changed = results.enter_results(
            tournament=self.event, actor=request.user, round_=self.round(number), results=data["results"]
        )
        return {"changed": changed}


class Correction(MatchView):
    reads = can_enter_results
    restricted = True

    @endpoint(
        "preview_correction", "What another result would change.", query=CorrectionQuery, gives=ImpactOut
    )
    def get(self, request: Request, number: int, table: int, query: dict[str, Any]) -> Impact:
        return impact_of(self.event, self.match(number, table), query["result"])

    @endpoint("correct_result", "Change a result of a completed round.", takes=CorrectionIn, gives=ImpactOut)
    def post(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Impact:
        return results.correct_result(
            tournament=self.event, actor=request.user, match=self.match(number, table), **data
        )


class Log(EventView):
    tag = "Log"
    reads = can_see_drafts
    versioned = False
    restricted = True

    @endpoint("list_log", "Who did what and when, newest first.", gives=LogOut, paged=True, query=PageQuery)
    def get(self, request: Request, query: dict[str, Any]) -> Any:
        return log.entries(self.event)


class Undo(EventView):
    tag = "Log"
    reads = can_manage
    versioned = False
    restricted = True

    @endpoint("read_undo", "The step an undo would take back.", gives=StepOut)
    def get(self, request: Request) -> dict[str, LogEntry | None]:
        return {"step": log.step_to_undo(self.event)}

    @endpoint("undo", "Take back the latest step.", takes=UndoIn, gives=LogOut)
    def post(self, request: Request, data: dict[str, Any]) -> LogEntry:
        return undo_last_step(tournament=self.event, actor=request.user, **data)
