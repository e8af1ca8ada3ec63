"""The outlook at the desk: the same table for whoever runs the event."""

from dataclasses import dataclass

from django.http import HttpResponse

from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.models import Tournament
from tournaments.outlook.jobs import outlook_answer
from tournaments.outlook.selectors.answers import Answer
from tournaments.outlook.selectors.outlook import OutlookTable, outlook_table


@dataclass(frozen=True, slots=True)
class OutlookPage:
    """Who is through and who is out; no table without an answer."""

    table: OutlookTable | None
    answer: Answer


@for_staff
def outlook(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """By the published rounds: what players can know too."""
    answer = outlook_answer(tournament)
    shown = OutlookPage(outlook_table(tournament, answer), answer)
    return page(request, tournament, "outlook/desk/outlook.html", "standings", shown)
