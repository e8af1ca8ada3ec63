"""The documents to print: their sheets and pictures, and what is ticked of them as one document."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.desk.documents import Group, papers
from tournaments.desk.frame import frame_of
from tournaments.desk.sheets import SHEETS
from tournaments.events.selectors.events import visible_rounds
from tournaments.models import Round, Tournament
from tournaments.rights import rights_of


@for_staff
def print_(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every document that can be printed, for the round that is asked for or at work; `of` says what comes first."""
    rounds = list(visible_rounds(tournament, request.user))
    in_view, groups = _offered(request, tournament, rounds)
    counted = [
        (group, [(paper, paper.count(request, tournament)) for paper in group.papers]) for group in groups
    ]
    shown = {"rounds": rounds, "in_view": in_view, "groups": counted}
    return page(request, tournament, "desk/print.html", "print", **shown)


@for_staff
def together(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What is ticked (`with`), as one document: one press prints all paper of a round."""
    in_view, groups = _offered(request, tournament, list(visible_rounds(tournament, request.user)))
    ticked = request.GET.getlist("with")
    parts = [
        SHEETS[paper.document.page].drawn(request, tournament, *paper.args, alone=False)
        for group in groups
        for paper in group.papers
        if paper.document.page in ticked and paper.count(request, tournament)
    ]
    context = {"event": tournament, "in_view": in_view, "parts": parts, "skeleton": "print/_page.html"}
    return render(request, "print/together.html", context)


def _offered(
    request: DeskRequest, tournament: Tournament, rounds: list[Round]
) -> tuple[Round | None, list[Group]]:
    """The round that is asked for, else the one at work, and what can be printed for it."""
    asked = request.GET.get("round", "")
    number = int(asked[:5]) if asked.isdecimal() else frame_of(tournament).number
    in_view = next((one for one in rounds if one.number == number), rounds[-1] if rounds else None)
    rights, of_standings = rights_of(request.user, tournament), request.GET.get("of") == "standings"
    return in_view, papers(tournament, rights, in_view, of_standings=of_standings)
