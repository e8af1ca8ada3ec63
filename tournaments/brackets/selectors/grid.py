"""A bracket as the cells of a table: a column is a round, a match is as high as all the matches that lead to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.systems.bracket.chart import Part
from tournaments.brackets.selectors.brackets import GameRow
from tournaments.brackets.selectors.trees import Tree


@dataclass(frozen=True, slots=True)
class Place:
    """A cell. Without `games` it only fills `columns`; `turn` is how a winner's way goes on at its right: `on`, `down`
    or `up` to the middle of the next match, "" where it ends, and a filler without one is empty. `has_before`: whether
    a way comes from the left. The match for third place stands below the final.
    """

    rows: int
    columns: int = 1
    turn: str = ""
    games: Sequence[GameRow] = ()
    has_before: bool = False


def grid_of(rows: Sequence[GameRow]) -> list[list[Place]]:
    """The lines of the table for these games, whose first column is the first of their stages."""
    return _Grid(rows).lines()


class _Grid(Tree):
    def lines(self) -> list[list[Place]]:
        self.first = min((row.game.stage for row in self.row.values()), default=0)
        self.found: list[list[Place]] = [[] for _slot in range(self.slots)]
        top = 0
        for root in self.roots:
            if not self.is_third(root):
                self._put(root, top, "")
                top += self.slots_of[root]
        return self.found

    def _put(self, number: int, top: int, turn: str) -> None:
        row, children, slots = self.row[number], self.children[number], self.slots_of[number]
        column = row.game.stage - self.first
        if not children and column:
            self.found[top].append(Place(slots, column))
        at = top
        for child in children:
            self._lead(child, at, column, "on" if len(children) == 1 else "down" if at == top else "up")
            at += self.slots_of[child]
        thirds = [self.row[n] for n in self.row if self.is_third(n) and row.game.part is Part.FINAL]
        self.found[top].append(Place(slots, 1, turn, [row, *thirds], bool(children)))

    def _lead(self, child: int, top: int, column: int, turn: str) -> None:
        """A match with its way to one that may be more than a column further."""
        gap = column - (self.row[child].game.stage - self.first) - 1
        self._put(child, top, "on" if gap else turn)
        if gap:
            self.found[top].append(Place(self.slots_of[child], gap, turn, has_before=True))
