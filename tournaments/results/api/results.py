"""Results: entered, cleared, corrected with what that changes."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from pairing.model.types import TWO
from tournaments.api.base import RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Reason
from tournaments.api.mirrored import Mirror
from tournaments.api.refusals import refuse
from tournaments.api.serializers.players import Changed
from tournaments.api.serializers.results import (
    ClearQuery,
    CorrectionIn,
    CorrectionQuery,
    Entered,
    ImpactOut,
    PenaltyIn,
    ResultIn,
    ResultsIn,
    Seen,
    entry_of,
)
from tournaments.api.serializers.rounds import MatchOut
from tournaments.corrections.services import edits
from tournaments.models import Match, Player, RoundState
from tournaments.results.selectors.texts import text_of
from tournaments.results.selectors.verification import Progress, Waiting, progress
from tournaments.results.services import results, scores, verification
from tournaments.results.services.tables_of_four import Entry
from tournaments.results.services.verification import Second, Value
from tournaments.rights import Right, can_enter_results, having, may
from tournaments.rounds.selectors.rounds import TableRow
from tournaments.rounds.services.entry import ANYTHING, refuse_wrong_seats
from tournaments.snapshots import is_of_four
from tournaments.standings.selectors.standings import Impact, impact_of


class MatchView(RoundView):
    tag = "Results"
    writes: ClassVar[Any] = can_enter_results

    def match(self, number: int, table: int) -> Match:
        return Match.objects.get(round=self.round(number), table=table)

    def _given(self, request: Request, number: int, table: int) -> dict[str, Any]:
        return {"tournament": self.event, "actor": self.actor, "match": self.match(number, table)}

    def table_row(self, number: int, table: int) -> TableRow:
        sheet = self.sheet(number, table)
        if not sheet.tables:
            raise Http404
        return sheet.tables[0]


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
        description="Two seats: `result` and, if you like, `games`. Four seats: `scores` (raw points) and, if you "
        "like, `penalties` (left out: as they are) and `sticks`. Scores that do not add up are refused: "
        "`params.difference` says by how much.",
    )
    def put(self, request: Request, number: int, table: int, data: dict[str, Any]) -> TableRow:
        given = self._given(request, number, table)
        if "scores" in data:
            scores.enter_scores(**given, **_scores(data), seen=_seen(data), note=data.get("note", ""))
        else:
            results.enter_result(**given, result=data["result"], games=data.get("games"), seen=_seen(data))
        return self.table_row(number, table)

    @endpoint("clear_result", "Empty a table of the round being played.", query=ClearQuery, gives=MatchOut)
    def delete(self, request: Request, number: int, table: int, query: dict[str, Any]) -> TableRow:
        given = self._given(request, number, table)
        if is_of_four(self.event) and "expected" not in query:
            scores.clear_scores(**given)
        else:
            results.clear_result(**given, seen=_seen(query))
        return self.table_row(number, table)


class Results(MatchView):
    @endpoint("enter_results", "Enter many results of a round: all or none.", takes=ResultsIn, gives=Changed)
    def post(self, request: Request, number: int, data: dict[str, Any]) -> dict[str, int]:
        rows: dict[int, dict[str, Any]] = data["results"]
        given: Any = {"tournament": self.event, "actor": self.actor, "round_": self.round(number)}
        if any("scores" in row for row in rows.values()):
            tables = {table: entry_of(row) for table, row in rows.items()}
            return {"changed": scores.enter_many_scores(**given, tables=tables)}
        words = {table: row["result"] for table, row in rows.items()}
        games = {table: row["games"] for table, row in rows.items() if row.get("games")}
        return {"changed": results.enter_results(**given, results=words, games=games)}


class TablePenalty(MatchView):
    @endpoint(
        "set_penalty",
        "Give a player at a played table of four a penalty, or take it away.",
        takes=PenaltyIn,
        gives=ImpactOut,
        description="In open rounds and in completed ones. `points` are all penalties of this player at this table.",
    )
    def post(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Impact:
        player = Player.objects.filter(tournament=self.event, number=data["player"]).first()
        if player is None:
            raise refuse.no_such_player(field="player", number=data["player"])
        completed = self.round(number).state == RoundState.COMPLETED
        if completed and not may(request.user, self.event, Right.CORRECT_RESULTS):
            self.permission_denied(request)
        given = self._given(request, number, table)
        return scores.set_penalty(**given, player=player, points=data["points"], note=data["note"])


class Correction(MatchView):
    reads = can_enter_results
    writes = having(Right.CORRECT_RESULTS)
    restricted = True

    @endpoint(
        "preview_correction", "What another result would change.", query=CorrectionQuery, gives=ImpactOut
    )
    def get(self, request: Request, number: int, table: int, query: dict[str, Any]) -> Impact:
        match = self.match(number, table)
        if "scores" in query:
            return scores.foresee(self.event, match, entry_of(query))
        refuse_wrong_seats(self.event, TWO)
        return impact_of(self.event, match, query["result"])

    @endpoint("correct_result", "Change a result of a completed round.", takes=CorrectionIn, gives=ImpactOut)
    def post(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Impact:
        match = self.match(number, table)
        values = {"round": number, "table": table, **{k: v for k, v in data.items() if k != "note"}}
        edit = edits.read(self.event, "scores" if "scores" in data else "result", values)
        if "scores" in data:
            impact = scores.foresee(self.event, match, entry_of(data))
        else:
            impact = impact_of(self.event, match, data["result"], data.get("games"))
        edits.make(tournament=self.event, actor=self.actor, edit=edit, note=data.get("note", ""))
        return impact


def _scores(data: dict[str, Any]) -> dict[str, Any]:
    return {"raw": data["scores"], "penalties": data.get("penalties"), "sticks": data.get("sticks")}


def _seen(data: dict[str, Any]) -> Any:
    return data.get("expected", ANYTHING)


# The second look at results over the API.
class VerifyIn(Entered):
    seen = Seen(
        required=False,
        help_text="What the first pass had: say which of the two is right, after looking at the slip again.",
    )
    note = Reason(max_length=500, help_text="Goes into the log.")


def value_of(data: dict[str, Any]) -> Value:
    """What was keyed, as the service takes it."""
    return entry_of(data) if "scores" in data else text_of(data["result"], data.get("games"))


def seen_of(data: dict[str, Any]) -> Value:
    """What the first pass had, in the same shape."""
    seen = data["seen"]
    return Entry(*seen) if isinstance(seen, tuple) else seen


class WaitingOut(Mirror, of=Waiting, shows="table"):
    entered_by = serializers.CharField(source="first.name", help_text="Empty: nobody with an account.")
    entered_at = serializers.DateTimeField(source="first.at", allow_null=True)


class ProgressOut(
    Mirror, of=Progress, shows="total verified waiting missing", missing="Tables without any result."
):
    """How far the second pass is; `waiting` says of no table what its result is."""

    waiting = WaitingOut(many=True)


class SecondOut(
    Mirror, of=Second, shows="table same_person", same_person="Whether you had entered the result yourself."
):
    pass


class VerificationView(RoundView):
    tag = "Results"
    reads = having(Right.VERIFY_RESULTS)
    writes = having(Right.VERIFY_RESULTS)
    restricted = True


class Verification(VerificationView):
    @endpoint("read_verification", "How far the second pass over a round is.", gives=ProgressOut)
    def get(self, request: Request, number: int) -> Progress:
        return progress(self.event, self.round(number))


class Verify(VerificationView):
    @endpoint(
        "verify_result",
        "Key the result of a table a second time.",
        takes=VerifyIn,
        gives=SecondOut,
        description="The same result verifies the table. Another one is refused with 409 `verification_differs`, whose "
        "`params` say both and who entered the first and when; then send the right one with `seen`, what the first "
        "pass had. In a completed round that is a correction and takes the right to correct.",
    )
    def post(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Second:
        match = Match.objects.get(round=self.round(number), table=table)
        given: dict[str, Any] = {"tournament": self.event, "actor": self.actor, "match": match}
        value = value_of(data)
        if "seen" not in data:
            return verification.verify(**given, value=value)
        given |= {"may_correct": may(request.user, self.event, Right.CORRECT_RESULTS)}
        return verification.settle(**given, value=value, seen=seen_of(data), note=data.get("note", ""))
