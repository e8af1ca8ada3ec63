"""Rounds as players read them: pairings by table and by name, and why each one is as it is."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from tournaments.models import Round, Tournament
from tournaments.names.namesakes import names_in
from tournaments.names.ordering import a_to_z
from tournaments.public.events import overview
from tournaments.public.pages import WHOLE, Context, public_page
from tournaments.rounds.selectors import rounds as sheets
from tournaments.rounds.selectors.rounds import ByeRow, RoundSheet, SeatRow
from tournaments.rounds.selectors.taken_back import taken_back

BY = WHOLE | {"by": "name|table"}


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line of the pairings by name."""

    number: int
    name: str
    table: int | None = None
    position: int = 0
    others: tuple[SeatRow, ...] = ()
    bye: ByeRow | None = None

    @property
    def seats(self) -> int:
        return len(self.others) + 1


def by_name(event: Tournament, sheet: RoundSheet) -> list[NameRow]:
    """Everybody but house players in a round in the order of sort names, with the table to go to."""
    rows = [
        NameRow(
            seat.number,
            seat.name,
            row.table,
            seat.position,
            tuple(other for other in row.seats if other is not seat),
        )
        for row in sheet.tables
        for seat in row.seats
        if not seat.house
    ]
    rows += [NameRow(bye.number, bye.name, bye=bye) for bye in sheet.byes]
    return a_to_z(event, rows, lambda row: row.number)


def find_round(event: Tournament, number: int) -> RoundSheet:
    """A published round, or 404; a draft looks like a round that does not exist."""
    try:
        return sheets.round_sheet(event, number)
    except Round.DoesNotExist as error:
        raise Http404("no such round") from error


@public_page("public/rounds/round.html", by_query=BY)
def pairings(event: Tournament, query: dict[str, str]) -> Context:
    """The latest published round; before the first one a page that says so and waits for it."""
    context = overview(event)
    if context["current"] is None:
        return {**context, "tab": "pairings", "sheet": None}
    return {**context, **_round(event, query, context["current"].number)}


@public_page("public/rounds/round.html", by_query=BY)
def round_page(event: Tournament, query: dict[str, str], number: int) -> Context:
    """One round by table or by name; one whose pairings were taken back says so, and waits for the new ones."""
    if number == taken_back(event):
        return {**overview(event), "tab": "pairings", "sheet": None}
    return {**_round(event, query, number), **overview(event)}


def _round(event: Tournament, query: dict[str, str], number: int) -> Context:
    sheet = find_round(event, number)
    shows_names = query.get("by") == "name"
    return {
        "tab": "pairings",
        "sheet": sheet,
        "shows_names": shows_names,
        "rows": by_name(event, sheet) if shows_names else (),
        "names": names_in(event),
    }


@public_page("public/rounds/why.html")
def why(event: Tournament, query: dict[str, str], number: int, table: int) -> Context:
    """Why this pairing: the reasons the system gave, and the rules it had to relax for this table."""
    sheet = find_round(event, number)
    row = next((row for row in sheet.tables if row.table == table), None)
    if row is None:
        raise Http404("no such table")
    seated = {seat.number for seat in row.seats}
    return {
        **overview(event),
        "tab": "pairings",
        "sheet": sheet,
        "row": row,
        "relaxed": [item["reason"] for item in sheet.relaxed if seated & set(item["players"])],
        "names": names_in(event),
    }
