"""What players do themselves by their key: report, check in, ask, call a judge; and what the staff answer."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request

from tournaments.api.base import EventView, PlayerView
from tournaments.api.endpoint import endpoint
from tournaments.api.own import OwnView
from tournaments.api.refusals import refuse
from tournaments.events.selectors.addresses import for_phones
from tournaments.hall.selectors.calls import CallRow, call_at, open_calls
from tournaments.hall.services import calls
from tournaments.models import CallState, JudgeCall, Match, Player, PlayerRequest, ScoreClaim
from tournaments.phones.api.reports import ClaimOut
from tournaments.phones.api.serializers import (
    CallIn,
    CallOut,
    CallRowOut,
    GrantIn,
    OwnAddressOut,
    OwnCheckInOut,
    RefuseIn,
    ReportIn,
    RequestIn,
    RequestOut,
    RequestQuery,
    TableCodeOut,
)
from tournaments.phones.services import answer_limits, reports
from tournaments.players.selectors.own_check_in import own_check_in
from tournaments.players.selectors.requests import all_requests
from tournaments.players.selectors.table_codes import codes as codes_of
from tournaments.players.services import codes, requests, self_check_in
from tournaments.rights import Right, having
from tournaments.whereabouts.selectors.tables_played import Played, played_by


class MyReport(OwnView):
    @endpoint(
        "report_result",
        "Say how the own match of two ended; it counts once the other player has said the same.",
        takes=ReportIn,
        gives=ClaimOut,
        keyed=False,
        description="If the other player has reported the same, this confirms it; if something else, both reports are "
        "disputed and the desk is told. The same report again changes nothing, so repeating a request is safe.",
    )
    def post(self, request: Request, key: str, data: dict[str, Any]) -> ScoreClaim:
        player = self.whose(key)
        played = _in_round(played_by(self.event, player.number), data["round"])
        return reports.report_result(
            tournament=self.event,
            player=player,
            match=Match(pk=played.match_id),
            outcome=data["outcome"],
            games=data.get("games"),
        )


def _in_round(found: tuple[Played, ...], number: int) -> Played:
    for played in found:
        if played.round_number == number:
            return played
    raise refuse.not_at_table_in_round(round=number)


class MyCheckIn(OwnView):
    @endpoint("check_in_myself", "I am here.", gives=OwnCheckInOut)
    def put(self, request: Request, key: str) -> object:
        return self._set(key, present=True)

    @endpoint("check_out_myself", "I am not here after all.", gives=OwnCheckInOut)
    def delete(self, request: Request, key: str) -> object:
        return self._set(key, present=False)

    def _set(self, key: str, present: bool) -> object:
        player = self_check_in.check_in(tournament=self.event, player=self.whose(key), present=present)
        return own_check_in(self.event, player)


class MyRequests(OwnView):
    @endpoint(
        "ask_desk",
        "Ask the desk to go home, to sit out a round or to come back.",
        takes=RequestIn,
        gives=RequestOut,
        keyed=False,
        description="Nothing happens before the desk grants it. One request waits at a time; the same again changes "
        "nothing.",
    )
    def post(self, request: Request, key: str, data: dict[str, Any]) -> PlayerRequest:
        return requests.ask(tournament=self.event, player=self.whose(key), **data)


class MyRequest(OwnView):
    @endpoint("take_request_back", "Take back what waits for the desk.", gives=RequestOut)
    def delete(self, request: Request, key: str, asked: int) -> PlayerRequest:
        player = self.whose(key)
        row = PlayerRequest.objects.select_related("player").get(player=player, pk=asked)
        return requests.cancel(tournament=self.event, player=player, request=row)


class MyCall(OwnView):
    @endpoint(
        "call_judge",
        "Call a judge to the own table.",
        takes=CallIn,
        gives=CallOut,
        keyed=False,
        description="While the call of a table is open, the same again changes nothing.",
    )
    def post(self, request: Request, key: str, data: dict[str, Any]) -> JudgeCall:
        player = self.whose(key)
        played = self._table(player)
        answer_limits.count_call(self.event, played.table)
        return calls.call_judge(
            tournament=self.event,
            round_number=played.round_number,
            table=played.table,
            player=player,
            **data,
        )

    @endpoint("take_call_back", "No judge is needed any more.", gives=CallOut)
    def delete(self, request: Request, key: str) -> JudgeCall:
        player = self.whose(key)
        played = self._table(player)
        call = call_at(self.event, played.round_number, played.table)
        if call is None or call.state == CallState.DONE:
            raise JudgeCall.DoesNotExist("no open call")
        return calls.cancel_call(tournament=self.event, call=call, player=player)

    def _table(self, player: Player) -> Played:
        """The table where the player is now. Errors: `other_table`."""
        found = played_by(self.event, player.number)
        if not found:
            raise refuse.not_at_a_table()
        return next((played for played in found if played.is_missing), found[0])


class Requests(EventView):
    tag = "Players"
    reads = having(Right.REQUESTS)
    restricted = True

    @endpoint(
        "list_requests",
        "What players ask the desk for, the latest first.",
        query=RequestQuery,
        gives=RequestOut,
        many=True,
    )
    def get(self, request: Request, query: dict[str, object]) -> object:
        return all_requests(self.event).filter(**query)


class Answered(EventView):
    tag = "Players"
    writes = having(Right.REQUESTS)

    def asked(self, number: int) -> PlayerRequest:
        return PlayerRequest.objects.select_related("player").get(tournament=self.event, pk=number)


class Grant(Answered):
    @endpoint(
        "grant_request",
        "Do what a player asks for: withdraw, note the bye, or let come back.",
        takes=GrantIn,
        gives=RequestOut,
    )
    def post(self, request: Request, asked: int, data: dict[str, Any]) -> PlayerRequest:
        row = self.asked(asked)
        return requests.grant(tournament=self.event, actor=self.actor, request=row, **data)


class Refuse(Answered):
    @endpoint("refuse_request", "Say no, with a word for the player.", takes=RefuseIn, gives=RequestOut)
    def post(self, request: Request, asked: int, data: dict[str, Any]) -> PlayerRequest:
        row = self.asked(asked)
        return requests.refuse(tournament=self.event, actor=self.actor, request=row, **data)


class Calls(EventView):
    tag = "Rounds"
    reads = having(Right.CALLS)
    restricted = True

    @endpoint("list_calls", "Tables that want a judge, the oldest call first.", gives=CallRowOut, many=True)
    def get(self, request: Request) -> tuple[CallRow, ...]:
        return open_calls(self.event)


class Called(EventView):
    tag = "Rounds"
    writes = having(Right.CALLS)

    def called(self, number: int) -> JudgeCall:
        return JudgeCall.objects.get(tournament=self.event, pk=number)


class Take(Called):
    @endpoint("take_call", "A judge is on the way.", gives=CallOut)
    def post(self, request: Request, call: int) -> JudgeCall:
        return calls.take(tournament=self.event, actor=self.actor, call=self.called(call))


class Done(Called):
    @endpoint("close_call", "The judge has been there.", gives=CallOut)
    def post(self, request: Request, call: int) -> JudgeCall:
        return calls.done(tournament=self.event, actor=self.actor, call=self.called(call))


class TableCodes(EventView):
    tag = "Rounds"
    reads = having(Right.SETTINGS)
    writes = having(Right.SETTINGS)
    restricted = True

    @endpoint(
        "list_table_codes", "The addresses behind the codes on the tables.", gives=TableCodeOut, many=True
    )
    def get(self, request: Request) -> list[tuple[int, str]]:
        return codes_of(self.event, for_phones(request.build_absolute_uri("/")))

    @endpoint(
        "renew_table_codes",
        "New codes for all tables: the printed ones open nothing any more.",
        gives=TableCodeOut,
        many=True,
    )
    def post(self, request: Request) -> list[tuple[int, str]]:
        codes.renew_table_codes(tournament=self.event, actor=self.actor)
        return codes_of(self.event, for_phones(request.build_absolute_uri("/")))


class OwnAddress(PlayerView):
    reads = having(Right.MANAGE_PLAYERS)
    writes = having(Right.MANAGE_PLAYERS)
    restricted = True

    @endpoint("read_own_address", "The address of a player's own page.", gives=OwnAddressOut)
    def get(self, request: Request, number: int) -> dict[str, str]:
        return self._address(request, self.player(number))

    @endpoint(
        "renew_own_address",
        "A new address for a player's own page: the old one is gone.",
        gives=OwnAddressOut,
    )
    def post(self, request: Request, number: int) -> dict[str, str]:
        player = codes.renew_player_key(tournament=self.event, actor=self.actor, player=self.player(number))
        return self._address(request, player)

    def _address(self, request: Request, player: Player) -> dict[str, str]:
        if player.house:
            raise Player.DoesNotExist("a house player has no page")
        path = reverse("public:me", args=[self.event.slug, player.key])
        return {"address": for_phones(request.build_absolute_uri(path))}
