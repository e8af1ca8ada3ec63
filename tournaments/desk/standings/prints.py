"""Paper: who wins the prizes, and everybody's rounds."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from pairing.model.types import FOUR
from tournaments.desk.sheets import Sheets
from tournaments.models import Tournament
from tournaments.snapshots import seats_at_table
from tournaments.standings.selectors.prizes import prizes as prizes_of
from tournaments.standings.selectors.standings import cross_table_shown
from tournaments.web.lettering import ACROSS, WIDTH, WIDTH_ACROSS, fitted

# Millimetres of the cross table: what a round needs, what the names keep.
ROUND, NAME = 20, 52
sheets = Sheets()


@sheets.sheet("prizes/", "print_prizes", "standings/prizes")
def prizes(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    found = prizes_of(tournament)
    rows = [(prize.name, name) for prize in found for name in [line.name for line in prize.winners] or [""]]
    return {"prizes": found, "fit": fitted(rows, lambda _em: [(WIDTH - 54) / 2] * 2)}


@sheets.sheet("cross/", "print_cross", "standings/cross")
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
