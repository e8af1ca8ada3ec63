"""Scores entered at the table: for the desk to accept or refuse, for the players to enter and answer by their key."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.own import OwnView
from tournaments.api.phones.serializers.reports import ClaimIn, ClaimOut, ClaimRowOut, NoteIn, PersonalOut
from tournaments.api.players.views.players import played_rounds
from tournaments.api.refusals import refuse
from tournaments.hall.selectors.calls import calls_of
from tournaments.models import Match, ScoreClaim
from tournaments.phones.selectors import personal
from tournaments.phones.selectors.own_tables import my_matches, my_table
from tournaments.phones.selectors.reports import ReportRow, open_reports
from tournaments.phones.services import answers, reports
from tournaments.players.selectors.own_check_in import own_check_in
from tournaments.players.selectors.requests import latest_request, may_ask
from tournaments.rights import can_enter_results, can_see_drafts


class ReportView(EventView):
    """A view below one event that knows the scores entered at its tables."""

    tag = "Results"

    def entered(self) -> QuerySet[ScoreClaim]:
        rows = ScoreClaim.objects.filter(match__round__tournament=self.event)
        return rows.select_related("entered_by", "confirmed_by", "match")

    def report(self, number: int) -> ScoreClaim:
        return self.entered().get(pk=number)


class Reports(ReportView):
    reads = can_see_drafts
    restricted = True

    @endpoint(
        "list_claims",
        "Scores and results that players have entered and that do not count yet.",
        gives=ClaimRowOut,
        many=True,
    )
    def get(self, request: Request) -> tuple[ReportRow, ...]:
        return open_reports(self.event)


class Accept(ReportView):
    writes = can_enter_results

    @endpoint("accept_claim", "The scores count as they were entered.", gives=ClaimOut)
    def post(self, request: Request, claim: int) -> ScoreClaim:
        row = self.report(claim)
        answers.accept(tournament=self.event, actor=self.actor, report=row)
        return row


class Reject(ReportView):
    writes = can_enter_results

    @endpoint(
        "reject_claim", "The scores are wrong: the players may enter others.", takes=NoteIn, gives=ClaimOut
    )
    def post(self, request: Request, claim: int, data: dict[str, Any]) -> ScoreClaim:
        return answers.reject(tournament=self.event, actor=self.actor, report=self.report(claim), **data)


class OwnReportView(OwnView, ReportView):
    """Scores that players enter at their own table."""

    tag = OwnView.tag


class Me(OwnView):
    @endpoint("read_own_page", "The own table, the rounds to come, and those before.", gives=PersonalOut)
    def get(self, request: Request, key: str) -> dict[str, Any]:
        player = self.whose(key)
        return {
            "player": player,
            "table": my_table(self.event, player),
            "coming": personal.coming_rounds(self.event, player),
            "rounds": played_rounds(self.event, player),
            "matches": my_matches(self.event, player.number),
            "check_in": own_check_in(self.event, player),
            "request": latest_request(player),
            "may_ask": may_ask(self.event, player),
            "calls": calls_of(self.event, player.number),
        }


class MyScores(OwnReportView):
    @endpoint(
        "claim_scores",
        "Enter the scores of the own table; another player of the table has to confirm them.",
        takes=ClaimIn,
        gives=ClaimOut,
        keyed=False,
        description="If another player has entered the same scores, this confirms them. The same scores again change "
        "nothing, so repeating a request is safe.",
    )
    def post(self, request: Request, key: str, data: dict[str, Any]) -> ScoreClaim:
        player = self.whose(key)
        mine = my_table(self.event, player)
        if mine is None or mine.round_number != data["round"]:
            raise refuse.not_at_table_of_four(round=data["round"])
        return reports.report_scores(
            tournament=self.event,
            player=player,
            match=Match(pk=mine.match_id),
            raw=data["scores"],
            sticks=data.get("sticks"),
        )


class Answer(OwnReportView):
    """An answer to scores somebody at the table has entered. The same answer again changes nothing."""

    def say(self, answer: str, key: str, claim: int, **more: Any) -> ScoreClaim:
        return answers.give(
            tournament=self.event, player=self.whose(key), report=self.report(claim), answer=answer, **more
        )


class Confirm(Answer):
    @endpoint("confirm_claim", "The scores are right: they count from now on.", gives=ClaimOut, keyed=False)
    def post(self, request: Request, key: str, claim: int) -> ScoreClaim:
        return self.say("confirm", key, claim)


class Dispute(Answer):
    @endpoint("dispute_claim", "The scores are wrong.", takes=NoteIn, gives=ClaimOut, keyed=False)
    def post(self, request: Request, key: str, claim: int, data: dict[str, Any]) -> ScoreClaim:
        return self.say("dispute", key, claim, **data)


class Withdraw(Answer):
    @endpoint("withdraw_claim", "Take the own scores back.", gives=ClaimOut, keyed=False)
    def post(self, request: Request, key: str, claim: int) -> ScoreClaim:
        return self.say("withdraw", key, claim)
