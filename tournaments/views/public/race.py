"""What do I need? The race of everybody, and what it says of one player."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Tournament
from tournaments.selectors.race import has_race, race_table
from tournaments.views.public.events import find_player, overview
from tournaments.views.public.pages import Context, public_page


@public_page("tournaments/public/race.html")
def race(event: Tournament, query: dict[str, str]) -> Context:
    """Who is through, who is out, and the odds of everybody else."""
    return {**overview(event), "tab": "standings", "table": race_table(event)}


@public_page("tournaments/public/_race_need.html")
def need(event: Tournament, query: dict[str, str], number: int) -> Context:
    """The part of one player's pages that says it; fetched after them, because it may take a second."""
    player = find_player(event, number)
    if not has_race(event):
        raise Http404("nothing to be told")
    table = race_table(event)
    row = table.row(number) if table else None
    return {
        "player": player,
        "table": table,
        "row": row,
        "cells": list(zip(table.titles, row.cells, strict=True)) if table and row else [],
    }
