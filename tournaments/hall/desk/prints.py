"""Paper for the hall: cards of players and tables with their codes, posters of the event, charts for the wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from pairing.systems import seats_of
from tournaments.desk.sheets import Sheets
from tournaments.events.selectors.addresses import for_phones
from tournaments.hall.selectors.wall_charts import ChartLine, wall_chart
from tournaments.models import Player, Tournament
from tournaments.names.ordering import a_to_z
from tournaments.players.selectors.table_codes import code_of, codes
from tournaments.web.qr import drawn

PLAYER_CARDS, TABLE_CARDS = 8, 4
# A chart that is read from a step away: so many lines on a sheet, so many rounds.
LINES, WIDEST = 24, 13
SIZES = ("a4", "a3")
T = TypeVar("T")
sheets = Sheets()


@dataclass(frozen=True, slots=True)
class Card:
    """Of a player or of a table. The code is drawn when it is shown: sheets are counted without."""

    of: Player | int
    address: str
    code: str = ""

    @property
    def qr(self) -> SafeString:
        return drawn(self.address)


@sheets.sheet("player-cards/", "print_player_cards", "hall/print/player_cards", for_staff_only=True)
def player_cards(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """By name, so that the pile is handed out from A to Z."""
    people = Player.objects.filter(tournament=tournament, house=False, left_after_round=None)
    cards = [
        Card(player, _address(request, "me", tournament.slug, player.key))
        for player in a_to_z(tournament, people, lambda player: player.number)
    ]
    return {**_reached(request, tournament), "sheets": _sheets(cards, PLAYER_CARDS)}


@sheets.sheet("table-cards/", "print_table_cards", "hall/print/table_cards")
def table_cards(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """A card to stand on each table, with the code that opens it."""
    base = for_phones(request.build_absolute_uri("/"))
    cards = [Card(table, address, code_of(tournament, table)) for table, address in codes(tournament, base)]
    return {**_reached(request, tournament), "sheets": _sheets(cards, TABLE_CARDS)}


@sheets.sheet("poster/", "print_poster", "hall/print/poster")
def poster(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """The address of the event, to be read from across a room."""
    asked = request.GET.get("size", "")
    address = _address(request, "event", tournament.slug)
    size = asked if asked in SIZES else SIZES[0]
    shown = {"address": address, "qr": drawn(address), "size": size, "sizes": SIZES}
    return {**_reached(request, tournament), **shown}


@sheets.sheet("wall/", "print_wall", "hall/print/wall")
def wall(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Everybody against the rounds: filled as far as it is played, the rest to be written by hand."""
    rounds = range(1, max(tournament.rounds_planned, tournament.rounds.count()) + 1)
    parts = [rounds[at : at + WIDEST] for at in range(0, len(rounds), WIDEST)]
    lines: Sequence[ChartLine] = wall_chart(tournament)
    sheets = [(part, sheet) for part in parts for sheet in _sheets(lines, LINES)]
    return {**_reached(request, tournament), "sheets": sheets, "seats": seats_of(tournament.system)}


def _sheets(cards: Sequence[T], each: int) -> list[Sequence[T]]:
    return [cards[at : at + each] for at in range(0, len(cards), each)]


def _address(request: HttpRequest, name: str, *args: str) -> str:
    return for_phones(request.build_absolute_uri(reverse(f"public:{name}", args=args)))


def _reached(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    return {"reached": _address(request, "event", tournament.slug)}
