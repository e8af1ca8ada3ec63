"""Standings with every tie-break, each by its numbers; the cross table."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from pairing.model.types import FOUR
from pairing.systems import SYSTEMS, seats_of
from pairing.tiebreaks.ranking import POINTS
from tournaments.models import Round, Tournament
from tournaments.names.namesakes import names_in
from tournaments.public.events import find_player, overview
from tournaments.public.pages import WHOLE, Context, public_page
from tournaments.standings.selectors import of_four
from tournaments.standings.selectors import standings as lists
from tournaments.standings.selectors.columns import chain_of, columns, columns_of
from tournaments.standings.selectors.prizes import public_prizes
from tournaments.standings.selectors.standings import StandingsTable

AFTER = {"after": r"\d{1,4}"}


def find_standings(event: Tournament, query: dict[str, str]) -> StandingsTable:
    """The standings after the last completed round, or after the round asked for; 404 where there is none."""
    try:
        return lists.standings(event, int(query["after"]) if "after" in query else None)
    except Round.DoesNotExist as error:
        raise Http404("no such round") from error


@public_page("public/standings/standings.html", by_query=AFTER | WHOLE)
def standings(event: Tournament, query: dict[str, str]) -> Context:
    """The standings after the last completed round, or after an earlier one."""
    table = find_standings(event, query)
    return {
        **overview(event),
        "tab": "standings",
        "table": table,
        "columns": columns_of(event),
        "prizes": [] if "after" in query else public_prizes(event),
        **of_four.final_phase(event, table),
    }


@public_page("public/standings/tiebreaks.html", by_query=AFTER)
def tiebreaks(event: Tournament, query: dict[str, str], number: int) -> Context:
    """One player's tie-breaks: which opponents, what each counted, what was cut, and how it adds up."""
    someone = find_player(event, number)
    table = find_standings(event, query)
    return {
        **overview(event),
        "tab": "standings",
        "player": someone,
        "table": table,
        "line": next(line for line in table.lines if line.number == number),
        "explained": _explained(event, number, table.after_round),
        "names": names_in(event),
    }


def _explained(event: Tournament, number: int, after_round: int) -> list[tuple[Any, Any]]:
    """Column and explanation of each link of the chain."""
    # At tables of four the total is no mere count of results, and a final phase changes it; nor is it where the system
    # makes the points itself.
    system = SYSTEMS.get(event.system)
    is_count = seats_of(event.system) != FOUR and not (system and system.own_points)
    total = () if is_count else (POINTS,)
    first = tuple(spec for spec in total if spec not in chain_of(event))
    explained = lists.explained(event, number, after_round, first)
    shown = columns([item.spec for item in explained])
    return [(column, item.explanation) for column, item in zip(shown, explained, strict=True)]


@public_page("public/standings/cross.html", by_query=WHOLE)
def cross_table(event: Tournament, query: dict[str, str]) -> Context:
    """Everybody's rounds in the order of the standings: opponent's place, seat and result."""
    return {**overview(event), "tab": "standings", **lists.cross_table_shown(event)}
