"""What do I need? The outlook of everybody, and what it says of one player."""

from dataclasses import dataclass

from django.http import Http404

from tournaments.models import Player, Tournament
from tournaments.outlook.jobs import outlook_answer
from tournaments.outlook.selectors.answers import Answer
from tournaments.outlook.selectors.outlook import Cell, OutlookTable, Row, has_outlook, outlook_table
from tournaments.public.pages import public_page
from tournaments.public.shared import Overview, find_player, overview


@dataclass(frozen=True, slots=True)
class OutlookPage:
    """The outlook, no table without an answer."""

    table: OutlookTable | None
    answer: Answer
    tab: str = "standings"


@dataclass(frozen=True, slots=True)
class NeedPage:
    """What it says of one player, by the titles of the table."""

    player: Player
    table: OutlookTable | None
    answer: Answer
    row: Row | None
    cells: list[tuple[str, Cell]]


@public_page("outlook/public/outlook.html", knows=outlook_answer)
def outlook(event: Tournament, query: dict[str, str], known: Answer) -> tuple[Overview, OutlookPage]:
    """Who is through, who is out, and the odds of everybody else."""
    return overview(event), OutlookPage(outlook_table(event, known), known)


@public_page("outlook/public/_need.html", knows=outlook_answer)
def need(event: Tournament, query: dict[str, str], number: int, known: Answer) -> NeedPage:
    """The part of one player's pages that says it; fetched after them, and again until it is of the event's version."""
    player = find_player(event, number)
    if not has_outlook(event):
        raise Http404("nothing to be told")
    table = outlook_table(event, known)
    row = table.row(number) if table else None
    cells = list(zip(table.titles, row.cells, strict=True)) if table and row else []
    return NeedPage(player, table, known, row, cells)
