"""Phones at the desk: who asks to be recognised, what players ask, call for and report."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.kept import quoting
from tournaments.desk.base import DeskRequest, page, page_for, post_for, staff_post, tried
from tournaments.desk.reported import reports_of
from tournaments.desk.rows import to_match, to_picture
from tournaments.hall.selectors.calls import open_calls
from tournaments.hall.services import calls as call_service
from tournaments.models import (
    UNDECIDED,
    JudgeCall,
    Match,
    PlayerRequest,
    PlayerRequestKind,
    RequestKind,
    ScoreClaim,
    Tournament,
)
from tournaments.names.namesakes import name_of
from tournaments.phones.selectors.waiting import signs
from tournaments.phones.services import answers
from tournaments.players.selectors.requests import all_requests, waiting_requests
from tournaments.players.services import requests as request_service
from tournaments.rights import Right, rights_of
from tournaments.snapshots import seats_at_table
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import wants_json

LATELY = 20


@page_for(Right.ENTER_RESULTS)
def reports(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every table whose players have said something that does not count yet."""
    return _shown(request, tournament, "reports", tables=reports_of(tournament))


@page_for(Right.REQUESTS)
def requests(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What players ask for, and what was answered lately."""
    waiting = waiting_requests(tournament)
    decided = all_requests(tournament).exclude(state="waiting")[:LATELY]
    byes = list(RequestKind) if seats_at_table(tournament).rules.byes_count else [RequestKind.ZERO]
    return _shown(request, tournament, "requests", waiting=waiting, decided=decided, byes=byes)


@quoting("answer")
@post_for(Right.REQUESTS)
def request_(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Grant or refuse, as `do` says."""
    found = get_object_or_404(PlayerRequest.objects.select_related("player"), tournament=tournament, pk=pk)
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "request": found}
    given["answer"], do = request.POST.get("answer", ""), request.POST.get("do")
    name = {"name": name_of(tournament, found.player)}
    if do == "grant":
        done = _("The request of %(name)s is approved.") % name
        tried(request, lambda: request_service.grant(**given, **_kind_of_bye(request, found)), done)
    elif do == "refuse":
        done = _("The request of %(name)s is declined.") % name
        tried(request, lambda: request_service.refuse(**given), done)
    else:
        messages.error(request, _("Nothing was changed. Approve or decline the request."))
    return redirect("desk:requests", tournament.slug)


def _kind_of_bye(request: DeskRequest, asked: PlayerRequest) -> dict[str, Any]:
    if asked.kind != PlayerRequestKind.SKIP:
        return {}
    return {"kind": request.POST.get("kind") or RequestKind.ZERO.value}


@page_for(Right.CALLS)
def calls(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The tables that want a judge, the longest wait first."""
    return _shown(request, tournament, "calls", calls=open_calls(tournament))


@post_for(Right.CALLS)
def call(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a call, or say that it is done, as `do` says."""
    found = get_object_or_404(JudgeCall, tournament=tournament, pk=pk)
    action = call_service.done if request.POST.get("do") == "done" else call_service.take
    tried(request, lambda: action(tournament=tournament, actor=request.user, call=found))
    return redirect("desk:calls", tournament.slug)


def _shown(request: DeskRequest, tournament: Tournament, what: str, **context: object) -> HttpResponse:
    """A page of this chapter; a script that looks for news is given only the part that changes."""
    if request.headers.get("HX-Request"):
        context |= {"event": tournament, "rights": rights_of(request.user, tournament), "what": what}
        return render(request, f"phones/desk/_{what}.html", context | {"signs": signs(tournament)})
    return page(
        request,
        tournament,
        f"phones/desk/{what}.html",
        "phones",
        what=what,
        signs=signs(tournament),
        **context,
    )


@staff_post
def report(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A report is accepted or refused, as `do` says: `accept:12`. A script is answered in JSON, a plain button with its
    table."""
    do, _colon, wanted = request.POST.get("do", "").partition(":")
    stored = _report_or_404(tournament, number, wanted)
    try:
        done = _decided(request, tournament, stored, is_accepted=do == "accept")
    except ServiceError as error:
        if wants_json(request):
            return JsonResponse(error.to_json(), status=422)
        messages.error(request, str(error))
    else:
        if wants_json(request):
            return JsonResponse({"table": stored.match.table})
        messages.success(request, done % {"table": stored.match.table})
    return HttpResponseRedirect(_back(request, tournament, stored.match))


def _decided(request: DeskRequest, tournament: Tournament, report: ScoreClaim, *, is_accepted: bool) -> str:
    """Accept it, or refuse all that was reported there; what to say about that. Errors: those of the service."""
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user}
    if is_accepted:
        answers.accept(**given, report=report)
        return _("Table %(table)s: saved.")
    note = request.POST.get("note", "")
    answers.reject(**given, report=report, note=note)
    if report.result is not None:
        for other in ScoreClaim.objects.filter(match=report.match_id, state__in=UNDECIDED):
            answers.reject(**given, report=other, note=note)
    return _("Table %(table)s: the report is declined.")


def _back(request: DeskRequest, tournament: Tournament, match: Match) -> str:
    if request.POST.get("back") == "reports":
        return reverse("desk:reports", args=[tournament.slug])
    row = to_match(request, reverse("desk:round", args=[tournament.slug, match.round.number]), match)
    return to_picture(request, tournament) or row


def _report_or_404(tournament: Tournament, number: int, wanted: str) -> ScoreClaim:
    found = ScoreClaim.objects.filter(
        pk=int(wanted[:18]) if wanted.isdecimal() else 0,
        match__round__tournament=tournament,
        match__round__number=number,
    )
    stored = found.select_related("match__round").first()
    if stored is None:
        raise Http404
    return stored
