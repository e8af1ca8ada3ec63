"""Events at the desk: the list, a new one, the dashboard, settings, the end. Deleted ones: `bin`."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.absences import AbsencesForm
from tournaments.desk.base import DeskRequest, for_staff, page, page_for, post_for, tried
from tournaments.desk.foreseen import changed, is_sent
from tournaments.desk.next_steps import Lineup, attendance, next_step
from tournaments.events.desk.failure import failure_of
from tournaments.events.forms.event import EventForm
from tournaments.events.forms.own_events import FindEventForm
from tournaments.events.jobs import empty_bin_sometimes
from tournaments.events.selectors.bin import bin_of
from tournaments.events.selectors.events import own_events
from tournaments.events.selectors.parts_of_standings import cut_before
from tournaments.events.services import events as service
from tournaments.events.services.archive import set_archived
from tournaments.files.services import documents
from tournaments.history.log import pack_made
from tournaments.jobs.lease import open_job
from tournaments.models import RoundState, Tournament
from tournaments.people.selectors import staff_of
from tournaments.rights import Right, can_manage
from tournaments.rounds.selectors.appointments import out_of_turn
from tournaments.standings.selectors.standings import standings
from tournaments.web.signed_in import for_user


@for_user("GET", "HEAD")
def events(request: DeskRequest) -> HttpResponse:
    empty_bin_sometimes()
    everything, form = own_events(request.user), FindEventForm(request.GET)
    context = {
        "everything": everything,
        "rows": form.found(everything),
        "form": form,
        "archived": sum(row.is_archived for row in everything),
        "binned": bin_of(request.user),
    }
    return render(request, "events/desk/events.html", context)


@post_for(Right.STAFF)
def archive(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Out of the list of its owner, or back into it."""
    archived = request.POST.get("archived") == "yes"
    set_archived(tournament=tournament, archived=archived)
    done = _("%(name)s is archived.") if archived else _("%(name)s is back in the list.")
    messages.success(request, done % {"name": tournament.name})
    return redirect("desk:events")


@restoring
@for_user("GET", "HEAD", "POST")
def create(request: DeskRequest) -> HttpResponse:
    """One page. Buttons named `do` rearrange it (another system, the chain) and store nothing."""
    if "do" in request.POST:
        form = EventForm.rearranged(request.POST)
    else:
        data = typed(request)
        form = EventForm(data) if data else EventForm.new(request.user)
    event = form.create(request.user) if form.is_bound else None
    if event is None:
        return render(request, "events/desk/create.html", {"form": form})
    messages.success(request, _("%(name)s is created. Add its players.") % {"name": event.name})
    if form.lacks_rounds:
        messages.warning(request, form.lacks_rounds)
    return redirect("desk:import", event.slug)


@for_staff
def event(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Where are we, and the one next step."""
    return page(request, tournament, "events/desk/event.html", "overview", **_now(request, tournament))


def _now(request: DeskRequest, tournament: Tournament) -> dict[str, Any]:
    rounds = request.now.rounds
    present = attendance(tournament)
    step = next_step(request.now, present)
    return {
        "done": [one for one in rounds if one.state == RoundState.COMPLETED],
        "table": standings(tournament),
        "present": present,
        "step": step,
        "cut": cut_before(tournament, len(rounds) + 1) if step.code in ("pair", "check_in") else None,
        "absences": _absences(request, tournament, step.lineup),
        "job": open_job(tournament),
        "failure": failure_of(tournament),
        "pack": pack_made(tournament),
        "away": out_of_turn(tournament),
    }


def _absences(request: DeskRequest, tournament: Tournament, who: Lineup | None) -> AbsencesForm | None:
    """For whoever may say what becomes of those who have not checked in before the round is paired."""
    if who is None or not who.absent or not can_manage(request.user, tournament):
        return None
    return AbsencesForm(tournament, who.absent)


@restoring
@page_for(Right.SETTINGS)
def settings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = _settings_form(request, tournament)
    done: HttpResponse | bool = False
    if form.is_bound and is_sent(request) and form.is_valid():
        about = {"section": "settings", "title": _("Settings")}
        done = changed(request, tournament, form, form.edit, partial(form.change, request.user), **about)
    if isinstance(done, HttpResponse):
        return done
    if done:
        messages.success(request, _("The settings are saved."))
        return redirect("desk:settings", tournament.slug)
    context: dict[str, Any] = {"form": form, "staff": staff_of(tournament)}
    return page(request, tournament, "events/desk/settings.html", "settings", **context)


def _settings_form(request: DeskRequest, tournament: Tournament) -> EventForm:
    """As it was sent; a button named `do` rearranges it and stores nothing."""
    if "do" in request.POST:
        return EventForm.rearranged(request.POST, tournament)
    return EventForm(typed(request), event=tournament)


@page_for(Right.SETTINGS)
def document(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The event as a document, to keep or to take elsewhere."""
    content = json.dumps(documents.export_event(tournament, persons=True), ensure_ascii=False, indent=1)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json"'
    return response


@page_for(Right.SETTINGS)
def finish(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What finishing the event means; done when that is confirmed."""
    if request.method != "POST":
        return page(request, tournament, "events/desk/finish.html", "settings")
    done = _("The event is finished. These are the final standings.")
    if tried(
        request,
        lambda: service.finish_event(tournament=tournament, actor=request.user),
        done,
        fine=("event_finished",),
    ):
        return redirect("desk:standings", tournament.slug)
    return redirect("desk:event", tournament.slug)


@post_for(Right.SETTINGS)
def reopen(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    tried(
        request,
        lambda: service.reopen_event(tournament=tournament, actor=request.user),
        _("The event is reopened."),
        fine=("not_finished",),
    )
    return redirect("desk:event", tournament.slug)
