"""Paper: pairings for the wall, slips for the tables, standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from tournaments.desk.base import sheet_or_404
from tournaments.desk.sheets import Sheets, stacked
from tournaments.desk.standings.standings import standings_or_404
from tournaments.models import Tournament
from tournaments.names.ordering import a_to_z
from tournaments.rounds.selectors.rounds import ByeRow, RoundSheet, SeatRow, TableRow
from tournaments.snapshots import worth_of
from tournaments.standings.selectors.of_four import final_phase

SLIPS_PER_PAGE = 4
sheets = Sheets()


@dataclass(frozen=True, slots=True)
class Slip:
    """A table of a round, for its players to write the result on."""

    sheet: RoundSheet
    row: TableRow


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of the list by name: where the player sits and with whom, or the bye."""

    who: SeatRow | ByeRow
    row: TableRow | None = None
    others: tuple[SeatRow, ...] = ()

    @property
    def opponent(self) -> SeatRow:
        """The only other one at a table for two."""
        return self.others[0]


@sheets.sheet("<int:number>/tables/", "print_tables", "rounds/tables", by_kind=True)
def tables(_request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    return {"sheet": sheet_or_404(tournament, number)}


@sheets.sheet("<int:number>/names/", "print_names", "rounds/names", by_kind=True)
def names(_request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    sheet = sheet_or_404(tournament, number)
    return {"sheet": sheet, "lines": name_lines(tournament, sheet)}


@sheets.sheet("<int:number>/slips/", "print_slips", "rounds/slips", by_kind=True)
def slips(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    sheet = sheet_or_404(tournament, number)
    pages = stacked(_slips(tournament, sheet, request.GET.get("to", "")), SLIPS_PER_PAGE)
    return {"sheet": sheet, "pages": pages, "scoring": worth_of(tournament)}


@sheets.sheet("standings/", "print_standings", "rounds/standings", by_kind=True)
def standings(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    table = standings_or_404(tournament, request.GET.get("after", ""))
    return {"table": table, **final_phase(tournament, table)}


def name_lines(tournament: Tournament, sheet: RoundSheet) -> list[NameLine]:
    """Everybody of the round by sort name, as the hall looks for it. No house players."""
    lines = [
        NameLine(seat, row, tuple(other for other in row.seats if other is not seat))
        for row in sheet.tables
        for seat in row.seats
        if not seat.house
    ]
    lines += [NameLine(bye) for bye in sheet.byes]
    return a_to_z(tournament, lines, lambda line: line.who.number)


def _slips(tournament: Tournament, sheet: RoundSheet, to: str) -> list[Slip]:
    """The slips of a round, and of the rounds after it up to `to` as far as they are paired: one pile for all."""
    last = int(to) if to.isdecimal() and len(to) < 4 else sheet.number
    later = tournament.rounds.filter(number__gt=sheet.number, number__lte=last).order_by("number")
    sheets = [sheet, *(sheet_or_404(tournament, n) for n in later.values_list("number", flat=True))]
    return [Slip(one, row) for one in sheets for row in one.tables]
