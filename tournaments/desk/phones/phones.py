"""What comes from the phones of players: reports that do not count yet, requests, calls for a judge."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.kept import quoting
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.desk.phones.reports import reports_of
from tournaments.hall.selectors.calls import open_calls
from tournaments.hall.services import calls as call_service
from tournaments.models import JudgeCall, PlayerRequest, PlayerRequestKind, RequestKind, Tournament
from tournaments.names.namesakes import name_of
from tournaments.phones.selectors.waiting import signs
from tournaments.players.selectors.requests import all_requests, waiting_requests
from tournaments.players.services import requests as request_service
from tournaments.rights import Right, rights_of
from tournaments.snapshots import seats_at_table

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


def _shown(request: DeskRequest, tournament: Tournament, what: str, **context: Any) -> HttpResponse:
    """A page of this chapter; a script that looks for news is given only the part that changes."""
    if request.headers.get("HX-Request"):
        context |= {"event": tournament, "rights": rights_of(request.user, tournament), "what": what}
        return render(request, f"desk/phones/_{what}.html", context | {"signs": signs(tournament)})
    return page(
        request, tournament, f"phones/{what}", "phones", what=what, signs=signs(tournament), **context
    )
