"""Who is there when: check-in, withdrawal and return, byes asked for; numbers drawn, pairs kept apart."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import PlayerView
from tournaments.api.endpoint import endpoint
from tournaments.api.refusals import refuse
from tournaments.api.serializers.players import (
    ByeIn,
    ByeRequestOut,
    Changed,
    CheckInIn,
    DrawNumberIn,
    ForbiddenOut,
    PairIn,
    StaffPlayerOut,
    WithdrawIn,
)
from tournaments.models import ByeRequest, ForbiddenPair, Player
from tournaments.players.services import attendance, draw_numbers, players
from tournaments.rights import Right, can_see_drafts, having


class Withdraw(PlayerView):
    writes = having(Right.REQUESTS)

    @endpoint("withdraw_player", "The player leaves the event.", takes=WithdrawIn, gives=StaffPlayerOut)
    def post(self, request: Request, number: int, data: dict[str, Any]) -> Player:
        return attendance.withdraw(
            tournament=self.event, actor=self.actor, player=self.player(number), **data
        )


class Return(PlayerView):
    writes = having(Right.REQUESTS)

    @endpoint("return_player", "The player is back for the next round.", gives=StaffPlayerOut)
    def post(self, request: Request, number: int) -> Player:
        return attendance.return_player(tournament=self.event, actor=self.actor, player=self.player(number))


class CheckInAll(PlayerView):
    writes = having(Right.CHECK_IN)

    @endpoint("check_in", "Check players in, or take it back.", takes=CheckInIn, gives=Changed)
    def post(self, request: Request, data: dict[str, Any]) -> dict[str, int]:
        numbers = data["players"]
        chosen = None if numbers is None else self._numbered(numbers)
        changed = attendance.set_checked_in(
            tournament=self.event, actor=self.actor, players=chosen, present=data["present"]
        )
        return {"changed": changed}

    def _numbered(self, numbers: list[int]) -> list[Player]:
        by_number = {p.number: p for p in Player.objects.filter(tournament=self.event)}
        unknown = [number for number in numbers if number not in by_number]
        if unknown:
            raise refuse.no_such_player(field="players", number=unknown[0])
        return [by_number[number] for number in set(numbers)]


class CheckInOne(PlayerView):
    writes = having(Right.CHECK_IN)

    @endpoint("check_in_player", "The player is here.", gives=StaffPlayerOut)
    def put(self, request: Request, number: int) -> Player:
        return self._set(request, number, present=True)

    @endpoint("check_out_player", "The player is not here after all.", gives=StaffPlayerOut)
    def delete(self, request: Request, number: int) -> Player:
        return self._set(request, number, present=False)

    def _set(self, request: Request, number: int, present: bool) -> Player:
        attendance.set_checked_in(
            tournament=self.event, actor=self.actor, players=[self.player(number)], present=present
        )
        return self.player(number)


class DrawNumbers(PlayerView):
    @endpoint(
        "draw_numbers",
        "Draw a number by lot for every player who has none.",
        gives=Changed,
        description="For schedules of tables of four. The lots follow from the draw seed, so anybody can draw them "
        "again. Until a round is paired or a plan is kept.",
    )
    def post(self, request: Request) -> dict[str, int]:
        return {"changed": draw_numbers.draw_all(tournament=self.event, actor=self.actor)}


class DrawNumber(PlayerView):
    @endpoint(
        "set_draw_number", "The player has drawn this number.", takes=DrawNumberIn, gives=StaffPlayerOut
    )
    def put(self, request: Request, number: int, data: dict[str, Any]) -> Player:
        return draw_numbers.set_draw_number(
            tournament=self.event, actor=self.actor, player=self.player(number), number=data["number"]
        )


class ByeRequests(PlayerView):
    reads = can_see_drafts
    restricted = True

    @endpoint("list_bye_requests", "Byes players have asked for.", gives=ByeRequestOut, many=True)
    def get(self, request: Request) -> object:
        return ByeRequest.objects.filter(tournament=self.event).select_related("player")


class OneByeRequest(PlayerView):
    writes = having(Right.REQUESTS)

    @endpoint("request_bye", "The player will not play that round.", takes=ByeIn, gives=ByeRequestOut)
    def put(self, request: Request, number: int, round_number: int, data: dict[str, Any]) -> ByeRequest:
        return attendance.request_bye(
            tournament=self.event,
            actor=self.actor,
            player=self.player(number),
            round_number=round_number,
            **data,
        )

    @endpoint("cancel_bye", "The player will play after all.")
    def delete(self, request: Request, number: int, round_number: int) -> None:
        attendance.cancel_bye(
            tournament=self.event, actor=self.actor, player=self.player(number), round_number=round_number
        )


class ForbiddenPairs(PlayerView):
    reads = can_see_drafts
    restricted = True

    @endpoint("list_forbidden_pairs", "Players who are never to meet.", gives=ForbiddenOut, many=True)
    def get(self, request: Request) -> object:
        return ForbiddenPair.objects.filter(tournament=self.event).select_related("a", "b")

    @endpoint("forbid_pair", "Keep two players apart.", takes=PairIn, gives=ForbiddenOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> ForbiddenPair:
        first, second = self.player(data["first"]), self.player(data["second"])
        return players.forbid_pair(tournament=self.event, actor=self.actor, first=first, second=second)


class OneForbiddenPair(PlayerView):
    @endpoint("allow_pair", "These two may meet again.")
    def delete(self, request: Request, first: int, second: int) -> None:
        players.allow_pair(
            tournament=self.event, actor=self.actor, first=self.player(first), second=self.player(second)
        )
