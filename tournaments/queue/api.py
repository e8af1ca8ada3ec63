"""The table queue over REST: read whole, opened, changed moment by moment, called."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from pairing.model.hall import HIGHEST
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Flag, Plain, Strict, Whole
from tournaments.api.mirrored import Mirror
from tournaments.queue.selectors.board import Board, MatchText, Start, TableRow, WaitingRow, board
from tournaments.queue.selectors.now import QueueNow, has_queue, read
from tournaments.queue.services import queue
from tournaments.queue.services.queue import MOST_TABLES
from tournaments.rights import Right, having


class MatchTextOut(Mirror, of=MatchText, shows="round number part"):
    """A match; `players` are null while they are not known."""

    names = serializers.ListField(
        child=serializers.CharField(), help_text="Who plays, or where they come from."
    )
    players = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class QueueTableOut(
    Mirror,
    of=TableRow,
    shows="number state since minutes is_late sent_back is_only match",
    state="free, called, playing or closed.",
    minutes="Since it began, or else since it was called.",
    is_late="Called longer ago than the players are given to come.",
    is_only="Reserved for matches that need one of its tags.",
):
    """A table and what is there."""

    tags = serializers.ListField(child=serializers.CharField())


class MatchStartOut(
    Mirror,
    of=Start,
    shows="at minutes low high",
    at="About when.",
    minutes="From now.",
    low="The 5th lowest of 41 runs of the queue; null: more than an hour away.",
    high="The 5th highest.",
):
    """When a match will about start."""


class QueuedMatchOut(
    Mirror,
    of=WaitingRow,
    shows="place match is_ready state why until is_first needs sent_back start",
    state="ready, or what keeps it from being called: unknown, held, player_held, busy, resting, later, no_table.",
    why="Why the match before it goes first.",
    start="Null while nobody can tell.",
    until="The end of a rest or of a hold.",
):
    """A match that waits."""


class QueueOut(
    Mirror,
    of=Board,
    shows="tables line kept to_come nowhere usual_minutes end played matches "
    "calls_by_itself accepts_by_itself is_paused",
    line="In the order of call.",
    kept="Something keeps these from being called.",
    to_come="Their players are not all known.",
    end="When all that is known or follows will about be over.",
    nowhere="Played at no table: a result was taken away again and the table is taken.",
):
    """The whole queue at this moment."""


class QueueIn(Strict):
    """What the queue begins with."""

    tables = serializers.ListField(
        child=Whole(min_value=1, max_value=HIGHEST), min_length=1, max_length=MOST_TABLES
    )
    call = Flag(required=False, help_text="Calls are made without the desk.")
    accept = Flag(required=False, help_text="Reports of both players count without the desk.")
    minutes = Whole(
        required=False, allow_null=True, min_value=1, max_value=600, help_text="A match usually takes."
    )
    rest = Whole(
        required=False, min_value=0, max_value=36_000, help_text="Seconds between two matches of a player."
    )
    arrive = Whole(
        required=False, min_value=0, max_value=36_000, help_text="Seconds until a called match is late."
    )
    ahead = Whole(
        required=False, allow_null=True, min_value=0, max_value=1000, help_text="Rounds ahead; null: any."
    )


class MomentIn(Strict):
    """One moment, as an event document has it (docs/event-format.md)."""

    moment = Plain(help_text='Such as `{"hold": [2, 5]}`; its time is that of the request.')


class MomentOut(serializers.Serializer[Any]):
    """One moment with its time, in seconds since the queue began."""

    moment = Plain()


class QueueView(EventView):
    """A view of the queue. Minutes pass without a change of the event: no ETag."""

    tag = "Queue"
    versioned = False
    writes = having(Right.ENTER_RESULTS)

    def queue(self) -> QueueNow:
        """As it is now; 404 where there is none."""
        if not has_queue(self.event):
            raise Http404
        return read(self.event)


class Queue(QueueView):
    @endpoint("read_queue", "Which match is at which table, and who is next.", gives=QueueOut)
    def get(self, request: Request) -> Board:
        now = self.queue()
        return board(read(self.event) if queue.decide(self.event) else now)

    @endpoint(
        "open_queue", "Call matches to these tables from now on.", takes=QueueIn, gives=QueueOut, status=201
    )
    def post(self, request: Request, data: dict[str, Any]) -> Board:
        queue.open_queue(tournament=self.event, actor=self.actor, **data)
        return board(self.queue())


class Moments(QueueView):
    @endpoint("read_moments", "All that has happened in the queue.", gives=MomentOut, many=True)
    def get(self, request: Request) -> list[dict[str, Any]]:
        return [{"moment": moment.to_json()} for moment in self.queue().snapshot.moments]

    @endpoint(
        "say_moment", "Hold, release, put first, call, close a table ...", takes=MomentIn, gives=QueueOut
    )
    def post(self, request: Request, data: dict[str, Any]) -> Board:
        queue.change(tournament=self.event, actor=self.actor, facts=[data["moment"]])
        return board(self.queue())


class Calls(QueueView):
    @endpoint("call_next", "Make the calls that are proposed.", gives=QueueOut)
    def post(self, request: Request) -> Board:
        queue.call_next(tournament=self.event, actor=self.actor)
        return board(self.queue())
