"""Paper about the players: the list of who is registered, and place cards for the tables."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.desk.sheets import Sheets, stacked
from tournaments.models import Tournament
from tournaments.names.ordering import a_to_z
from tournaments.players.selectors.players import roster
from tournaments.web.lettering import WIDTH, fitted

EACH = ("2", "4", "8")
sheets = Sheets()


@sheets.sheet("players/", "print_players", "players/print/players")
def players(_request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """By name, with columns to tick: who has paid, who wants a lunch."""
    people = a_to_z(tournament, roster(tournament), lambda player: player.number)
    rows = [(player.name, player.club) for player in people]
    ranks = any(player.starting_rank for player in people)
    left = WIDTH - 15 - 20 * (1 + ranks) - 40 - 22.5
    return {"players": people, "ranks": ranks, "fit": fitted(rows, lambda _em: [left / 2] * 2)}


@sheets.sheet("place-cards/", "print_place_cards", "players/print/place_cards")
def place_cards(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Names to stand on the tables; cut and stacked, the pile is from A to Z."""
    asked = request.GET.get("each", "")
    each = asked if asked in EACH else EACH[-1]
    people = roster(tournament).filter(left_after_round=None)
    cards = a_to_z(tournament, people, lambda player: player.number)
    return {"sheets": stacked(cards, int(each)), "each": each, "choices": EACH}
