"""The race at the desk: the same table for whoever runs the event."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.models import Tournament
from tournaments.selectors.race import race_table
from tournaments.views.desk.base import DeskRequest, for_staff, page


@for_staff
def race(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """By the published rounds: what players can know too."""
    return page(request, tournament, "race", "standings", table=race_table(tournament))
