"""Penalties: given, looked for, taken back by judges; the own ones read by a player's key."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.own import OwnView
from tournaments.api.refusals import refuse
from tournaments.api.results.serializers.penalties import (
    OwnPenaltyOut,
    PenaltyGiven,
    PenaltyOut,
    PenaltyQuery,
    RevokeIn,
    search_of,
)
from tournaments.models import Penalty, Player
from tournaments.results.selectors import penalties as selectors
from tournaments.results.selectors.penalties import PenaltyRow
from tournaments.results.services import penalties as service
from tournaments.rights import Right, having


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
