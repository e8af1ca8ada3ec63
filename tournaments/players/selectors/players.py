"""Players as they are looked up: by name, and round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Bye, ByeKind, Player, RoundState, Seat, Tournament
from tournaments.steps.names import folded, matches, searched, sort_name_of


@dataclass(frozen=True, slots=True)
class Found:
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
    why: tuple[dict[str, Any], ...] = ()

    @property
    def bye_label(self) -> str:
        return str(ByeKind(self.bye).label) if self.bye else ""


def roster(tournament: Tournament) -> QuerySet[Player]:
    """All players in registration order; house players are nobody's business here."""
    return Player.objects.filter(tournament=tournament, house=False).order_by("number")


def house_players(tournament: Tournament) -> QuerySet[Player]:
    """Those who only fill seats at tables of four."""
    return Player.objects.filter(tournament=tournament, house=True).order_by("number")


def find_players(tournament: Tournament, query: str, limit: int = 20) -> list[Found]:
    """Players whose name answers to `query`: any order of words, no matter the case and the accents.

    A number finds the player with that number.
    """
    rows = roster(tournament).values_list("number", "name", "club", "sort_name")
    wanted = query.strip()
    if wanted.isdecimal() and len(wanted) < 10:
        return [Found(number, name, club) for number, name, club, _sort in rows.filter(number=int(wanted))]
    found = [row for row in rows if matches(wanted, searched(row[1], row[3]))]
    found.sort(key=lambda row: (folded(sort_name_of(row[1], row[3])), row[0]))
    return [Found(number, name, club) for number, name, club, _sort in found[:limit]]


def player_history(tournament: Tournament, player: Player, *, drafts: bool = False) -> list[PlayedRound]:
    """Round by round, in three queries; drafts only for the staff."""
    hidden = () if drafts else (RoundState.DRAFT.value,)
    seats = list(
        Seat.objects.filter(player=player, round__tournament=tournament)
        .exclude(round__state__in=hidden)
        .select_related("match", "round")
    )
    others: dict[int, list[Opponent]] = {}
    at_tables = Seat.objects.filter(match__in=[seat.match_id for seat in seats]).exclude(player=player)
    for match, number, name, position, house in at_tables.order_by("position").values_list(
        "match_id", "player__number", "player__name", "position", "player__house"
    ):
        others.setdefault(match, []).append(Opponent(number, name, position, house))
    rows = [_played(seat, tuple(others.get(seat.match_id, ()))) for seat in seats]
    byes = Bye.objects.filter(player=player, round__tournament=tournament).exclude(round__state__in=hidden)
    rows += [
        PlayedRound(bye.round.number, bye.round.state, bye.points, bye=bye.kind, why=tuple(bye.why))
        for bye in byes.select_related("round")
    ]
    return sorted(rows, key=lambda row: row.number)


def _played(seat: Seat, opponents: tuple[Opponent, ...]) -> PlayedRound:
    match = seat.match
    return PlayedRound(
        number=seat.round.number,
        state=seat.round.state,
        points=seat.points,
        table=match.table,
        position=seat.position,
        opponents=opponents,
        result=match.result,
        games=tuple(match.games) if match.games else None,
        outcome=seat.outcome,
        raw=seat.raw,
        penalty=seat.penalty,
        place=seat.place,
        why=tuple(match.why),
    )
