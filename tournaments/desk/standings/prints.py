"""Paper: who wins the prizes, and everybody's rounds."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.desk.sheets import Sheets
from tournaments.models import Tournament
from tournaments.snapshots import seats_at_table
from tournaments.standings.selectors.prizes import prizes as prizes_of
from tournaments.standings.selectors.standings import cross_table_shown

sheets = Sheets()


@sheets.sheet("prizes/", "print_prizes", "standings/prizes")
def prizes(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"prizes": prizes_of(tournament)}


@sheets.sheet("cross/", "print_cross", "standings/cross")
def cross(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {**cross_table_shown(tournament), "seats": seats_at_table(tournament)}
