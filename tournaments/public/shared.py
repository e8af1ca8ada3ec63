"""What several public pages show: the rounds there are, a player, a round by name, the bracket."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from tournaments import snapshots
from tournaments.brackets.selectors import brackets
from tournaments.brackets.selectors.brackets import Bracket
from tournaments.brackets.selectors.own_way import OwnWay, own_way
from tournaments.events.selectors.events import RoundHead
from tournaments.models import Player, Round, Tournament
from tournaments.names.namesakes import names_in
from tournaments.names.ordering import a_to_z
from tournaments.phones.selectors.personal import ComingRound, coming_rounds
from tournaments.players.selectors import players as people, rounds_of_four
from tournaments.rounds.selectors import rounds as sheets
from tournaments.rounds.selectors.rounds import ByeRow, RoundSheet, SeatRow
from tournaments.series.selectors.series import has_people_linked
from tournaments.snapshots import is_of_four
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.standings import Line
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.whereabouts import Place

# How many lines of the standings are shown before and after the reader's own.
AROUND = 2


@dataclass(frozen=True, slots=True)
class Overview:
    """The rounds, the current one among them, and the one paired ahead of it: what the tabs need."""

    rounds: tuple[RoundHead, ...]
    current: RoundHead | None
    ahead: RoundHead | None


@dataclass(frozen=True, slots=True)
class Tab:
    """The tab of a page that shows nothing but parts."""

    tab: str


def overview(event: Tournament) -> Overview:
    """The part that every page with tabs shows besides its own."""
    rounds = whereabouts.published_rounds(event)
    return Overview(rounds, *whereabouts.now_and_ahead(rounds))


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """Where a player is and will be, and the rounds so far."""

    player: Player
    place: Place
    next_place: Place | None
    history: list[object]
    coming: tuple[ComingRound, ...]
    names: Mapping[int, str]
    has_person: bool
    way: OwnWay | None


def of_player(event: Tournament, someone: Player) -> PlayerNow:
    now = whereabouts.places(event)
    return PlayerNow(
        player=someone,
        place=now.by_number[someone.number],
        next_place=now.next_by_number.get(someone.number),
        history=_history(event, someone),
        coming=coming_rounds(event, someone),
        names=names_in(event),
        has_person=someone.identity_id is not None and has_people_linked(event),
        way=own_way(event, someone.number),
    )


@dataclass(frozen=True, slots=True)
class LineNow:
    """The line of a player in the standings once a round has ended, those around it, and how many there are."""

    line: Line | None
    line_count: int
    around: Sequence[Line]
    after_round: int


def line_of(event: Tournament, number: int) -> LineNow:
    table = standings.standings(event) if whereabouts.places(event).current else None
    lines = table.lines if table and table.after_round else ()
    at = next((i for i, line in enumerate(lines) if line.number == number), None)
    return LineNow(
        line=None if at is None else lines[at],
        line_count=len(lines),
        around=() if at is None else lines[max(at - AROUND, 0) : at + AROUND + 1],
        after_round=table.after_round if table else 0,
    )


def _history(event: Tournament, someone: Player) -> list[Any]:
    """The rounds so far: with the growing total at tables of four, with floats at tables of two."""
    history = people.player_history(event, someone)
    if is_of_four(event):
        return rounds_of_four.history(event, someone.number, history)
    floats = whereabouts.floats(event).get(someone.number, {})
    return [(row, floats.get(row.number, "")) for row in history]


def find_player(event: Tournament, number: int) -> Player:
    """The player with this number, or 404; house players are nobody to look up."""
    someone = people.roster(event).filter(number=number).first()
    if someone is None:
        raise Http404("no such player")
    return someone


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line of the pairings by name."""

    number: int
    name: str
    table: int | None = None
    position: int = 0
    others: tuple[SeatRow, ...] = ()
    bye: ByeRow | None = None

    @property
    def seats(self) -> int:
        return len(self.others) + 1


def by_name(event: Tournament, sheet: RoundSheet) -> list[NameRow]:
    """Everybody but house players in a round in the order of sort names, with the table to go to."""
    rows = [
        NameRow(
            seat.number,
            seat.name,
            row.table,
            seat.position,
            tuple(other for other in row.seats if other is not seat),
        )
        for row in sheet.tables
        for seat in row.seats
        if not seat.house
    ]
    rows += [NameRow(bye.number, bye.name, bye=bye) for bye in sheet.byes]
    return a_to_z(event, rows, lambda row: row.number)


def find_round(event: Tournament, number: int) -> RoundSheet:
    """A published round, or 404; a draft looks like a round that does not exist."""
    try:
        return sheets.round_sheet(event, number)
    except Round.DoesNotExist as error:
        raise Http404("no such round") from error


def find_bracket(event: Tournament) -> tuple[Bracket | None, str]:
    """The bracket, or why there is none yet. Errors: 404 for an event that has none in any phase."""
    if not brackets.has_bracket(event):
        raise Http404("no bracket")
    return brackets.drawn(snapshots.load(event))
