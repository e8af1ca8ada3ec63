"""Standings, cross table and prizes on paper."""

from typing import Any

from django.http import HttpRequest

from pairing.model.types import FOUR
from tournaments.desk.base import standings_or_404
from tournaments.desk.sheets import Sheets
from tournaments.models import Tournament
from tournaments.snapshots import seats_at_table
from tournaments.standings.selectors.of_four import final_phase
from tournaments.standings.selectors.prizes import prizes as prizes_of
from tournaments.standings.selectors.standings import cross_table_shown
from tournaments.templatetags.pairwright import PLACEMENT_COUNTS
from tournaments.web.lettering import ACROSS, WIDTH, WIDTH_ACROSS, fitted

# Millimetres of the cross table: what a round needs, what the names keep.
ROUND, NAME = 20, 52
sheets = Sheets()


@sheets.sheet("prizes/", "print_prizes", "standings/print/prizes")
def prizes(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    found = prizes_of(tournament)
    rows = [(prize.name, name) for prize in found for name in [line.name for line in prize.winners] or [""]]
    return {"prizes": found, "fit": fitted(rows, lambda _em: [(WIDTH - 54) / 2] * 2)}


@sheets.sheet("cross/", "print_cross", "standings/print/cross")
def cross(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """In the order of the standings: each round, the points and the tie-breaks, as large as all of them can be."""
    shown, seats = cross_table_shown(tournament), seats_at_table(tournament)
    each, more = (17, 1) if seats == FOUR else (12, 0)
    rounds = len(shown["rounds_shown"])
    room = WIDTH_ACROSS - 10 - 13 - 14 - each * len(shown["table"].columns)
    # Few rounds are as wide as they need and the names have the rest; many share what the names leave.
    wide = min(ROUND, (room - NAME) / max(rounds, 1))
    rows = [(f"{row.line.title} {row.line.name}", "0" * 7) for row in shown["lines"]]
    fit = fitted(rows, lambda _em: (room - wide * rounds, wide), height=ACROSS, foot=12, more=more)
    return {**shown, "seats": seats, "fit": fit, "is_short": wide == ROUND}


@sheets.sheet("standings/", "print_standings", "standings/print/standings", by_kind=True)
def standings(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    table = standings_or_404(tournament, request.GET.get("after", ""))
    final = final_phase(tournament, table)
    each, more = (17, 1 + bool(final.get("carried"))) if seats_at_table(tournament) == FOUR else (13, 0)
    numbers = [label for label in table.columns if not more or label not in PLACEMENT_COUNTS]
    room = WIDTH - 30 - 36 - each * (len(numbers) + more)
    rows = [
        (line.name, line.club, max((cell.shown for cell in line.tiebreaks), key=len, default=""))
        for line in table.lines
    ]
    return {"table": table, "fit": fitted(rows, lambda _em: (room, 36 / 0.8, each), foot=10), **final}
