"""The bracket of an event, where it has one: its only system, or that of one of its phases."""

from collections.abc import Sequence

from pairing.engine import phases
from pairing.engine.standings import rank
from pairing.model.types import Snapshot, Standing
from pairing.systems.bracket.view import SYSTEM_OF, BracketView, view


def bracket_view(snapshot: Snapshot) -> BracketView | None:
    """The bracket as far as it has been played; of several, the latest that has begun, else the first to come.

    None for an event without one. Errors: PairingError where none can be drawn, as with fewer than two players.
    """
    found = _seen_by_the_bracket(snapshot)
    return None if found is None else view(*found)


def _seen_by_the_bracket(snapshot: Snapshot) -> tuple[Snapshot, int] | None:
    """The plain event the bracket is the system of, and its last round that can belong to it."""
    played = len(snapshot.rounds)
    if not snapshot.phases:
        return (snapshot, played) if snapshot.system in SYSTEM_OF else None
    starts = phases.starts(snapshot.phases)
    mine = [at for at, phase in enumerate(snapshot.phases) if phase.system in SYSTEM_OF]
    if not mine:
        return None
    at = next((at for at in reversed(mine) if starts[at] < played), mine[0])
    length = snapshot.phases[at].rounds
    last = played if length is None else min(played, starts[at] + length)
    return phases.of_round(snapshot, starts[at] + 1, _ranked_so_far), last


def _ranked_so_far(snapshot: Snapshot, after_round: int) -> Sequence[Standing]:
    """The standings a cut is made by; before its round, those of now."""
    return rank(snapshot, min(after_round, len(snapshot.rounds)))
