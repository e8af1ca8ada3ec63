"""The clock of a round, and extra time for tables."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.request import Request

from tournaments.api.endpoint import endpoint
from tournaments.api.rounds.serializers.clocks import AddIn, ClockOut, ExtraIn, ExtraOut, LengthIn, StartIn
from tournaments.api.rounds.views.rounds import RoundView
from tournaments.models import Match, RoundClock
from tournaments.rights import Right, having
from tournaments.rounds.selectors.clocks import clock_of, extras_of_round
from tournaments.rounds.services import clocks


class ClockView(RoundView):
    """A view of the clock of a round. It depends on the moment, so it has no ETag."""

    writes = having(Right.CLOCK)
    versioned = False

    def shown_clock(self, number: int) -> dict[str, Any]:
        round_ = self.round(number)
        round_.tournament = self.event
        clock = clock_of(round_)
        if clock is None:
            raise RoundClock.DoesNotExist
        return {"clock": clock, "extra": extras_of_round(round_), "now": timezone.now()}

    def change(self, verb: Any, number: int, **given: Any) -> dict[str, Any]:
        verb(tournament=self.event, actor=self.actor, round_=self.round(number), **given)
        return self.shown_clock(number)


class RoundTime(ClockView):
    @endpoint("read_clock", "How much time the round has left. 404 when it has no clock.", gives=ClockOut)
    def get(self, request: Request, number: int) -> dict[str, Any]:
        return self.shown_clock(number)

    @endpoint("set_clock", "How long this round is; what has run stays.", takes=LengthIn, gives=ClockOut)
    def put(self, request: Request, number: int, data: dict[str, Any]) -> dict[str, Any]:
        return self.change(clocks.set_length, number, **data)


class StartClock(ClockView):
    @endpoint(
        "start_clock",
        "Start the clock and with it the round: its open tables are playing. Or go on after a pause.",
        takes=StartIn,
        gives=ClockOut,
    )
    def post(self, request: Request, number: int, data: dict[str, Any]) -> dict[str, Any]:
        return self.change(clocks.start, number, **data)


class PauseClock(ClockView):
    @endpoint("pause_clock", "Let the clock stand.", gives=ClockOut)
    def post(self, request: Request, number: int) -> dict[str, Any]:
        return self.change(clocks.pause, number)


class StopClock(ClockView):
    @endpoint("stop_clock", "Put the clock back to the whole length, not running.", gives=ClockOut)
    def post(self, request: Request, number: int) -> dict[str, Any]:
        return self.change(clocks.stop, number)


class AddTime(ClockView):
    @endpoint("add_time", "Make the round longer or shorter.", takes=AddIn, gives=ClockOut)
    def post(self, request: Request, number: int, data: dict[str, Any]) -> dict[str, Any]:
        return self.change(clocks.add, number, **data)


class ExtraTime(ClockView):
    @endpoint("set_extra_time", "Extra time for one table, all in all.", takes=ExtraIn, gives=ExtraOut)
    def put(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Match:
        match = Match.objects.get(round=self.round(number), table=table)
        return clocks.extend_table(tournament=self.event, actor=self.actor, match=match, **data)
