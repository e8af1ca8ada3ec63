"""Drawings of a bracket, as places for the templates: columns are rounds, a box is a game, a line is a winner's way.

Everything is placed here, in pixels of a text of 13; the templates only write it down. No colour is chosen here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.view import State
from tournaments.brackets.selectors.brackets import Bracket, GameRow, SideRow
from tournaments.brackets.selectors.short_names import width_of
from tournaments.brackets.selectors.trees import Tree, parts_of

# A box is WIDTH x 2 ROW, its caption stands over it; boxes without games before them are SLOT apart.
WIDTH, ROW, CAPTION, SLOT = 196, 20, 13, 60
COLUMN, BEND = 240, 22  # from column to column; where a line bends before a box
EDGE, HEAD = 2, 46
PART_GAP = 0.4  # slots between the winners' and the losers' part
ROOM, ROOM_IN_BOLD, ROOM_OF_MARK = 18.5, 16.5, 3


@dataclass(frozen=True, slots=True)
class BoxSide:
    """`shown` is what there is room for of the name; the row has the whole."""

    row: SideRow
    shown: str
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A game at its place. `bye_at`: how far down the stub of somebody who enters here begins, None without one."""

    row: GameRow
    x: int
    y: int
    sides: tuple[BoxSide, BoxSide]
    bye_at: int | None


@dataclass(frozen=True, slots=True)
class Head:
    x: int
    name: str
    round: int | None
    is_under_way: bool
    best_of: int | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing. `lines` is the path of all ways, `stubs` that of the byes. `crown` is where the champion stands."""

    width: int
    height: int
    heads: tuple[Head, ...]
    boxes: tuple[Box, ...]
    lines: str
    stubs: str
    losers_at: int | None
    crown: tuple[int, int] | None

    box_width, row, middle = WIDTH, ROW, WIDTH // 2
    right = WIDTH - 6


def picture_of(bracket: Bracket) -> Picture:
    """The whole bracket as one drawing, of any size."""
    return _Drawing(bracket, list(bracket.rows)).picture()


def pages_of(bracket: Bracket) -> tuple[Picture, ...]:
    """Drawings that can be read on a screen or a sheet: the parts of the bracket, at last the games they lead to."""
    parts, rest = parts_of(bracket)
    return tuple(_Drawing(bracket, page).picture() for page in (*parts, rest) if page)


class _Drawing(Tree):
    """Where each of the games of `rows` stands."""

    def __init__(self, bracket: Bracket, rows: Sequence[GameRow]) -> None:
        super().__init__(rows)
        self.bracket = bracket
        self.at: dict[int, float] = {}  # how many slots down the middle of a game is
        self.losers_from: float | None = None
        self._place()

    # --- places ---------------------------------------------------------------------------------------------------
    def _place(self) -> None:
        free = 0.0
        for root in self.roots:
            if not self.is_third(root):
                free = self._place_tree(root, free)
        for number in self.row:
            if self.is_third(number):
                final = next((n for n in self.row if self.row[n].game.part is Part.FINAL), None)
                self.at[number] = free + 0.5 if final is None else self.at[final] + 1.4
        self.last = max((*(middle + 0.5 for middle in self.at.values()), free))

    def _place_tree(self, number: int, free: float) -> float:
        """Games without games before them stand one below the other, the others in the middle of theirs."""
        is_losers = self.row[number].game.part is Part.LOSERS
        if is_losers and self.losers_from is None:
            free += PART_GAP if free else 0
            self.losers_from = free
        children = self.children[number]
        if not children:
            self.at[number] = free + 0.5
            return free + 1
        for child in children:
            free = self._place_tree(child, free)
        self.at[number] = sum(self.at[child] for child in children) / len(children)
        return free

    # --- the drawing ----------------------------------------------------------------------------------------------
    def picture(self) -> Picture:
        stages = sorted({row.game.stage for row in self.row.values()})
        self.first = stages[0]
        boxes = tuple(self._box(row) for row in self.row.values())
        place = {box.row.game.number: box for box in boxes}
        stubs = "".join(f"M{box.x - 18} {box.bye_at}h18" for box in boxes if box.bye_at is not None)
        losers_at = (
            None if self.losers_from is None else EDGE + HEAD + round(self.losers_from * SLOT) - CAPTION // 2
        )
        return Picture(
            (stages[-1] - self.first) * COLUMN + WIDTH + 2 * EDGE,
            HEAD + round(self.last * SLOT) + 2 * EDGE,
            self._heads(range(self.first, stages[-1] + 1)),
            boxes,
            "".join(self._line(place[child], box) for box in boxes for child in self._ways_to(box)),
            stubs,
            losers_at,
            self._crown(place),
        )

    def _heads(self, stages: range) -> tuple[Head, ...]:
        rows = self.bracket.stages
        return tuple(
            Head((at - self.first) * COLUMN + EDGE, row.name, row.round, row.is_under_way, row.best_of)
            for at, row in ((at, rows[at]) for at in stages)
        )

    def _box(self, row: GameRow) -> Box:
        game = row.game
        x = (game.stage - self.first) * COLUMN + EDGE
        y = EDGE + HEAD + round(self.at[game.number] * SLOT - SLOT / 2) + CAPTION
        sides = tuple(
            BoxSide(side, shortened(side.text, _room(side)), at * ROW) for at, side in enumerate(row.sides)
        )
        bye_at = None
        if row.bye:
            at = next(at for at, side in enumerate(game.sides) if side.source.kind == "seed")
            bye_at = y + at * ROW + ROW // 2
        return Box(row, x, y, (sides[0], sides[1]), bye_at)

    def _ways_to(self, box: Box) -> Iterable[int]:
        return [] if box.row.game.state is State.NOT_NEEDED else self.children[box.row.game.number]

    def _line(self, child: Box, box: Box) -> str:
        """From the middle of a game to the side its winner takes."""
        number = child.row.game.number
        side = next(at for at, s in enumerate(box.row.game.sides) if s.source == ("winner", number))
        end = box.y + side * ROW + ROW // 2
        return f"M{child.x + WIDTH} {child.y + ROW}H{box.x - BEND}V{end}H{box.x}"

    def _crown(self, place: dict[int, Box]) -> tuple[int, int] | None:
        """Below the game that has decided the bracket."""
        champion = self.bracket.view.champion
        if champion is None:
            return None
        finals = [
            box
            for box in place.values()
            if box.row.game.part in (Part.FINAL, Part.SECOND_FINAL) and box.row.game.winner == champion
        ]
        return (finals[-1].x, finals[-1].y + 2 * ROW + 15) if finals else None


def _room(side: SideRow) -> float:
    """For how many letters a side has room; the name takes that of the mark where there is none."""
    return (ROOM_IN_BOLD if side.is_winner else ROOM) + (0 if side.mark else ROOM_OF_MARK)


def shortened(text: str, room: float) -> str:
    """As much of a text as there is room for, in widths of a letter, with an ellipsis where it is cut."""
    if len(text) <= room // 2:
        return text
    used = 0.0
    fits = 0  # how many letters leave room for the ellipsis
    for at, letter in enumerate(text):
        used += width_of(letter)
        if used <= room - 1:
            fits = at + 1
        if used > room:
            return text[:fits].rstrip() + "…"
    return text
