"""Where the players of a match come from and where they go: by the names of people, not the numbers of matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from pairing.systems.bracket.chart import Part, Source
from tournaments.brackets.selectors.brackets import Bracket, GameRow, SideRow, of_two
from tournaments.brackets.selectors.short_names import either


@dataclass(frozen=True, slots=True)
class Way:
    """What follows for the winner or the loser of a match.

    `stage` is the name of the round, "" where nothing follows; `place` what has been reached then. `others` is who is
    met: one player, the two of whom one comes (`kind` says which: `winner`, `loser`), or nobody known yet.
    """

    stage: str = ""
    is_losers: bool = False
    others: tuple[SideRow, ...] = ()
    kind: str = "winner"
    place: str = ""

    @property
    def against(self) -> str:
        """Who is met, in words; "" while that is open."""
        names = [row.text for row in self.others]
        return of_two(self.kind, names[0], names[1]) if len(names) == 2 else "".join(names)


class Ways:
    """The ways through one bracket."""

    def __init__(self, bracket: Bracket) -> None:
        self.row = {row.game.number: row for row in bracket.rows}
        self.stages = [stage.name for stage in bracket.stages]

    def coming(self, source: Source) -> tuple[SideRow, ...]:
        """The two of whom one comes from a match that is not decided; () where they are not both known."""
        row = self.row.get(source.number) if source.kind != "seed" else None
        if row is None or any(side.number is None for side in row.sides):
            return ()
        return row.sides

    def either(self, source: Source, room: float) -> str:
        """The same in a few letters: “Lund or Friis”, “–” while that is open."""
        names = [side.name for side in self.coming(source)]
        return either(names, room, gettext("%(one)s or %(other)s")) if names else "–"

    def after(self, row: GameRow, kind: str, number: int | None = None) -> Way:
        """What follows a match for its `winner` or `loser`, of a final for the player with this number."""
        game = row.game
        goal = game.winner_to if kind == "winner" else game.loser_to
        if (
            game.winner_to is not None and game.winner_to == game.loser_to
        ):  # a second final, if the loser has lost once
            goal = goal if (kind == "loser") == (number == game.sides[0].player) else None
        if game.part is Part.THIRD:
            return Way(place=gettext("third place") if kind == "winner" else "")
        if goal is None:
            return Way(place=gettext("winner of the bracket") if kind == "winner" else "")
        follows = self.row[goal]
        mine = Source(kind, game.number)
        sides = zip(follows.game.sides, follows.sides, strict=True)
        side, other = next(pair for pair in sides if pair[0].source != mine)
        others = (other,) if other.number is not None else self.coming(side.source)
        return Way(
            self.stages[follows.game.stage], follows.game.part is Part.LOSERS, others, side.source.kind
        )


def players_of(row: GameRow) -> tuple[int | None, int | None]:
    one, other = row.sides
    return one.number, other.number
