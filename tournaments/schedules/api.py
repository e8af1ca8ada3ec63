"""Schedules for four at a table: asked for, searched, shown with what they reach."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import EventView, PlayerView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.rounds import JobOut, MyRoundOut, PersonOut
from tournaments.jobs.running import look_after
from tournaments.models import Job, JobKind, JobState
from tournaments.rights import Right, having
from tournaments.schedules import services as planning
from tournaments.schedules.jobs import plan_schedule
from tournaments.schedules.selectors import plan_state, schedules
from tournaments.schedules.selectors.schedules import RoundOfPlan, TablePlan
from tournaments.schedules.services import LONGEST


class PlanIn(Strict):
    seconds = Whole(
        default=0,
        min_value=0,
        max_value=LONGEST,
        help_text="0: plan at once. Else search for so long beside the request (30 or more); it can be stopped.",
    )


class PlannedTableOut(
    Mirror, of=TablePlan, shows="table seats", seats="Numbers of players: East, South, West, North."
):
    pass


class PlannedRoundOut(
    Mirror, of=RoundOfPlan, shows="number day is_paired tables rests", rests="Who has no table."
):
    """One round: as it is, or as it will be if nobody leaves or comes."""


class ScheduleOut(serializers.Serializer[object]):
    """All rounds that are planned at once, and how good the plan is."""

    rounds = PlannedRoundOut(many=True, source="schedule.rounds")
    players = PersonOut(many=True)
    rounds_per_day = serializers.IntegerField(source="schedule.rounds_per_day", allow_null=True)
    is_kept = serializers.BooleanField(
        source="is_stored", help_text="Stored. Else it is what pairing the first round would plan."
    )

    @computed(
        {"type": "object", "additionalProperties": {"type": "number"}},
        help_text="The figures of `/tools/seating/`.",
    )
    def quality(self, plan: dict[str, Any]) -> dict[str, float]:
        return {figure.text.name: figure.value for figure in plan["figures"]}

    @computed({"type": "array", "items": {"type": "string"}}, help_text="Figures that nothing can beat.")
    def proven_optimal(self, plan: dict[str, Any]) -> list[str]:
        return [figure.text.name for figure in plan["figures"] if figure.why is not None]


class ScheduleView(EventView):
    """A view below one event that knows its plan.

    Who may see it, as on the pages: the staff always, others as soon as the first round is published. An event that is
    not planned ahead has none.
    """

    tag = "Schedules"
    writes = having(Right.PAIR)

    def schedule(self) -> schedules.Schedule:
        shown = schedules.is_public(self.event) or (self.sees_drafts and schedules.plans_ahead(self.event))
        found = schedules.schedule_of(self.event, drafts=self.sees_drafts) if shown else None
        if found is None:
            raise Http404
        return found

    def job(self, number: int) -> Job:
        return Job.objects.get(tournament=self.event, kind=JobKind.PLAN_SCHEDULE, pk=number)


class Schedule(ScheduleView):
    @endpoint(
        "read_schedule",
        "All rounds that are planned at once, and how good the plan is.",
        gives=ScheduleOut,
    )
    def get(self, request: Request) -> dict[str, object]:
        found, state = self.schedule(), plan_state.state_of(self.event, None)
        return {
            "schedule": found,
            "players": found.people.values(),
            "is_stored": state.is_stored,
            "figures": state.figures,
        }

    @endpoint(
        "plan_schedule",
        "Plan all rounds at once, or search for a better plan; what is played stays.",
        takes=PlanIn,
        gives=JobOut,
        status=201,
        also={202: JobOut},
        own_transaction=True,
        description="Answers the finished job, or the one that searches (202): `progress` of `total` seconds, and in "
        "`result` the `figures` of the best plan so far. The first plan made at once is kept at once (`decision`); any "
        "other is a proposal that you keep or drop. While one job is open, the answer is that job.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        job = plan_schedule(tournament=self.event, actor=self.actor, **data)
        where = reverse("api:job", [self.event.slug, job.pk], request=request)
        is_open = job.state in (JobState.QUEUED, JobState.RUNNING)
        return self.shown(JobOut, job, status=202 if is_open else 201, where=where)

    @endpoint("clear_schedule", "Throw the plan away, as long as no round is paired.")
    def delete(self, request: Request) -> None:
        planning.clear(tournament=self.event, actor=self.actor)


class Stop(ScheduleView):
    @endpoint("stop_search", "End a search; the best plan it has is its answer.", gives=JobOut)
    def post(self, request: Request, job: int) -> Job:
        planning.stop(self.job(job))
        return look_after(self.job(job))


class Keep(ScheduleView):
    @endpoint("keep_schedule", "Make a plan that was found the plan of the event.", gives=JobOut)
    def post(self, request: Request, job: int) -> Job:
        planning.keep(tournament=self.event, actor=self.actor, job=self.job(job))
        return self.job(job)


class Drop(ScheduleView):
    @endpoint("drop_schedule", "Leave the plan as it is.", gives=JobOut)
    def post(self, request: Request, job: int) -> Job:
        planning.drop(self.job(job))
        return self.job(job)


class Coming(ScheduleView, PlayerView):
    tag = "Players"

    @endpoint(
        "coming_rounds",
        "The rounds of a plan that are not paired yet, for one player: table, wind, opponents.",
        gives=MyRoundOut,
        many=True,
    )
    def get(self, request: Request, number: int) -> object:
        player, schedule = self.player(number), self.schedule()
        if player.house or player.left_after_round is not None:
            return []
        return [mine for mine in schedules.my_rounds(schedule, player.number) if not mine.is_paired]
