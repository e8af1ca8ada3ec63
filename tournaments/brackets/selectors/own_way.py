"""The way of one player through a bracket: what was played, what is next, and what comes after a win or a loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from pairing.systems.bracket.view import State
from tournaments import snapshots
from tournaments.brackets.selectors.brackets import GameRow, SideRow, drawn, has_bracket
from tournaments.brackets.selectors.ways import Way, Ways, players_of
from tournaments.models import Tournament
from tournaments.steps.version_cache import at_hand


@dataclass(frozen=True, slots=True)
class Met:
    """A match that is over, seen from one of its players: `score` has their games first."""

    stage: str
    other: SideRow
    score: str
    is_won: bool


@dataclass(frozen=True, slots=True)
class OwnWay:
    """`played` in order; then the match that is next with who is `against` ("" while that is open) and its `table`, and
    where a win and a loss lead. Without a next match the bracket is over for this player: `is_champion` or not.
    """

    played: tuple[Met, ...]
    is_champion: bool
    stage: str = ""
    against: str = ""
    table: int | None = None
    best_of: int | None = None
    win: Way | None = None
    loss: Way | None = None


def own_way(tournament: Tournament, number: int) -> OwnWay | None:
    """None for an event without a bracket, before it begins, and for a player who is not in it."""
    if not has_bracket(tournament):
        return None
    bracket = at_hand(tournament, f"bracket-{get_language()}", lambda: drawn(snapshots.load(tournament))[0])
    if bracket is None or bracket.view.is_projected or number not in bracket.view.order:
        return None
    ways = Ways(bracket)
    played = met_by(ways, number)
    mine = (row for row in bracket.rows if number in players_of(row))
    following = next((row for row in mine if row.game.state in (State.PAIRED, State.TO_COME)), None)
    is_champion = bracket.view.champion == number
    if following is None:
        return OwnWay(played, is_champion)
    stage = bracket.stages[following.game.stage]
    other = following.sides[0 if following.sides[1].number == number else 1]
    return OwnWay(
        played,
        is_champion,
        stage.name,
        other.known,
        following.game.table,
        stage.best_of,
        ways.after(following, "winner", number),
        ways.after(following, "loser", number),
    )


def met_by(ways: Ways, number: int, before: int | None = None) -> tuple[Met, ...]:
    """The matches somebody has played in the bracket, those of the stages `before` this one (None: all)."""
    rows: Sequence[GameRow] = [
        row
        for row in ways.row.values()
        if row.game.state is State.PLAYED
        and number in players_of(row)
        and (before is None or row.game.stage < before)
    ]
    return tuple(_met(row, number, ways.stages[row.game.stage]) for row in rows)


def _met(row: GameRow, number: int, stage: str) -> Met:
    mine, other = row.sides if row.sides[0].number == number else reversed(row.sides)
    return Met(stage, other, f"{mine.mark}–{other.mark}", mine.is_winner)
