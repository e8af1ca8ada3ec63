"""Players as they are looked up: by name, and round by round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.events.selectors.events import round_heads
from tournaments.models import Bye, ByeKind, Player, RoundState, Seat, Tournament
from tournaments.names.ordering import a_to_z
from tournaments.steps.names import matches, searched


@dataclass(frozen=True, slots=True)
class PlayerHit:
    number: int
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class Opponent:
    number: int
    name: str
    position: int
    house: bool = False


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of one player: a table with opponents, or a bye (`bye` is its kind, else "").

    `points` (hundredths, the `penalty` included) is None while the result is missing. At tables of four `place` is 1
    to 4, `raw` the own raw points; the opponents stand in the order of the seats.
    """

    number: int
    state: str
    points: int | None
    bye: str = ""
    table: int | None = None
    position: int | None = None
    opponents: tuple[Opponent, ...] = ()
    result: str | None = None
    games: tuple[int, ...] | None = None
    outcome: str = ""
    raw: int | None = None
    penalty: int = 0
    place: int | None = None
    why: tuple[dict[str, object], ...] = ()
    agreed_for: datetime | None = None
    postponed: bool = False

    @property
    def bye_label(self) -> str:
        return str(ByeKind(self.bye).label) if self.bye else ""


def roster(tournament: Tournament) -> QuerySet[Player]:
    """All players in registration order; house players are nobody's business here."""
    return Player.objects.filter(tournament=tournament, house=False).order_by("number")


def house_players(tournament: Tournament, *, drafts: bool = False) -> QuerySet[Player]:
    """Those who only fill seats at tables of four. Whom only a draft needs, or a schedule that nobody sees yet, is for
    the staff.
    """
    rows = Player.objects.filter(tournament=tournament, house=True).order_by("number")
    if drafts:
        return rows
    out = max((head.number for head in round_heads(tournament) if not head.is_draft), default=0)
    planned = {number for tables in tournament.schedule if out for table in tables for number in table}
    return rows.filter(Q(joined_round__lte=out) | Q(number__in=planned))


def find_players(tournament: Tournament, query: str, limit: int = 20) -> list[PlayerHit]:
    """Players whose name answers to `query`: any order of words, no matter the case and the accents.

    A number finds the player with that number.
    """
    rows = roster(tournament).values_list("number", "name", "club", "sort_name")
    wanted = query.strip()
    if wanted.isdecimal() and len(wanted) < 10:
        return [
            PlayerHit(number, name, club) for number, name, club, _sort in rows.filter(number=int(wanted))
        ]
    found = [row for row in rows if matches(wanted, searched(row[1], row[3]))]
    found = a_to_z(tournament, found, lambda row: row[0])
    return [PlayerHit(number, name, club) for number, name, club, _sort in found[:limit]]


def player_history(tournament: Tournament, player: Player, *, drafts: bool = False) -> list[PlayedRound]:
    """Round by round, in two queries; drafts only for the staff."""
    hidden = () if drafts else (RoundState.DRAFT.value,)
    seats = Seat.objects.filter(match__seats__player=player, round__tournament=tournament)
    at_my_tables = seats.exclude(round__state__in=hidden).order_by("match", "position").values(*_PLAYED)
    rows = [_played(player, list(table)) for _match, table in groupby(at_my_tables, itemgetter("match"))]
    byes = Bye.objects.filter(player=player, round__tournament=tournament).exclude(round__state__in=hidden)
    rows += [
        PlayedRound(number, state, points, bye=kind, why=tuple(why))
        for number, state, points, kind, why in byes.values_list(
            "round__number", "round__state", "points", "kind", "why"
        )
    ]
    return sorted(rows, key=lambda row: row.number)


_PLAYED = (
    "match", "match__table", "match__result", "match__games", "match__why", "round__number", "round__state",
    "player", "player__number", "player__name", "player__house", "position", "points", "outcome", "raw", "penalty",
    "place", "match__agreed_for", "match__postponed",
)  # fmt: skip


def _played(player: Player, seats: list[dict[str, Any]]) -> PlayedRound:
    """A table from its seats."""
    mine = next(seat for seat in seats if seat["player"] == player.pk)
    games = mine["match__games"]
    return PlayedRound(
        number=mine["round__number"],
        state=mine["round__state"],
        points=mine["points"],
        table=mine["match__table"],
        position=mine["position"],
        opponents=tuple(
            Opponent(seat["player__number"], seat["player__name"], seat["position"], seat["player__house"])
            for seat in seats
            if seat is not mine
        ),
        result=mine["match__result"],
        games=tuple(games) if games else None,
        outcome=mine["outcome"],
        raw=mine["raw"],
        penalty=mine["penalty"],
        place=mine["place"],
        why=tuple(mine["match__why"]),
        agreed_for=mine["match__agreed_for"],
        postponed=mine["match__postponed"],
    )
