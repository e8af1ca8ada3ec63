"""What stands beside the picture of a bracket: the match somebody is at, its results, where it leads and came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.brackets.desk.board import Board, Box
from tournaments.brackets.selectors.brackets import GameRow, SideRow
from tournaments.brackets.selectors.own_way import Met, met_by
from tournaments.brackets.selectors.ways import Way
from tournaments.desk.base import DeskRequest
from tournaments.forms.result_choices import Choice, choices
from tournaments.models import RoundState, Tournament
from tournaments.rights import Right, may


@dataclass(frozen=True, slots=True)
class Panel:
    """`common` and `rare` are the results it can have; `winner` and `loser` where these go on; `so_far` what each of
    the two has played before. `others` are those somebody may be swapped with; `has_begun`: a match of the bracket
    has, so seeds stay.
    """

    box: Box
    common: Sequence[Choice]
    rare: Sequence[Choice]
    winner: Way
    loser: Way
    so_far: Sequence[tuple[SideRow, Sequence[Met]]]
    others: Sequence[SideRow]
    has_begun: bool
    may_repair: bool


def panel_of(request: DeskRequest, tournament: Tournament, board: Board, box: Box) -> Panel:
    """The match with all that can be done with it by this person."""
    every = choices(tournament, box.row.game.round or 0)
    game = box.row.game
    has_begun = any(_has_begun(each) for each in board.boxes.values())
    may_repair = may(request.user, tournament, Right.REPAIR) and _is_repairable(request, box, has_begun)
    first = board.bracket.view.games[0].stage
    return Panel(
        box,
        [choice for choice in every if choice.is_common],
        [choice for choice in every if not choice.is_common],
        board.ways.after(box.row, "winner", game.sides[0].player),
        board.ways.after(box.row, "loser", game.sides[0].player),
        tuple(_so_far(board, box.row)),
        _others(board, box) if may_repair and not has_begun and game.stage == first else (),
        has_begun,
        may_repair,
    )


def _has_begun(box: Box) -> bool:
    match = box.match
    return match is not None and (match.result is not None or match.playing_since is not None)


def _is_repairable(request: DeskRequest, box: Box, has_begun: bool) -> bool:
    """Only the last round is repaired once a match has begun, and only at tables without a result."""
    if box.match is None or box.result or box.match.round.state == RoundState.COMPLETED:
        return False
    return not has_begun or box.match.round.number == len(request.now.rounds)


def _others(board: Board, box: Box) -> Sequence[SideRow]:
    """Who sits in other matches of the same round."""
    assert box.match is not None
    mates = (each for each in board.boxes.values() if each.match and each.match.round == box.match.round)
    return [side for each in mates if each is not box for side in each.row.sides if side.number is not None]


def _so_far(board: Board, row: GameRow) -> Iterable[tuple[SideRow, Sequence[Met]]]:
    for side in row.sides:
        if side.number is not None:
            yield side, met_by(board.ways, side.number, row.game.stage)
