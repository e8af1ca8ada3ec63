"""What a draft was paired on, player by player: seats had, floats. Kept by the version of the event."""

from collections.abc import Mapping

from pairing import engine
from pairing.model.errors import PairingError
from pairing.model.so_far import SoFar
from pairing.model.types import Snapshot
from tournaments import snapshots
from tournaments.models import Tournament
from tournaments.steps.version_cache import by_version


def so_far(tournament: Tournament, snapshot: Snapshot | None = None) -> Mapping[int, SoFar]:
    """By player number, what the next round after those that are published looks at; empty where it looks at nothing.

    `snapshot` is the event without its draft, from whoever has it at hand.
    """

    def made() -> Mapping[int, SoFar]:
        try:
            return engine.so_far(snapshots.load(tournament) if snapshot is None else snapshot)
        except PairingError:
            return {}

    return by_version(tournament, "so-far", made)
