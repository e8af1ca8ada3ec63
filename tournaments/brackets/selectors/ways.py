"""Where the players of a match come from and where they go: by the names of people, not the numbers of matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from pairing.systems.bracket.chart import Part, Source
from tournaments.brackets.selectors.brackets import Bracket, GameRow
from tournaments.brackets.selectors.short_names import either


@dataclass(frozen=True, slots=True)
class Way:
    """What follows for the winner or the loser of a match.

    `stage` is the name of the round, "" where nothing follows; `place` what has been reached then; `against` who is
    met, or the two of whom one comes, "" while that is open.
    """

    stage: str = ""
    is_losers: bool = False
    against: str = ""
    place: str = ""


class Ways:
    """The ways through one bracket."""

    def __init__(self, bracket: Bracket) -> None:
        self.row = {row.game.number: row for row in bracket.rows}
        self.stages = [stage.name for stage in bracket.stages]

    def either(self, source: Source, room: float) -> str:
        """The two of whom one comes, in a few letters: “Lund or Friis”, “–” while they are not both known."""
        row = self.row.get(source.number) if source.kind != "seed" else None
        if row is None or None in players_of(row):
            return "–"
        return either([side.name for side in row.sides], room, gettext("%(one)s or %(other)s"))

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
        other = next(row for side, row in sides if side.source != mine)
        return Way(self.stages[follows.game.stage], follows.game.part is Part.LOSERS, other.known)


def players_of(row: GameRow) -> tuple[int | None, int | None]:
    one, other = row.sides
    return one.number, other.number
