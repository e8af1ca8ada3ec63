"""Penalties over the API: listed, given, revoked."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import PageQuery, endpoint
from tournaments.api.fields import Reason, Strict, Text, Whole, Word
from tournaments.api.own import OwnView
from tournaments.api.refusals import refuse
from tournaments.models import Penalty, PenaltyKind, Player
from tournaments.results.selectors import penalties as selectors
from tournaments.results.selectors.penalties import PenaltyRow
from tournaments.results.services import penalties as service
from tournaments.results.services.penalties import INFRACTION_LENGTH
from tournaments.rights import Right, having


class PenaltyGiven(Strict):
    player = Whole(min_value=1, help_text="Number of the player.")
    kind = Word(PenaltyKind.choices)
    infraction = Text(max_length=INFRACTION_LENGTH, help_text="What happened.")
    round = Whole(required=False, allow_null=True, min_value=1, max_value=1000)
    table = Whole(
        required=False, allow_null=True, min_value=1, max_value=100_000,
        help_text="Left out: where the player sits in that round.",
    )  # fmt: skip


class PenaltyQuery(PageQuery):
    search = serializers.CharField(
        required=False, max_length=100, help_text="Words of the name or of what happened."
    )
    kind = serializers.ChoiceField(PenaltyKind.choices, required=False)
    player = serializers.IntegerField(required=False, min_value=1, help_text="Number of the player.")
    round = serializers.IntegerField(required=False, min_value=1)


class RevokeIn(Strict):
    note = Reason(needed=True, max_length=INFRACTION_LENGTH, help_text="Why it is taken back.")


class OwnPenaltyOut(serializers.Serializer[PenaltyRow]):
    """A penalty as the player reads it."""

    kind = serializers.ChoiceField(PenaltyKind.choices, source="penalty.kind")
    count = serializers.IntegerField(help_text="Which of its kind it is for the player; 0: taken back.")
    infraction = serializers.CharField(source="penalty.infraction")
    round = serializers.IntegerField(source="penalty.round_number", allow_null=True)
    table = serializers.IntegerField(source="penalty.table", allow_null=True)
    given_at = serializers.DateTimeField(source="penalty.given_at")


class PenaltyOut(OwnPenaltyOut):
    """A penalty as the judges read it."""

    id = serializers.IntegerField(source="penalty.pk")
    player = serializers.IntegerField(source="penalty.player.number")
    name = serializers.CharField(source="penalty.player.name")
    given_by = serializers.CharField(source="penalty.given_by_name")
    next_step = serializers.ChoiceField(
        [("result", "result"), ("withdraw", "withdraw"), ("", "nothing")],
        help_text="What is left to do by hand: enter the `result`, `withdraw` the player.",
    )
    revoked_at = serializers.DateTimeField(source="penalty.revoked_at", allow_null=True)
    revoked_by = serializers.CharField(source="penalty.revoked_by_name")
    revoked_note = serializers.CharField(source="penalty.revoked_note")


def search_of(query: dict[str, Any]) -> dict[str, Any]:
    """The query as the selector takes it."""
    names = {"search": "words", "kind": "kind", "player": "player", "round": "round_number"}
    return {to: query[name] for name, to in names.items() if name in query}


class PenaltyView(EventView):
    tag = "Players"
    reads = having(Right.PENALTIES)
    writes = having(Right.PENALTIES)
    restricted = True

    def row(self, penalty: Penalty) -> PenaltyRow:
        return next(row for row in selectors.rows(self.event) if row.penalty.pk == penalty.pk)


class Penalties(PenaltyView):
    @endpoint(
        "list_penalties",
        "Penalties and warnings, latest first.",
        query=PenaltyQuery,
        gives=PenaltyOut,
        paged=True,
    )
    def get(self, request: Request, query: dict[str, Any]) -> list[PenaltyRow]:
        return selectors.search(self.event, **search_of(query))

    @endpoint(
        "give_penalty",
        "Write a penalty down.",
        takes=PenaltyGiven,
        gives=PenaltyOut,
        status=201,
        description="It changes no result and withdraws nobody by itself: `next_step` says what is left to do.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> PenaltyRow:
        number = data.pop("player")
        player = Player.objects.filter(tournament=self.event, number=number).first()
        if player is None:
            raise refuse.no_such_player(field="player", number=number)
        given: dict[str, Any] = {"tournament": self.event, "actor": self.actor, "player": player}
        return self.row(service.give(**given, round_number=data.pop("round", None), **data))


class Revoke(PenaltyView):
    @endpoint("revoke_penalty", "Take a penalty back, with a reason.", takes=RevokeIn, gives=PenaltyOut)
    def post(self, request: Request, penalty: int, data: dict[str, Any]) -> PenaltyRow:
        row = Penalty.objects.get(pk=penalty, tournament=self.event)
        return self.row(service.revoke(tournament=self.event, actor=self.actor, penalty=row, **data))


class MyPenalties(OwnView):
    @endpoint("read_own_penalties", "The own penalties that stand.", gives=OwnPenaltyOut, many=True)
    def get(self, request: Request, key: str) -> list[PenaltyRow]:
        return selectors.own(self.event, self.whose(key))
