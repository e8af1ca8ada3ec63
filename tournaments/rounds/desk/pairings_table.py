"""The pairings of a round as a table for a spreadsheet: a row for each table, those who are not paired below."""

from collections.abc import Iterator

from django.utils.translation import gettext

from tournaments.desk.downloads import number
from tournaments.models import Tournament
from tournaments.queue.selectors.tables import called_to
from tournaments.rounds.selectors.rounds import RoundSheet, SeatRow, TableRow


def pairings_table(tournament: Tournament, sheet: RoundSheet) -> Iterator[list[object]]:
    """The heads, then the tables with their players from the first seat on, and the byes without a table."""
    seats = max((len(row.seats) for row in sheet.tables), default=2)
    heads: list[object] = [gettext("Table")]
    for _seat in range(seats):
        heads += [gettext("No."), gettext("Player"), gettext("Club"), gettext("Rating"), gettext("Points")]
    yield [*heads, gettext("Result")]
    for row in sheet.tables:
        table = called_to(tournament, sheet.number, row.table)
        yield [table or "", *(cell for seat in row.seats for cell in _cells(seat)), _result(row)]
    for bye in sheet.byes:
        who: list[object] = ["", bye.number, bye.name, bye.club, "", number(bye.points_before)]
        yield [*who, *[""] * (len(heads) - len(who)), bye.label]


def _cells(seat: SeatRow) -> list[object]:
    return [seat.number, seat.name, seat.club, seat.rating or "", number(seat.points_before)]


def _result(row: TableRow) -> str:
    """The result as it is entered; of four the raw points in the order of the seats."""
    if row.result is not None:
        return row.result
    raw = [seat.raw for seat in row.seats if seat.raw is not None]
    return " · ".join(map(str, raw))
