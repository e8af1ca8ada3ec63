"""The picture of a bracket at the desk: its matches with what is entered and reported and where they are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.systems.bracket.view import State
from tournaments.brackets.selectors.brackets import Bracket, GameRow, SideRow, StageRow
from tournaments.brackets.selectors.fields import NOTHING, Field, fields_of
from tournaments.brackets.selectors.grid import Place, grid_of
from tournaments.brackets.selectors.short_names import short_name
from tournaments.brackets.selectors.trees import parts_of
from tournaments.brackets.selectors.ways import Ways
from tournaments.desk.reported import Reported, reports_of
from tournaments.models import Match, RoundState, Tournament
from tournaments.results.selectors.texts import text_of
from tournaments.rounds.services.entry import OPEN_STATES
from tournaments.steps.names import search_key

# Up to so many rounds stand side by side on a laptop: then a name has so much room, and so much beside a field.
COLUMNS = 6
ROOMS = ((4, 19.0, 14.0), (5, 15.5, 9.5), (COLUMNS, 12.5, 6.5))
DONE = frozenset({State.PLAYED, State.WALKOVER, State.EMPTY, State.NOT_NEEDED})


@dataclass(frozen=True, slots=True)
class BoxSide:
    """One of the two of a match: as there is room for it. Somebody who is not known yet is the two who may come."""

    row: SideRow
    shown: str


@dataclass(frozen=True, slots=True)
class Box:
    """A match. `match` is there once it is paired; `result` is its text as it is stored, `report` what phones say."""

    row: GameRow
    stage: StageRow
    sides: tuple[BoxSide, BoxSide]
    match: Match | None
    field: Field = NOTHING
    report: Reported | None = None

    @property
    def number(self) -> int:
        return self.row.game.number

    @property
    def result(self) -> str:
        return text_of(self.match.result, self.match.games) if self.match else ""

    @property
    def is_open(self) -> bool:
        """Whether its result is entered just like that."""
        return self.match is not None and self.match.round.state in OPEN_STATES

    @property
    def is_missing(self) -> bool:
        return self.is_open and not self.result

    @property
    def is_completed(self) -> bool:
        """Whether another result is a correction."""
        return self.match is not None and self.match.round.state == RoundState.COMPLETED

    @property
    def names(self) -> str:
        return " – ".join(side.row.text for side in self.sides if side.row.number is not None)

    def is_meant(self, words: str) -> bool:
        table = str(self.match.table) if self.match else ""
        return table == words if words.isdecimal() else search_key(words) in search_key(self.names)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the table with its matches: one, or the final with that for third place below it."""

    place: Place
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A round of the bracket above its matches: how many of them are done. `first` is the match one looks for in it."""

    stage: StageRow
    first: int
    done: int
    total: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bracket too large for one screen, with the best seed in it."""

    number: int
    name: str
    is_here: bool


class Board:
    """One look at the bracket. `asked` is the match somebody is at, `part` what is looked at (from 1)."""

    def __init__(self, tournament: Tournament, bracket: Bracket) -> None:
        self.bracket, self.ways = bracket, Ways(bracket)
        self.parts, self.rest = parts_of(bracket)
        self.width = len(bracket.stages)  # how many rounds are shown
        rounds = [number for number in bracket.view.rounds if number]
        rows = Match.objects.filter(round__tournament=tournament, round__number__in=rounds)
        self.match = {(row.round.number, row.table): row for row in rows.select_related("round")}
        self.field = fields_of(tournament, self.match.values())
        self.report = {(said.round_number, said.table): said for said in reports_of(tournament)}

    @cached_property
    def boxes(self) -> Mapping[int, Box]:
        return {row.game.number: self._box(row) for row in self.bracket.rows}

    def _box(self, row: GameRow) -> Box:
        game = row.game
        at = (game.round or 0, game.table or 0)
        match = self.match.get(at)
        field = self.field.get(match.pk, NOTHING) if match else NOTHING
        alone, beside = next((rooms for most, *rooms in ROOMS if self.width <= most), ROOMS[-1][1:])
        room = beside if field.kind else alone
        one, other = (BoxSide(side, self._shown(row, side, nth, room)) for nth, side in enumerate(row.sides))
        return Box(row, self.bracket.stages[game.stage], (one, other), match, field, self.report.get(at))

    def _shown(self, row: GameRow, side: SideRow, nth: int, room: float) -> str:
        if side.number is not None:
            return short_name(side.name, room)
        source = row.game.sides[nth]
        return side.text if source.is_empty else self.ways.either(source.source, room)

    # --- what is looked at ----------------------------------------------------------------------------------------
    def part_of(self, number: int) -> int:
        """The part in which a match stands, from 1."""
        return next(
            (at for at, rows in enumerate(self.parts, 1) if any(row.game.number == number for row in rows)), 1
        )

    def rows_of(self, part: int) -> list[GameRow]:
        """The matches of a part, and those its winner goes on to."""
        rows = list(self.parts[part - 1])
        rest, number = {row.game.number: row for row in self.rest}, rows[-1].game.winner_to
        while number in rest:
            rows.append(rest.pop(number))
            number = rows[-1].game.winner_to
        thirds = [row for row in rest.values() if row.game.stage == rows[-1].game.stage]
        return [*rows, *thirds]

    def shown_parts(self, here: int) -> list[Part]:
        return [
            Part(at, _best(rows), at == here) for at, rows in enumerate(self.parts, 1) if len(self.parts) > 1
        ]

    def folded(self, rows: Sequence[GameRow], asked: int) -> int:
        """How many rounds at the left are over and folded away, so that what is played has room: not the one of the
        match that is asked for.
        """
        stages = sorted({row.game.stage for row in rows})
        stays = {row.game.stage for row in rows if row.game.state not in DONE or row.game.number == asked}
        over = 0
        while len(stages) - over > COLUMNS and stages[over] not in stays:
            over += 1
        return over

    def columns(self, rows: Sequence[GameRow], shown: int) -> Iterator[Column]:
        for at in sorted({row.game.stage for row in rows}):
            mine = [row.game for row in rows if row.game.stage == at]
            missing = (game.number for game in mine if self.boxes[game.number].is_missing)
            done = sum(game.state in DONE for game in mine)
            yield Column(self.bracket.stages[at], next(missing, mine[0].number), done, len(mine), at == shown)

    def lines(self, rows: Sequence[GameRow]) -> list[list[Cell]]:
        return [
            [Cell(place, tuple(self.boxes[row.game.number] for row in place.games)) for place in line]
            for line in grid_of(rows)
        ]

    # --- which match ----------------------------------------------------------------------------------------------
    def wanted(self, words: str) -> Box | None:
        """The open match at this table, else the latest with somebody of this name."""
        boxes = [box for box in self.boxes.values() if box.is_meant(words)]
        return next((box for box in boxes if box.is_missing), None) or next(reversed(boxes), None)


def _best(rows: Iterable[GameRow]) -> str:
    """The best seed of these matches."""
    sides = [side for row in rows for side in row.sides if side.seed is not None]
    best = min(sides, key=lambda side: side.seed or 0, default=None)
    return short_name(best.name, ROOMS[0][1]) if best else ""
