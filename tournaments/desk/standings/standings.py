"""The standings at the desk."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.models import Round, Tournament
from tournaments.standings.selectors.of_four import final_phase
from tournaments.standings.selectors.standings import StandingsTable
from tournaments.standings.selectors.standings import standings as standings_of


@for_staff
def standings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    table = standings_or_404(tournament, request.GET.get("after", ""))
    return page(
        request, tournament, "standings/standings", "standings", table=table, **final_phase(tournament, table)
    )


def standings_or_404(tournament: Tournament, after: str) -> StandingsTable:
    try:
        return standings_of(tournament, int(after[:5]) if after.isdecimal() else None)
    except Round.DoesNotExist:
        raise Http404 from None
