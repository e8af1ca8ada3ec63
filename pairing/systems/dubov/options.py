"""The options of the Dubov system."""

from dataclasses import dataclass

from pairing.model.reasons import gettext_noop
from pairing.systems.dutch.options import DutchOptions, acceleration, initial_colour, rounds
from pairing.systems.shared_options import allow_rematches, allow_second_bye


@dataclass(frozen=True, slots=True)
class DubovOptions:
    """What an organiser can choose; the last two are offered round by round."""

    rounds: int | None = rounds(
        gettext_noop(
            "How often a player may be paired up depends on it, and the last round has rules of its own. "
            "If empty: the planned number of rounds."
        )
    )
    initial_colour: str = initial_colour()
    acceleration: str = acceleration()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()

    @property
    def dutch(self) -> DutchOptions:
        """What the Dutch system calls the same."""
        return DutchOptions(
            rounds=self.rounds, initial_colour=self.initial_colour, acceleration=self.acceleration
        )
