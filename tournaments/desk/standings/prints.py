"""Paper: who wins the prizes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.desk.sheets import Sheets
from tournaments.models import Tournament
from tournaments.standings.selectors.prizes import prizes as prizes_of

sheets = Sheets()


@sheets.sheet("prizes/", "print_prizes", "standings/prizes")
def prizes(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"prizes": prizes_of(tournament)}
