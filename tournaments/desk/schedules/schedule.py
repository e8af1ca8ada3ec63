"""The schedule at the desk: planned at once, searched for a better one, kept or not, and what it is worth."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.desk.base import DeskRequest, for_staff, page, post_for, tried
from tournaments.desk.schedules.forms import SearchForm
from tournaments.jobs.running import look_after
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.rights import Right
from tournaments.schedules import services as schedules
from tournaments.schedules.jobs import plan_schedule
from tournaments.schedules.selectors import plan_state
from tournaments.schedules.selectors.pictures import pictures_of
from tournaments.schedules.selectors.schedules import plans_ahead
from tournaments.steps.refusals import ServiceError


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
            messages.success(request, _("All rounds are planned."))
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
        _("The new schedule is stored."),
        fine=("decided",),
    )
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def drop(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    job = _job(tournament, pk)
    tried(request, lambda: schedules.drop(job), _("The old schedule stays."), fine=("decided",))
    return redirect("desk:schedule", tournament.slug)


@post_for(Right.PAIR)
def clear(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Throw the stored plan away."""
    tried(
        request,
        lambda: schedules.clear(tournament=tournament, actor=request.user),
        _("The schedule is discarded. Pairing round 1 makes a new one."),
        fine=("nothing_planned",),
    )
    return redirect("desk:schedule", tournament.slug)


def _page(request: DeskRequest, tournament: Tournament, form: SearchForm) -> HttpResponse:
    _or_404(tournament)
    job = plan_state.latest_job(tournament)
    if job is not None and job.state in (JobState.QUEUED, JobState.RUNNING):
        job = look_after(job)
    state = plan_state.state_of(tournament, job)
    context: dict[str, Any] = {"form": form, "plan": state, "pictures": None}
    # A page that watches a search asks every second, for the search alone.
    if state.schedule is not None and "HX-Request" not in request.headers:
        context["pictures"] = pictures_of(state.schedule)
    return page(request, tournament, "schedules/schedule", "schedule", **context)


def _or_404(tournament: Tournament) -> None:
    if not plans_ahead(tournament):
        raise Http404("not planned ahead")


def _job(tournament: Tournament, pk: int) -> Job:
    return get_object_or_404(Job, pk=pk, tournament=tournament, kind=JobKind.PLAN_SCHEDULE)
