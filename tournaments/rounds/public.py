"""Rounds as players read them: pairings by table and by name, and why each one is as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import Http404

from tournaments.models import Tournament
from tournaments.names.namesakes import names_in
from tournaments.public.pages import WHOLE, public_page
from tournaments.public.shared import NameRow, Overview, by_name, find_round, overview
from tournaments.rounds.selectors.rounds import RoundSheet, TableRow
from tournaments.rounds.selectors.taken_back import taken_back

BY = WHOLE | {"by": "name|table"}


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round by table, or with `rows` by name; without a `sheet` the page says that there is none yet."""

    sheet: RoundSheet | None = None
    shows_names: bool = False
    rows: Sequence[NameRow] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    tab: str = "pairings"


@dataclass(frozen=True, slots=True)
class WhyPage:
    """A table with the reasons of its pairing; `relaxed` are those of the rules that had to give way for it."""

    sheet: RoundSheet
    row: TableRow
    relaxed: list[str]
    names: Mapping[int, str]
    tab: str = "pairings"


@public_page("rounds/public/round.html", by_query=BY)
def pairings(event: Tournament, query: dict[str, str]) -> tuple[Overview, RoundPage]:
    """The latest published round; before the first one a page that says so and waits for it."""
    rounds = overview(event)
    return rounds, _round(event, query, rounds.current.number) if rounds.current else RoundPage()


@public_page("rounds/public/round.html", by_query=BY)
def round_page(event: Tournament, query: dict[str, str], number: int) -> tuple[Overview, RoundPage]:
    """One round by table or by name; one whose pairings were taken back says so, and waits for the new ones."""
    is_gone = number == taken_back(event)
    return overview(event), RoundPage() if is_gone else _round(event, query, number)


def _round(event: Tournament, query: dict[str, str], number: int) -> RoundPage:
    sheet = find_round(event, number)
    shows_names = query.get("by") == "name"
    rows = by_name(event, sheet) if shows_names else ()
    return RoundPage(sheet, shows_names, rows, names_in(event))


@public_page("rounds/public/why.html")
def why(event: Tournament, query: dict[str, str], number: int, table: int) -> tuple[Overview, WhyPage]:
    """Why this pairing: the reasons the system gave, and the rules it had to relax for this table."""
    sheet = find_round(event, number)
    row = next((row for row in sheet.tables if row.table == table), None)
    if row is None:
        raise Http404("no such table")
    seated = {seat.number for seat in row.seats}
    relaxed = [item["reason"] for item in sheet.relaxed if seated & set(item["players"])]
    return overview(event), WhyPage(sheet, row, relaxed, names_in(event))
