"""Scores entered at the table: as the desk sees them, and as the four players see and answer them."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, Text, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.own import OwnView
from tournaments.api.refusals import refuse
from tournaments.api.serializers.players import PlayedOut, PlayerOut, played_rounds
from tournaments.api.serializers.results import Scores
from tournaments.api.serializers.rounds import MyRoundOut, SeatOut
from tournaments.hall.selectors.calls import calls_of
from tournaments.models import ClaimState, Match, ScoreClaim
from tournaments.phones.api.serializers import CallOut, MyMatchOut, OwnCheckInOut, RequestOut
from tournaments.phones.selectors import personal
from tournaments.phones.selectors.own_tables import MyTable, my_matches, my_table
from tournaments.phones.selectors.reports import ReportRow, open_reports
from tournaments.phones.services import answers, reports
from tournaments.players.selectors.own_check_in import own_check_in
from tournaments.players.selectors.requests import latest_request, may_ask
from tournaments.results.services.tables_of_four import MOST_STICKS
from tournaments.rights import can_enter_results, can_see_drafts
from tournaments.steps.log import NOTE_LENGTH

_WHOLE = serializers.IntegerField


class ClaimRowOut(
    Mirror,
    of=ReportRow,
    shows="id round table state scores sticks points places number name note created_at result games",
    scores="Raw points of East, South, West, North.",
    sticks="Riichi sticks left on the table.",
    points="What they would give, without penalties.",
    number="Of the player who entered them.",
    note="Of a player who disputes them.",
    result="Of a match of two; `scores` are empty then.",
    games="Of the player in the first seat.",
):
    """Scores that wait for the desk or for another player of the table."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round_number")
    state = serializers.ChoiceField(ClaimState.choices)


class ClaimOut(
    Mirror,
    of=ScoreClaim,
    shows="id state scores sticks entered_by name confirmed_by note result games",
):
    """Scores entered at a table, and what became of them."""

    id = serializers.IntegerField(source="pk")
    state = serializers.ChoiceField(ClaimState.choices)
    scores = serializers.ListField(child=_WHOLE(), help_text="Raw points of East, South, West, North.")
    entered_by = serializers.IntegerField(source="entered_by.number")
    name = serializers.CharField(source="entered_by.name")

    @computed({"type": ["integer", "null"]})
    def confirmed_by(self, report: ScoreClaim) -> int | None:
        return report.confirmed_by.number if report.confirmed_by else None

    result = serializers.CharField(allow_null=True, help_text="Of a match of two; `scores` are empty then.")
    games = serializers.ListField(
        child=_WHOLE(), allow_null=True, help_text="Of the player in the first seat."
    )


class NoteIn(Strict):
    note = Text(required=False, allow_blank=True, max_length=NOTE_LENGTH, help_text="What is wrong.")


class ClaimIn(Strict):
    """The scores of one's own table."""

    round = Whole(min_value=1, max_value=1000, help_text="The round they are of; 409 if it is over.")
    scores = Scores()
    sticks = Whole(required=False, allow_null=True, min_value=0, max_value=MOST_STICKS)


class MyTableOut(
    Mirror,
    of=MyTable,
    shows="round table state seats sticks",
    state="Nobody has entered scores (none), you have (mine), somebody else has and you may answer (theirs), "
    "somebody says that they are wrong (disputed), they count (counted).",
):
    """The own table in the round being played, and what there is to answer."""

    round = serializers.IntegerField(source="round_number")

    @computed(SeatOut(many=True))
    def seats(self, mine: Any) -> object:
        return SeatOut(mine.rows, many=True, context={"is_of_four": True}).data

    claim = ClaimOut(allow_null=True, source="report")


class PersonalOut(serializers.Serializer[object]):
    """What one player sees: the own table, the rounds to come, those before, and what there is to answer."""

    player = PlayerOut()
    table = MyTableOut(allow_null=True)
    coming = MyRoundOut(many=True)
    rounds = PlayedOut(many=True)
    matches = MyMatchOut(many=True, help_text="The matches of two in rounds that are not over.")
    check_in = OwnCheckInOut(allow_null=True, help_text="Null while there is nothing to check in for.")
    request = RequestOut(allow_null=True, help_text="What was asked for last, unless it was taken back.")
    may_ask = serializers.ListField(child=serializers.CharField(), help_text="What may be asked for now.")
    calls = CallOut(many=True, help_text="Calls for a judge from the own tables that are not done.")


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
    def get(self, request: Request, key: str) -> dict[str, object]:
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

    def say(self, answer: str, key: str, claim: int, **more: object) -> ScoreClaim:
        return answers.give(
            tournament=self.event, player=self.whose(key), report=self.report(claim), answer=answer, **more
        )


class Confirm(Answer):
    @endpoint("confirm_claim", "The scores are right: they count from now on.", gives=ClaimOut, keyed=False)
    def post(self, request: Request, key: str, claim: int) -> ScoreClaim:
        return self.say("confirm", key, claim)


class Dispute(Answer):
    @endpoint("dispute_claim", "The scores are wrong.", takes=NoteIn, gives=ClaimOut, keyed=False)
    def post(self, request: Request, key: str, claim: int, data: dict[str, object]) -> ScoreClaim:
        return self.say("dispute", key, claim, **data)


class Withdraw(Answer):
    @endpoint("withdraw_claim", "Take the own scores back.", gives=ClaimOut, keyed=False)
    def post(self, request: Request, key: str, claim: int) -> ScoreClaim:
        return self.say("withdraw", key, claim)
