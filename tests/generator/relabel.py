"""The same event with other player ids."""

from collections.abc import Callable
from dataclasses import replace

from pairing.model.types import Round, Snapshot

NewId = Callable[[int], int]


def relabel(snapshot: Snapshot, new: NewId) -> Snapshot:
    """The snapshot with every player id replaced by `new(id)`."""
    return replace(
        snapshot,
        entrants=tuple(replace(entrant, id=new(entrant.id)) for entrant in snapshot.entrants),
        rounds=tuple(_relabel_round(played, new) for played in snapshot.rounds),
        forbidden_pairs=tuple((new(a), new(b)) for a, b in snapshot.forbidden_pairs),
        bye_requests=tuple(replace(asked, player=new(asked.player)) for asked in snapshot.bye_requests),
        earlier_meetings=tuple(
            replace(meeting, players=(new(meeting.players[0]), new(meeting.players[1])))
            for meeting in snapshot.earlier_meetings
        ),
    )


def _relabel_round(played: Round, new: NewId) -> Round:
    return replace(
        played,
        matches=tuple(replace(m, seats=tuple(new(p) for p in m.seats)) for m in played.matches),
        byes=tuple(replace(bye, player=new(bye.player)) for bye in played.byes),
    )
