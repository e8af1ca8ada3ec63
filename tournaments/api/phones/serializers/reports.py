"""Scores entered at the table: as the desk sees them, and as the four players see and answer them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Strict, Text, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.phones.serializers.phones import CallOut, MyMatchOut, OwnCheckInOut, RequestOut
from tournaments.api.players.serializers.players import PlayedOut, PlayerOut
from tournaments.api.results.serializers.results import Scores
from tournaments.api.rounds.serializers.rounds import SeatOut
from tournaments.api.schedules.serializers import MyRoundOut
from tournaments.models import ClaimState, ScoreClaim
from tournaments.phones.selectors.own_tables import MyTable
from tournaments.phones.selectors.reports import ReportRow
from tournaments.results.services.tables_of_four import MOST_STICKS
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
    def seats(self, mine: Any) -> Any:
        return SeatOut(mine.rows, many=True, context={"is_of_four": True}).data

    claim = ClaimOut(allow_null=True, source="report")


class PersonalOut(serializers.Serializer[Any]):
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
