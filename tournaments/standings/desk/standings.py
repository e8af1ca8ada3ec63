"""The standings at the desk."""

from collections.abc import Iterator
from fractions import Fraction

from django.http import HttpResponse
from django.utils.translation import gettext

from tournaments.desk.base import DeskRequest, for_staff, page, standings_or_404
from tournaments.desk.downloads import number, table_file
from tournaments.models import Tournament
from tournaments.names.namesakes import names_in
from tournaments.standings.selectors.columns import columns_of
from tournaments.standings.selectors.of_four import final_phase
from tournaments.standings.selectors.standings import StandingsTable, TiebreakCell


@for_staff
def standings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    table = standings_or_404(tournament, request.GET.get("after", ""))
    return page(
        request,
        tournament,
        "standings/desk/standings.html",
        "standings",
        table=table,
        names=names_in(tournament),
        **final_phase(tournament, table),
    )


@for_staff
def standings_file(request: DeskRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The standings as a table to take home, as CSV or a workbook."""
    table = standings_or_404(tournament, request.GET.get("after", ""))
    name = f"{tournament.slug}-standings-{table.after_round}"
    return table_file(_rows(tournament, table), name, kind)


def _rows(tournament: Tournament, table: StandingsTable) -> Iterator[list[object]]:
    """The heads, then a row for each player: points and tie-breaks as numbers."""
    heads = [
        gettext("Place"),
        gettext("No."),
        gettext("Player"),
        gettext("Club"),
        gettext("Rating"),
        gettext("Points"),
    ]
    yield [*heads, *(column.short for column in columns_of(tournament))]
    for line in table.lines:
        about = [line.rank, line.number, line.name, line.club, line.rating or "", number(line.points)]
        yield [*about, *map(_number, line.tiebreaks)]


def _number(cell: TiebreakCell) -> int | float | str:
    if cell.value is None:
        return ""
    if isinstance(cell.value, Fraction):
        return float(cell.value)
    return number(cell.value) if cell.unit == "points" else cell.value
