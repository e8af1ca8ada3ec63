"""The outlook at the desk: the same table for whoever runs the event."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.models import Tournament
from tournaments.outlook.jobs import outlook_answer
from tournaments.outlook.selectors.outlook import outlook_table


@for_staff
def outlook(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """By the published rounds: what players can know too."""
    answer = outlook_answer(tournament)
    table = outlook_table(tournament, answer)
    return page(request, tournament, "outlook/desk/outlook.html", "standings", table=table, answer=answer)
