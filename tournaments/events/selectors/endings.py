"""Who has won an event that has nothing left to pair, before anybody has pressed *Finish*."""

from pairing.engine.endings import ended
from pairing.engine.lengths import needed
from pairing.model.types import RoundStatus
from tournaments import snapshots
from tournaments.events.selectors.phases import phase_to_shorten, phases_of
from tournaments.models import Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.steps.version_cache import by_version


def winner(tournament: Tournament) -> str:
    """The name of who has won the bracket, or is the only one left of an elimination; "" while anything can be paired,
    and in other events. Kept by event version.
    """
    if not any(needed(phase.system, phase.options, players=2) for phase in phases_of(tournament)):
        return ""
    return by_version(tournament, "winner", lambda: _winner(tournament))


def _winner(tournament: Tournament) -> str:
    snapshot = snapshots.load(tournament)
    is_open = not snapshot.rounds or snapshot.rounds[-1].status is not RoundStatus.COMPLETED
    if is_open or phase_to_shorten(tournament, tournament.rounds.count()) is not None:
        return ""
    over = ended(snapshot)
    player = over.params.get("player") if over else None
    return names_of_entrants(snapshot.entrants)[player] if player is not None else ""
