"""What every page of the desk asks for: its head, whom and what can be found, the documents to print."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.desk.frame import SECTIONS, Frame, frame_of, links_of
from tournaments.events.selectors.events import visible_rounds
from tournaments.models import Player, Seat, Tournament
from tournaments.rights import rights_of
from tournaments.schedules.selectors.schedules import plans_ahead
from tournaments.snapshots import is_of_four


@for_staff
def top(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The head by itself, which every page of the desk asks for again and again."""
    tag = f'W/"top-{tournament.version}-{request.user.pk}-{get_language()}"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        rights, frame = rights_of(request.user, tournament), frame_of(tournament)
        answer = render(request, "desk/_top.html", {"event": tournament, "rights": rights, "frame": frame})
    answer["ETag"] = tag
    return answer


@for_staff
def find(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The players, their tables and the pages of the desk, for the box that finds them while somebody types."""
    frame = frame_of(tournament)
    return JsonResponse(
        {
            "players": _players(tournament, frame),
            "pages": _pages(request, tournament, frame),
            "player_url": reverse("desk:player", args=[tournament.slug, 0]),
            "table_url": reverse("desk:table", args=[tournament.slug, frame.number, 0])
            if frame.number
            else "",
            "tables": frame.tables,
        }
    )


def _players(tournament: Tournament, frame: Frame) -> list[list[Any]]:
    """Number, name, club, rating, and the table of the round at work (0: none)."""
    sits = Seat.objects.filter(match__round__tournament=tournament, match__round__number=frame.number)
    tables = dict(sits.values_list("player__number", "match__table"))
    rows = Player.objects.filter(tournament=tournament).order_by("number")
    facts = rows.values_list("number", "name", "club", "rating")
    return [[number, name, club, rating or "", tables.get(number, 0)] for number, name, club, rating in facts]


def _pages(request: DeskRequest, tournament: Tournament, frame: Frame) -> list[list[str]]:
    """Title and address of every page that this person may open."""
    rights, is_four = rights_of(request.user, tournament), is_of_four(tournament)
    links = [
        link for section in SECTIONS for link in links_of(section, tournament, rights, frame, is_four=is_four)
    ]
    found = {link.url: link.title for link in links}
    return [[title, url] for url, title in found.items()]


@for_staff
def print_(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every document that can be printed, for the round that was in view."""
    rounds = list(visible_rounds(tournament, request.user))
    asked = request.GET.get("round", "")
    number = int(asked[:5]) if asked.isdecimal() else frame_of(tournament).number
    if number not in {round_.number for round_ in rounds}:
        number = rounds[-1].number if rounds else 0
    return page(
        request,
        tournament,
        "print",
        "print",
        rounds=rounds,
        number=number,
        is_planned=plans_ahead(tournament),
    )
