"""Rounds: paired as a draft, published, started, completed, and back; jobs that pair large fields."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import EventView, RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import computed
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.rounds import JobOut, PairRequest, RoundHead, RoundOut
from tournaments.events.selectors.events import visible_rounds
from tournaments.events.selectors.now import EventNow
from tournaments.jobs.running import look_after
from tournaments.models import Job, JobKind, Round, RoundState
from tournaments.rights import Right, can_enter_results, can_see_drafts, having, may
from tournaments.rounds.jobs import pair_next
from tournaments.rounds.selectors.outstanding import OpenTable, Outstanding, outstanding
from tournaments.rounds.selectors.rounds import RoundSheet
from tournaments.rounds.services import rounds, taking_back


class Rounds(RoundView):
    @endpoint("list_rounds", "The rounds so far, and what each was paired with.", gives=RoundHead, many=True)
    def get(self, request: Request) -> object:
        return visible_rounds(self.event, request.user)


class Pair(RoundView):
    @endpoint(
        "pair_round",
        "Pair the next round as a draft.",
        takes=PairRequest,
        gives=RoundOut,
        status=201,
        also={202: JobOut},
        own_transaction=True,
        description="Answers the draft, or for large fields the job that makes it (202). Only the staff sees drafts. "
        "When no legal pairing exists: 409, `params.offers` names what may be relaxed by `overrides`. "
        "Where the system pairs ahead (wcsc, mode MS) this works while the last round is being played, except for the "
        "last round of the event: 409 `waits_for_results`, `params.tables` are those without a result.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        again = self._again(request, data.get("again"))
        made = pair_next(
            now=EventNow(self.event), actor=self.actor, overrides=data.get("overrides"), again=again
        )
        if isinstance(made, Job):
            return self._accepted(request, made)
        where = reverse("api:round", [self.event.slug, made.number], request=request)
        return self.shown(RoundOut, self.sheet(made.number), status=201, where=where)

    def _again(self, request: Request, number: int | None) -> Round | None:
        """The round to pair again; to take its pairings back takes the right to publish."""
        again = self.round(number) if number is not None else None
        if again and again.state != RoundState.DRAFT and not may(request.user, self.event, Right.PUBLISH):
            self.permission_denied(request)
        return again

    def _accepted(self, request: Request, job: Job) -> Response:
        where = reverse("api:job", [self.event.slug, job.pk], request=request)
        return self.shown(JobOut, job, status=202, where=where)


class OneRound(RoundView):
    @endpoint("read_round", "A round: tables, byes, results, and why it was paired so.", gives=RoundOut)
    def get(self, request: Request, number: int) -> RoundSheet:
        return self.sheet(number)

    @endpoint("discard_round", "Throw the draft away.")
    def delete(self, request: Request, number: int) -> None:
        rounds.discard_draft(tournament=self.event, actor=self.actor, round_=self.round(number))


class Step(RoundView):
    """One step in the life of a round."""

    step: Callable[..., Round]

    def take(self, request: Request, number: int) -> RoundSheet:
        type(self).step(tournament=self.event, actor=self.actor, round_=self.round(number))
        return self.sheet(number)


class Publish(Step):
    writes = having(Right.PUBLISH)
    step = staticmethod(rounds.publish)

    @endpoint("publish_round", "Show the draft to everybody.", gives=RoundOut)
    def post(self, request: Request, number: int) -> RoundSheet:
        return self.take(request, number)


class TakeBack(Step):
    writes = having(Right.PUBLISH)
    step = staticmethod(taking_back.take_back)

    @endpoint(
        "take_back_round",
        "Take the pairings of the latest round back: a draft again, as long as no result is in.",
        gives=RoundOut,
        description="Phones and screens say that the pairings were taken back. Its clock goes. To pair it again in the "
        "same step: `pair_round` with `again`.",
    )
    def post(self, request: Request, number: int) -> RoundSheet:
        return self.take(request, number)


class Start(Step):
    writes = can_enter_results
    step = staticmethod(rounds.start)

    @endpoint("start_round", "The players sit down. The first result does the same.", gives=RoundOut)
    def post(self, request: Request, number: int) -> RoundSheet:
        return self.take(request, number)


class Complete(Step):
    step = staticmethod(rounds.complete)

    @endpoint(
        "complete_round",
        "Close a round whose results are all in; of two, the earlier one first.",
        gives=RoundOut,
    )
    def post(self, request: Request, number: int) -> RoundSheet:
        return self.take(request, number)


class ReopenRound(Step):
    step = staticmethod(rounds.reopen_round)

    @endpoint("reopen_round", "Take the completion of the latest round back.", gives=RoundOut)
    def post(self, request: Request, number: int) -> RoundSheet:
        return self.take(request, number)


class Jobs(EventView):
    tag = "Rounds"
    reads = can_see_drafts
    versioned = False
    restricted = True

    @endpoint("list_jobs", "Work outside the request, newest first.", gives=JobOut, paged=True)
    def get(self, request: Request, query: dict[str, object]) -> object:
        return Job.objects.filter(tournament=self.event).exclude(kind=JobKind.OUTLOOK)


class OneJob(EventView):
    tag = "Rounds"
    reads = can_see_drafts
    versioned = False
    restricted = True

    @endpoint("read_job", "How far a job is.", gives=JobOut)
    def get(self, request: Request, job: int) -> Job:
        return look_after(Job.objects.exclude(kind=JobKind.OUTLOOK).get(tournament=self.event, pk=job))


# Tables without a result, and when the round may be over.
class OpenTableOut(
    Mirror,
    of=OpenTable,
    shows=(
        "table names extra_minutes extra_why playing_since call report fixed_table_of due agreed_for postponed "
        "postponed_why overdue"
    ),
    playing_since="When the clock started, or when somebody asked and they were playing.",
    call="`open`: waits for a judge, `taken`: one is on the way; else empty.",
    report="What players report: `waiting`, `disputed`, or empty.",
    due="When its time is over, while the clock runs.",
    agreed_for="By appointment; null: with its round.",
    overdue="The day it was agreed or planned for is over.",
):
    """A table without a result, and what is known of it."""

    @computed()
    def extra_minutes(self, row: Any) -> int:
        return int(row.extra.minutes) if row.extra else 0

    @computed()
    def extra_why(self, row: Any) -> str:
        return str(row.extra.why) if row.extra else ""

    fixed_table_of = serializers.ListField(child=serializers.CharField(), source="fixed")


class OutstandingOut(
    Mirror,
    of=Outstanding,
    shows="round total tables since ends unknown",
    total="Tables of the round.",
    since="When the round began: with its clock, else when it was published.",
    unknown="Why there is no estimate: `too_early`, `longer_than_all`, or empty.",
):
    """What is missing of a round."""

    round = serializers.IntegerField(source="round_number")

    @computed(
        {
            "type": ["object", "null"],
            "properties": {
                name: {"type": "string", "format": "date-time"} for name in ("earliest", "middle", "latest")
            },
            "required": ["earliest", "middle", "latest"],
        },
        help_text="null: see `unknown`.",
    )
    def ends(self, outstanding: Any) -> dict[str, str] | None:
        if outstanding.ends is None:
            return None
        shown = serializers.DateTimeField()
        names = ("earliest", "middle", "latest")
        return {n: str(shown.to_representation(at)) for n, at in zip(names, outstanding.ends, strict=True)}


class OutstandingTables(RoundView):
    reads = can_see_drafts
    restricted = True
    versioned = False

    @endpoint(
        "list_outstanding",
        "Tables of a round without a result, what delays them, and when the round may be over.",
        gives=OutstandingOut,
    )
    def get(self, request: Request, number: int) -> Outstanding:
        round_ = self.round(number)
        round_.tournament = self.event
        return outstanding(round_, timezone.now())
