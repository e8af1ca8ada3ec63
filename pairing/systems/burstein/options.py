"""The options of the Burstein system."""

from dataclasses import dataclass

from pairing.model.reasons import gettext_noop
from pairing.systems.dutch.options import DutchOptions, acceleration, initial_colour, rounds
from pairing.systems.shared_options import allow_rematches, allow_second_bye


@dataclass(frozen=True, slots=True)
class BursteinOptions:
    """What an organiser can choose; the last two are offered round by round."""

    rounds: int | None = rounds(
        gettext_noop(
            "The first half of the rounds, but four at most, is paired as in the Dutch system. "
            "If empty: the planned number of rounds."
        )
    )
    initial_colour: str = initial_colour()
    acceleration: str = acceleration()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()

    @property
    def dutch(self) -> DutchOptions:
        """The same for a round that is paired by the rules of the Dutch system."""
        return DutchOptions(
            rounds=self.rounds,
            initial_colour=self.initial_colour,
            acceleration=self.acceleration,
            allow_rematches=self.allow_rematches,
            allow_second_bye=self.allow_second_bye,
        )
