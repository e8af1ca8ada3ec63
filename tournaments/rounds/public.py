"""Rounds as players read them: pairings by table and by name, and why each one is as it is."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Tournament
from tournaments.names.namesakes import names_in
from tournaments.public.pages import WHOLE, Context, public_page
from tournaments.public.shared import by_name, find_round, overview
from tournaments.rounds.selectors.taken_back import taken_back

BY = WHOLE | {"by": "name|table"}


@public_page("rounds/public/round.html", by_query=BY)
def pairings(event: Tournament, query: dict[str, str]) -> Context:
    """The latest published round; before the first one a page that says so and waits for it."""
    context = overview(event)
    if context["current"] is None:
        return {**context, "tab": "pairings", "sheet": None}
    return {**context, **_round(event, query, context["current"].number)}


@public_page("rounds/public/round.html", by_query=BY)
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


@public_page("rounds/public/why.html")
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
