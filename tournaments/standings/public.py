"""Standings with every tie-break, each by its numbers; the cross table."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from pairing.engine.places import By
from tournaments.events.selectors.parts_of_standings import marks
from tournaments.models import Player, Round, Tournament
from tournaments.names.namesakes import names_in
from tournaments.players.selectors.players import find_players
from tournaments.public.pages import WHOLE, public_page
from tournaments.public.shared import Tab, find_player, overview
from tournaments.standings.selectors import of_four, places as how, standings as lists
from tournaments.standings.selectors.columns import Column, columns_of
from tournaments.standings.selectors.prizes import Prize, public_prizes
from tournaments.standings.selectors.standings import Line, StandingsTable
from tournaments.web.contexts import Shown

AFTER = {"after": r"\d{1,4}"}


def find_standings(event: Tournament, query: dict[str, str]) -> StandingsTable:
    """The standings after the last completed round, or after the round asked for; 404 where there is none."""
    try:
        return lists.standings(event, int(query["after"]) if "after" in query else None)
    except Round.DoesNotExist as error:
        raise Http404("no such round") from error


@public_page("standings/public/standings.html", by_query=AFTER | WHOLE)
def standings(event: Tournament, query: dict[str, str]) -> Shown:
    """The standings after the last completed round, or after an earlier one."""
    table = find_standings(event, query)
    prizes = [] if "after" in query else public_prizes(event)
    page = StandingsPage(table, names_in(event), columns_of(event), prizes)
    return overview(event), page, of_four.final_phase(event, table)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    table: StandingsTable
    names: Mapping[int, str]
    columns: tuple[Column, ...]
    prizes: list[Prize]
    tab: str = "standings"


@public_page("standings/public/tiebreaks.html", by_query=AFTER | {"with": ".{1,120}"}, typed=["with"])
def tiebreaks(event: Tournament, query: dict[str, str], number: int) -> Shown:
    """How one player's place came about: each value by its numbers, beside those of another player."""
    someone = find_player(event, number)
    table = find_standings(event, query)
    after = query.get("after", "")
    page = PlacePage(someone, table, after, f"?after={after}" if after else "", names_in(event))
    return overview(event), _compared(event, table, number, query.get("with", "")), page


@dataclass(frozen=True, slots=True)
class PlacePage:
    player: Player
    table: StandingsTable
    after: str
    after_query: str
    names: Mapping[int, str]
    tab: str = "standings"


@dataclass(frozen=True, slots=True)
class ComparedPlace:
    """A player's place beside that of the player asked for, else beside the one above."""

    place: how.Place
    asked: str
    is_found: bool
    group_names: Mapping[int, str]


def _compared(event: Tournament, table: StandingsTable, number: int, asked: str) -> ComparedPlace:
    if all(line.number != number for line in table.lines):
        raise Http404("not in the standings")
    other = _asked_for(event, table, number, asked)
    place = how.place(event, table, number, other or how.neighbour(table, number))
    is_by_group = place.decided is not None and place.decided.by is By.GROUP
    return ComparedPlace(place, asked, other is not None, _group_names(event, table) if is_by_group else {})


def _group_names(event: Tournament, table: StandingsTable) -> dict[int, str]:
    of_four_names: dict[int, str] = of_four.final_phase(event, table).get("group_names", {})
    return of_four_names or marks(event, table).group_names


def _asked_for(event: Tournament, table: StandingsTable, number: int, asked: str) -> Line | None:
    """The line of the first other player who answers to a name or number; None where there is none."""
    found = (hit.number for hit in find_players(event, asked, limit=2)) if asked else ()
    lines = {line.number: line for line in table.lines}
    return next((lines[hit] for hit in found if hit in lines and hit != number), None)


@public_page("standings/public/cross.html", by_query=WHOLE)
def cross_table(event: Tournament, query: dict[str, str]) -> Shown:
    """Everybody's rounds in the order of the standings: opponent's place, seat and result."""
    return overview(event), lists.cross_table_shown(event), Tab("standings")
