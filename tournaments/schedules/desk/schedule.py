"""The schedule of an event at the desk: shown, searched for, kept or dropped."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from accounts.models import User
from tournaments.desk.base import DeskRequest, for_staff, page, post_for, tried
from tournaments.forms.base import DeskForm
from tournaments.jobs.running import look_after
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.rights import Right
from tournaments.schedules import services as schedules
from tournaments.schedules.jobs import plan_schedule
from tournaments.schedules.selectors import plan_state
from tournaments.schedules.selectors.pictures import Pictures, pictures_of
from tournaments.schedules.selectors.schedules import plans_ahead
from tournaments.steps.refusals import ServiceError

SECONDS = (30, 120, 600, 3600)


def durations() -> list[tuple[int, str]]:
    """How long a search may take, in words."""
    words = []
    for seconds in SECONDS:
        if seconds < 60:
            said = ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
        else:
            minutes = seconds // 60
            said = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
        words.append((seconds, said))
    return words


class SearchForm(DeskForm):
    """How long to search. It may be stopped at any moment, and keeps the best found so far."""

    seconds = forms.TypedChoiceField(
        label=_("How long"),
        choices=durations,
        coerce=int,
        initial=SECONDS[0],
        help_text=_("You can stop at any moment; the best schedule found so far stays."),
    )

    def start(self, tournament: Tournament, user: User) -> Job | None:
        """The job that searches, or None after noting on the form why there is none."""
        if not self.is_valid():
            return None
        try:
            return plan_schedule(tournament=tournament, actor=user, seconds=self.cleaned_data["seconds"])
        except ServiceError as error:
            self.refuse(error)
            return None


@dataclass(frozen=True, slots=True)
class SchedulePage:
    """The plan and how to look for another one."""

    form: SearchForm
    plan: plan_state.PlanState
    pictures: Pictures | None


@for_staff
def schedule(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The plan there is, the one that is being looked for, or the two held against each other."""
    return _page(request, tournament, SearchForm())


@post_for(Right.PAIR)
def plan(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Plan at once. Where nothing would be lost by it, the plan is kept at once too."""
    _or_404(tournament)
    try:
        job = plan_schedule(tournament=tournament, actor=request.user)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        if plan_state.decision(job) == "kept":
            messages.success(request, gettext("All rounds are planned."))
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def search(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Look for a better plan for some time."""
    _or_404(tournament)
    form = SearchForm(request.POST)
    if form.start(tournament, request.user) is None:
        return _page(request, tournament, form)
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def stop(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """End a search; what it has found stays."""
    schedules.stop(_job(tournament, pk))
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def keep(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    job = _job(tournament, pk)
    tried(
        request,
        lambda: schedules.keep(tournament=tournament, actor=request.user, job=job),
        gettext("The new schedule is stored."),
        fine=("decided",),
    )
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def drop(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    job = _job(tournament, pk)
    tried(request, lambda: schedules.drop(job), gettext("The old schedule stays."), fine=("decided",))
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def clear(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Throw the stored plan away."""
    tried(
        request,
        lambda: schedules.clear(tournament=tournament, actor=request.user),
        gettext("The schedule is discarded. Pairing round 1 makes a new one."),
        fine=("nothing_planned",),
    )
    return redirect("desk:schedule", tournament.slug)


def _page(request: DeskRequest, tournament: Tournament, form: SearchForm) -> HttpResponse:
    _or_404(tournament)
    job = plan_state.latest_job(tournament)
    if job is not None and job.state in (JobState.QUEUED, JobState.RUNNING):
        job = look_after(job)
    state = plan_state.state_of(tournament, job)
    # A page that watches a search asks every second, for the search alone.
    is_whole = state.schedule is not None and "HX-Request" not in request.headers
    shown = SchedulePage(form, state, pictures_of(state.schedule) if state.schedule and is_whole else None)
    return page(request, tournament, "schedules/desk/schedule.html", "schedule", shown)


def _or_404(tournament: Tournament) -> None:
    if not plans_ahead(tournament):
        raise Http404("not planned ahead")


def _job(tournament: Tournament, pk: int) -> Job:
    return get_object_or_404(Job, pk=pk, tournament=tournament, kind=JobKind.PLAN_SCHEDULE)
