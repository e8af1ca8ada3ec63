"""What every page of the desk asks for: its head, whom and what can be found."""

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext

from tournaments.desk.base import DeskRequest, for_staff
from tournaments.desk.deeds import IN, OUT, deeds_here, deeds_of_players
from tournaments.desk.frame import SECTIONS, Frame, Top, links_of, top_of
from tournaments.models import Match, Player, Round, Tournament
from tournaments.rights import Right
from tournaments.web.contexts import context_of


@for_staff
def top(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The head by itself, which every page of the desk asks for again and again."""
    tag = f'W/"top-{tournament.version}-{request.user.pk}-{get_language()}"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = render(request, "desk/_top.html", context_of(top_of(request.now, request.user)))
    answer["ETag"] = tag
    return answer


@for_staff
def find(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The players, their tables, the pages of the desk and what is done there, for the box that finds them while
    somebody types.

    `player_url` is empty for somebody who may not open a player's page: there the table is found instead. Deeds are
    title, further words for them, and address; those of players have 0 in the place of the number, and whose they are.
    """
    head, rounds = top_of(request.now, request.user), request.now.rounds
    slug, frame, rights = tournament.slug, head.frame, head.rights
    found = {
        "players": _players(tournament, frame),
        "pages": [*_pages(head), *_rounds(tournament, rounds)],
        "deeds": [
            [deed.title, deed.also, deed.url] for deed in deeds_here(tournament, rounds, rights, frame.number)
        ],
        "player_deeds": [[d.title, d.also, d.url, d.whose] for d in deeds_of_players(tournament, rights)],
        "tables": list(_tables(tournament, frame).values_list("table", flat=True)),
        "player_url": reverse("desk:player", args=[slug, 0]) if rights[Right.REQUESTS] else "",
        "table_url": reverse("desk:table", args=[slug, frame.number, 0]) if frame.number else "",
    }
    return JsonResponse(found)


def _tables(tournament: Tournament, frame: Frame) -> QuerySet[Match]:
    """The tables of the round at work."""
    return Match.objects.filter(round__tournament=tournament, round__number=frame.number).order_by("table")


def _players(tournament: Tournament, frame: Frame) -> list[list[object]]:
    """Number, name, club, rating, the table of the round at work (0: none), and whether the player is in or out."""
    sits = _tables(tournament, frame).values_list("seats__player__number", "table")
    tables: dict[int, int] = dict(sits)
    rows = Player.objects.filter(tournament=tournament, house=False).order_by("number")
    facts = rows.values_list("number", "name", "club", "rating", "left_after_round")
    return [
        [number, name, club, rating or "", tables.get(number, 0), IN if left is None else OUT]
        for number, name, club, rating, left in facts
    ]


def _pages(head: Top) -> list[list[str]]:
    """Title and address of every page that this person may open."""
    found = {link.url: link.title for section in SECTIONS for link in links_of(section, head)}
    return [[title, url] for url, title in found.items()]


def _rounds(tournament: Tournament, rounds: list[Round]) -> list[list[str]]:
    return [
        [
            gettext("Round %(number)s") % {"number": one.number},
            reverse("desk:round", args=[tournament.slug, one.number]),
        ]
        for one in rounds
    ]
