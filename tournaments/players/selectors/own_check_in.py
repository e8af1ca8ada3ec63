"""Whether players may say themselves that they are here, and how long they may take it back."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.events.selectors.events import RoundHead, round_heads
from tournaments.events.selectors.phases import is_open_ended
from tournaments.models import Player, Status, Tournament


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """What one player may do. `number` is the round it is for."""

    number: int
    is_here: bool
    may_undo: bool


def open_for(tournament: Tournament) -> int | None:
    """The round players may check in for by themselves; None while they may not.

    It is open before the first round, and before every round where only who has checked in is paired.
    """
    return _open_for(tournament, _last_round(tournament))


def own_check_in(tournament: Tournament, player: Player) -> OwnCheckIn | None:
    """What there is to press for this player; None while check-in is not open for them.

    Once a round has been paired since, "I am here" stands: going home is asked for.
    """
    last = _last_round(tournament)
    number = _open_for(tournament, last)
    if number is None or player.house or player.left_after_round is not None:
        return None
    since = player.checked_in_at
    is_fresh = last is None or since is None or since > last.created_at
    return OwnCheckIn(number, player.checked_in, player.checked_in and is_fresh)


def _last_round(tournament: Tournament) -> RoundHead | None:
    return next(reversed(round_heads(tournament)), None)


def _open_for(tournament: Tournament, last: RoundHead | None) -> int | None:
    if not tournament.players_check_in or tournament.status == Status.FINISHED:
        return None
    number = last.number + 1 if last else 1
    if number > tournament.rounds_planned and not is_open_ended(tournament):
        return None
    return number if last is None or tournament.require_check_in else None
