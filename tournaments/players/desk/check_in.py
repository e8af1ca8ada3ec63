"""Check-in at the door: a big switch for each player, several desks at once."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse

from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.desk.next_steps import Attendance, attendance
from tournaments.desk.refusals import refuse
from tournaments.desk.rows import to_row
from tournaments.events.selectors.addresses import for_phones
from tournaments.models import Player, Tournament
from tournaments.names.ordering import a_to_z
from tournaments.players.selectors.players import roster
from tournaments.players.services import attendance as service
from tournaments.rights import Right
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import wants_json


@page_for(Right.CHECK_IN)
def check_in(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The list with its switches. A script asks for JSON; a plain button comes back to its row."""
    if request.method == "POST":
        return _switch(request, tournament)
    if wants_json(request):
        return _state(tournament)
    active = a_to_z(tournament, roster(tournament).filter(left_after_round=None), lambda row: row.number)
    present = attendance(tournament)
    here, address = present.active - present.not_here, for_phones(request.build_absolute_uri())
    shown = CheckInPage(active, present, here, address)
    return page(request, tournament, "players/desk/check_in.html", "players", shown)


@dataclass(frozen=True, slots=True)
class CheckInPage:
    players: list[Player]
    present: Attendance
    checked_in: int
    reached: str


def _switch(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """`player` = NUMBER:on or NUMBER:off, or `all` = on or off."""
    number, _colon, word = request.POST.get("player", "").partition(":")
    everybody = request.POST.get("all", "")
    try:
        service.set_checked_in(
            tournament=tournament,
            actor=request.user,
            players=None if everybody else _named(tournament, number),
            present=(everybody or word) == "on",
        )
    except ServiceError as error:
        if wants_json(request):
            return _state(tournament, status=422, message=str(error))
        messages.error(request, str(error))
    if wants_json(request):
        return _state(tournament)
    row = "" if everybody else f"player-{number}"
    return HttpResponseRedirect(to_row(request, reverse("desk:check_in", args=[tournament.slug]), row))


def _named(tournament: Tournament, number: str) -> list[Player]:
    who = Player.objects.filter(tournament=tournament, number=int(number[:9]) if number.isdecimal() else 0)
    if not who:
        raise refuse.player_not_of_event()
    return list(who)


def _state(tournament: Tournament, status: int = 200, **more: object) -> JsonResponse:
    """Who is here, by number: small enough to be sent after every switch, so that all desks agree."""
    rows = roster(tournament).filter(left_after_round=None)
    here = list(rows.filter(checked_in=True).values_list("number", flat=True))
    return JsonResponse({"here": here, "not_here": rows.count() - len(here), **more}, status=status)
