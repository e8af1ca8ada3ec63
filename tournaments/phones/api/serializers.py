"""What players do themselves: reports, check-in, requests, calls for a judge; and the codes that let them."""

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Reason, Strict, Text, Whole, Word, computed
from tournaments.api.mirrored import Mirror
from tournaments.hall.selectors.calls import CallRow
from tournaments.hall.services import calls
from tournaments.models import (
    CallState,
    JudgeCall,
    PlayerRequest,
    PlayerRequestKind,
    PlayerRequestState,
    RequestKind,
)
from tournaments.phones.selectors.own_tables import MyMatch
from tournaments.phones.services.reports import RESULT_OF
from tournaments.players.selectors.own_check_in import OwnCheckIn
from tournaments.players.services import requests
from tournaments.results.services.results import MAX_GAMES
from tournaments.rounds.selectors.rounds import SeatRow


class ReportIn(Strict):
    """How the own match of two ended."""

    round = Whole(min_value=1, max_value=1000, help_text="The round it is of; 409 if it is over.")
    outcome = Word(list(RESULT_OF))
    games = serializers.ListField(
        child=Whole(min_value=0, max_value=MAX_GAMES),
        min_length=2,
        max_length=3,
        required=False,
        allow_null=True,
        help_text="Games won, lost and perhaps drawn, where they are counted.",
    )


class SaidOut(serializers.Serializer[object]):
    """What somebody has reported of a match, as its reader sees it."""

    claim = serializers.IntegerField(source="report.pk")
    outcome = serializers.ChoiceField(list(RESULT_OF), help_text="How it ended for the reader.")
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class OtherOut(Mirror, of=SeatRow, nested=False, shows="number name"):
    pass


class MyMatchOut(
    Mirror,
    of=MyMatch,
    shows="round table state moves_first other mine theirs result outcome",
    state="Nobody has reported (none), you have (mine), the other has and you may answer (theirs), you have "
    "said different things (disputed), it counts (counted).",
    outcome="How it ended for the reader, once it counts; else empty.",
):
    """A match of two in a round that is not over, and what there is to answer."""

    round = serializers.IntegerField(source="round_number")

    @computed()
    def moves_first(self, match: Any) -> bool:
        return bool(match.me.position == 0)

    other = OtherOut()
    mine = SaidOut(allow_null=True)
    theirs = SaidOut(allow_null=True)


class OwnCheckInOut(Mirror, of=OwnCheckIn, shows="round checked_in may_undo"):
    round = serializers.IntegerField(source="number", help_text="The round it is for.")
    checked_in = serializers.BooleanField(source="is_here")


class RequestIn(Strict):
    kind = Word(PlayerRequestKind.choices)
    round = serializers.IntegerField(
        source="round_number",
        required=False,
        min_value=1,
        help_text="The round to sit out; without it the next one.",
    )
    note = Text(required=False, allow_blank=True, max_length=requests.WORDS_LENGTH)


class RequestOut(
    Mirror,
    of=PlayerRequest,
    shows="id player name kind round note state answer asked_at decided_at",
    note="What the player says; of a phone the three digits it shows.",
):
    """What a player has asked the desk for, and its answer."""

    id = serializers.IntegerField(source="pk")
    player = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    kind = serializers.ChoiceField(PlayerRequestKind.choices)
    round = serializers.IntegerField(
        source="round_number", allow_null=True, help_text="The round to sit out; null: the next one."
    )
    state = serializers.ChoiceField(PlayerRequestState.choices)


class RequestQuery(Strict):
    state = Word(PlayerRequestState.choices, required=False, help_text="Only those in this state.")


class GrantIn(Strict):
    kind = Word(RequestKind.choices, required=False, help_text="The bye of somebody who sits out.")
    answer = Text(required=False, allow_blank=True, max_length=requests.WORDS_LENGTH)


class RefuseIn(Strict):
    answer = Reason(needed=True, max_length=requests.WORDS_LENGTH, help_text="A word the player reads.")


class CallIn(Strict):
    note = Text(
        required=False, allow_blank=True, max_length=calls.WORDS_LENGTH, help_text="What it is about."
    )


class CallOut(Mirror, of=JudgeCall, shows="id round table state note called_at"):
    """A call for a judge as those at the table see it."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round_number")
    state = serializers.ChoiceField(CallState.choices)


class CallRowOut(
    Mirror,
    of=CallRow,
    shows="id round table state names by note called_at taken_by",
    names="Of those at the table.",
    by="Who called; empty where only the code of the table was used.",
    taken_by="Who is on the way; else empty.",
):
    """A call that is not done, as the staff see it."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round_number")
    state = serializers.ChoiceField(CallState.choices)


class TableCodeOut(serializers.Serializer[tuple[int, str]]):
    """The address behind the code of one table."""

    @computed()
    def table(self, row: tuple[int, str]) -> int:
        return row[0]

    @computed({"type": "string", "format": "uri"})
    def address(self, row: tuple[int, str]) -> str:
        return row[1]


class OwnAddressOut(serializers.Serializer[object]):
    """The address of a player's own page: as good as a signature."""

    address = serializers.URLField()
