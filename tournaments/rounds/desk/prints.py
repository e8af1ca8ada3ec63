"""Paper of a round: pairings for the wall, slips for the tables."""

from dataclasses import dataclass

from django.http import HttpRequest

from pairing.model.scoring.mahjong import MahjongScoring
from pairing.model.types import FOUR, TWO, Scoring
from tournaments.desk.base import sheet_or_404
from tournaments.desk.sheets import Sheets, stacked
from tournaments.models import Tournament
from tournaments.names.ordering import a_to_z
from tournaments.rounds.selectors.rounds import ByeRow, RoundSheet, SeatRow, TableRow
from tournaments.snapshots import seats_at_table, worth_of
from tournaments.web.lettering import WIDTH, Fit, fitted

# Slips on a sheet; the score sheets of four players are larger.
SLIPS = {TWO: 8, FOUR: 4}
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


@dataclass(frozen=True, slots=True)
class RoundSheets:
    """A round as a list on paper."""

    sheet: RoundSheet
    fit: Fit


@dataclass(frozen=True, slots=True)
class ByName:
    """Its lines by name."""

    lines: list[NameLine]


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips of a round, `each` of them on a sheet."""

    sheet: RoundSheet
    sheets: list[list[Slip | None]]
    each: int
    scoring: Scoring | MahjongScoring


@sheets.sheet("<int:number>/tables/", "print_tables", "rounds/print/tables", by_kind=True)
def tables(_request: HttpRequest, tournament: Tournament, number: int) -> RoundSheets:
    """By table: names with their ratings where the event shows these; at tables of four with points below."""
    sheet, seats = sheet_or_404(tournament, number), seats_at_table(tournament)
    rows = [tuple(f"{seat.name} {seat.rating or ''}".rstrip() for seat in row.seats) for row in sheet.tables]
    byes = [(bye.name, *[""] * (seats - 1)) for bye in sheet.byes]
    taken, more = (15, 1) if seats == FOUR else (15 + 14 + 24 + 14, 0)
    fit = fitted(rows + byes, lambda _em: [(WIDTH - taken) / seats] * seats, more=more)
    return RoundSheets(sheet, fit)


@sheets.sheet("<int:number>/names/", "print_names", "rounds/print/names", by_kind=True)
def names(_request: HttpRequest, tournament: Tournament, number: int) -> tuple[RoundSheets, ByName]:
    sheet, is_four = sheet_or_404(tournament, number), seats_at_table(tournament) == FOUR
    lines = name_lines(tournament, sheet)
    # The names of three others take two lines of a column of their own, whatever their letters.
    rows = [(line.who.name, "" if is_four or not line.others else line.opponent.name) for line in lines]
    others = WIDTH * (0.46 if is_four else 0.42)
    fit = fitted(rows, lambda em: (WIDTH - others - 15 - 8.6 * em, others), more=int(is_four))
    return RoundSheets(sheet, fit), ByName(lines)


@sheets.sheet("<int:number>/slips/", "print_slips", "rounds/print/slips", by_kind=True)
def slips(request: HttpRequest, tournament: Tournament, number: int) -> Slips:
    sheet = sheet_or_404(tournament, number)
    each = SLIPS[seats_at_table(tournament)]
    slips = stacked(_slips(tournament, sheet, request.GET.get("to", "")), each)
    return Slips(sheet, slips, each, worth_of(tournament))


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
