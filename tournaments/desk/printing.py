"""The documents to print: their sheets and pictures, and what is ticked of them as one document."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.desk.documents import Group, Paper, papers
from tournaments.desk.sheets import SHEETS
from tournaments.models import Round, Tournament
from tournaments.rights import rights_of


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The groups of documents with how many sheets each is, for the round in view."""

    in_view: Round | None
    groups: list[tuple[Group, list[tuple[Paper, int]]]]


@for_staff
def print_(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every document that can be printed, for the round that is asked for or at work; `of` says what comes first."""
    in_view, groups = _offered(request, tournament)
    counted = [
        (group, [(paper, paper.count(request, tournament)) for paper in group.papers]) for group in groups
    ]
    return page(request, tournament, "desk/print.html", "print", PrintPage(in_view, counted))


@for_staff
def together(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What is ticked (`with`), as one document: one press prints all paper of a round."""
    in_view, groups = _offered(request, tournament)
    ticked = request.GET.getlist("with")
    parts = [
        SHEETS[paper.document.page].drawn(request, tournament, *paper.args, alone=False)
        for group in groups
        for paper in group.papers
        if paper.document.page in ticked and paper.count(request, tournament)
    ]
    context = {"event": tournament, "in_view": in_view, "parts": parts, "skeleton": "print/_page.html"}
    return render(request, "print/together.html", context)


def _offered(request: DeskRequest, tournament: Tournament) -> tuple[Round | None, list[Group]]:
    """The round that is asked for, else the one at work, and what can be printed for it."""
    asked = request.GET.get("round", "")
    rounds, at_work = request.now.rounds, request.now.at_work
    number = int(asked[:5]) if asked.isdecimal() else at_work and at_work.number
    in_view = next((one for one in rounds if one.number == number), rounds[-1] if rounds else None)
    rights, of_standings = rights_of(request.user, tournament), request.GET.get("of") == "standings"
    return in_view, papers(tournament, rights, in_view, of_standings=of_standings)
