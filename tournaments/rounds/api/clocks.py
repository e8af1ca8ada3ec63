"""The clock of a round, and extra time for tables."""

from datetime import datetime
from typing import Any, TypedDict

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Reason, Strict, Whole, computed
from tournaments.events.services.cleaners import MAX_MINUTES
from tournaments.models import Match, RoundClock
from tournaments.rights import Right, having
from tournaments.rounds.selectors.clocks import Clock, ClockState, Extra, clock_of, extras_of_round
from tournaments.rounds.services import clocks
from tournaments.rounds.services.clocks import WHY_LENGTH


class ClockNow(TypedDict):
    clock: Clock
    extra: tuple[Extra, ...]
    now: datetime


class ClockOut(serializers.Serializer[ClockNow]):
    """The clock as it stands at `now`. While it runs, count from `ends_at` by the server's time, not by your own."""

    round = serializers.IntegerField(source="clock.round_number")
    state = serializers.ChoiceField([state.value for state in ClockState], source="clock.state")
    minutes = serializers.IntegerField(source="clock.minutes", help_text="The length of the round.")
    ends_at = serializers.DateTimeField(
        source="clock.ends_at", allow_null=True, help_text="null: it is not running."
    )

    @computed({"type": "number"}, help_text="At `now`; negative: over time.")
    def seconds_left(self, clock: ClockNow) -> float:
        return clock["clock"].left_at(clock["now"]).total_seconds()

    @computed(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "table": {"type": "integer"},
                    "minutes": {"type": "integer"},
                    "why": {"type": "string", "description": "For the staff only."},
                },
                "required": ["table", "minutes"],
            },
        },
        help_text="Tables that have more time than the others.",
    )
    def extra(self, clock: ClockNow) -> list[dict[str, object]]:
        staff = self.context["staff"]
        return [
            {"table": extra.table, "minutes": extra.minutes, **({"why": extra.why} if staff else {})}
            for extra in clock["extra"]
        ]

    now = serializers.DateTimeField(help_text="The time of the server.")


class LengthIn(Strict):
    minutes = Whole(min_value=1, max_value=MAX_MINUTES, help_text="How long this round is.")


class StartIn(Strict):
    minutes = Whole(
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text="How long the round is; left out: as set before, or as all rounds of the event.",
    )


class AddIn(Strict):
    minutes = Whole(
        min_value=-MAX_MINUTES, max_value=MAX_MINUTES, help_text="So much longer; negative: shorter."
    )


class ExtraIn(Strict):
    """The extra time of a table, all in all."""

    minutes = Whole(min_value=0, max_value=MAX_MINUTES, help_text="0 takes it back.")
    why = Reason(
        max_length=WHY_LENGTH,
        help_text="Needed unless `minutes` is 0. Read by the staff and the players of the table.",
    )


class ExtraOut(serializers.Serializer[object]):
    table = serializers.IntegerField()

    @computed()
    def minutes(self, match: Any) -> int:
        return int(match.extra_seconds // 60)

    why = serializers.CharField(source="extra_why")


class ClockView(RoundView):
    """A view of the clock of a round. It depends on the moment, so it has no ETag."""

    writes = having(Right.CLOCK)
    versioned = False

    def shown_clock(self, number: int) -> ClockNow:
        round_ = self.round(number)
        round_.tournament = self.event
        clock = clock_of(round_)
        if clock is None:
            raise RoundClock.DoesNotExist
        return {"clock": clock, "extra": extras_of_round(round_), "now": timezone.now()}

    def change(self, verb: Any, number: int, **given: Any) -> ClockNow:
        verb(tournament=self.event, actor=self.actor, round_=self.round(number), **given)
        return self.shown_clock(number)


class RoundTime(ClockView):
    @endpoint("read_clock", "How much time the round has left. 404 when it has no clock.", gives=ClockOut)
    def get(self, request: Request, number: int) -> ClockNow:
        return self.shown_clock(number)

    @endpoint("set_clock", "How long this round is; what has run stays.", takes=LengthIn, gives=ClockOut)
    def put(self, request: Request, number: int, data: dict[str, object]) -> ClockNow:
        return self.change(clocks.set_length, number, **data)


class StartClock(ClockView):
    @endpoint(
        "start_clock",
        "Start the clock and with it the round: its open tables are playing. Or go on after a pause.",
        takes=StartIn,
        gives=ClockOut,
    )
    def post(self, request: Request, number: int, data: dict[str, object]) -> ClockNow:
        return self.change(clocks.start, number, **data)


class PauseClock(ClockView):
    @endpoint("pause_clock", "Let the clock stand.", gives=ClockOut)
    def post(self, request: Request, number: int) -> ClockNow:
        return self.change(clocks.pause, number)


class StopClock(ClockView):
    @endpoint("stop_clock", "Put the clock back to the whole length, not running.", gives=ClockOut)
    def post(self, request: Request, number: int) -> ClockNow:
        return self.change(clocks.stop, number)


class AddTime(ClockView):
    @endpoint("add_time", "Make the round longer or shorter.", takes=AddIn, gives=ClockOut)
    def post(self, request: Request, number: int, data: dict[str, object]) -> ClockNow:
        return self.change(clocks.add, number, **data)


class ExtraTime(ClockView):
    @endpoint("set_extra_time", "Extra time for one table, all in all.", takes=ExtraIn, gives=ExtraOut)
    def put(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Match:
        match = Match.objects.get(round=self.round(number), table=table)
        return clocks.extend_table(tournament=self.event, actor=self.actor, match=match, **data)
