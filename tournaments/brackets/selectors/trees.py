"""The games of a bracket as trees: which lead to which, how high each tree is, and the parts a large bracket has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.view import ViewGame
from tournaments.brackets.selectors.brackets import Bracket, GameRow

# Up to so many players, or boxes one below the other, are one picture on a screen or a sheet.
WHOLE, WHOLE_SLOTS = 32, 16


class Tree:
    """The games of `rows` with those of them that lead to each. `slots_of`: how many games without games before them
    stand one below the other in its tree.
    """

    def __init__(self, rows: Sequence[GameRow]) -> None:
        self.row = {row.game.number: row for row in rows}
        self.children = {number: self._children(row.game) for number, row in self.row.items()}
        self.slots_of: dict[int, int] = {}
        for number in self.row:  # a game comes after those that lead to it
            self.slots_of[number] = sum(self.slots_of[c] for c in self.children[number]) or 1
        led_to = {child for children in self.children.values() for child in children}
        self.roots = [number for number in self.row if number not in led_to]
        self.slots = sum(self.slots_of[root] for root in self.roots if not self.is_third(root))

    def _children(self, game: ViewGame) -> list[int]:
        if game.part is Part.THIRD:
            return []
        sources = (side.source for side in game.sides)
        return [s.number for s in sources if s.kind == "winner" and s.number in self.row]

    def is_third(self, number: int) -> bool:
        return self.row[number].game.part is Part.THIRD

    def below(self, number: int) -> Iterable[GameRow]:
        """A game and all that lead to it, in the order of the chart."""
        found, waiting = [], [number]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting += self.children[at]
        return (self.row[at] for at in sorted(found))


def parts_of(bracket: Bracket) -> tuple[list[list[GameRow]], list[GameRow]]:
    """The parts of a bracket that can be read on a screen or a sheet, and the games all of them lead to; one part and
    nothing besides where the whole of it can.
    """
    rows = list(bracket.rows)
    whole = Tree(rows)
    if len(bracket.view.order) <= WHOLE or whole.slots <= WHOLE_SLOTS:
        return [rows], []
    parts: list[list[GameRow]] = []
    rest: list[GameRow] = []
    waiting = list(reversed(whole.roots))
    while waiting:
        number = waiting.pop()
        if whole.slots_of[number] <= WHOLE_SLOTS and whole.row[number].game.part in (Part.MAIN, Part.LOSERS):
            parts.append(list(whole.below(number)))
        else:
            rest.append(whole.row[number])
            waiting += reversed(whole.children[number])
    return parts, sorted(rest, key=lambda row: row.game.number)
