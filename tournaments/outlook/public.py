"""What do I need? The outlook of everybody, and what it says of one player."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Tournament
from tournaments.outlook.jobs import outlook_answer
from tournaments.outlook.selectors.answers import Answer
from tournaments.outlook.selectors.outlook import has_outlook, outlook_table
from tournaments.public.pages import public_page
from tournaments.public.shared import find_player, overview
from tournaments.web.contexts import Context, Shown


@public_page("outlook/public/outlook.html", knows=outlook_answer)
def outlook(event: Tournament, query: dict[str, str], known: Answer) -> Shown:
    """Who is through, who is out, and the odds of everybody else."""
    return overview(event), {"tab": "standings", "table": outlook_table(event, known), "answer": known}


@public_page("outlook/public/_need.html", knows=outlook_answer)
def need(event: Tournament, query: dict[str, str], number: int, known: Answer) -> Context:
    """The part of one player's pages that says it; fetched after them, and again until it is of the event's version."""
    player = find_player(event, number)
    if not has_outlook(event):
        raise Http404("nothing to be told")
    table = outlook_table(event, known)
    row = table.row(number) if table else None
    return {
        "player": player,
        "table": table,
        "answer": known,
        "row": row,
        "cells": list(zip(table.titles, row.cells, strict=True)) if table and row else [],
    }
