"""The options of the Dutch system."""

from dataclasses import dataclass
from typing import Any

from pairing.model.options import option
from pairing.systems.shared_options import allow_rematches, allow_second_bye

FROM_2026, UNTIL_2026 = "2026-02", "until-2026-01"


def rounds(help: str = "The last round has rules of its own. If empty: the planned number of rounds.") -> Any:
    """How many rounds the event has, where rules depend on it."""
    return option(
        None,
        label="Rounds of the event",
        help=help,
        kind="int",
        minimum=1,
        maximum=1000,
        none="none",
    )


def initial_colour() -> Any:
    """The colour of number 1 in round 1."""
    return option(
        "lot",
        label="First colour",
        help="The colour of the highest player in round 1; the other colours of that round follow from it.",
        choices={"lot": "By lot", "white": "White", "black": "Black"},
    )


def acceleration() -> Any:
    """C.04.7."""
    return option(
        "none",
        label="Acceleration",
        help="Extra points for the pairing only. Baku: for the upper half, in the first half of the rounds.",
        choices={"none": "None", "baku": "Baku", "given": "The points of an imported report"},
    )


@dataclass(frozen=True, slots=True)
class DutchOptions:
    """What an organiser can choose; the last two are offered round by round."""

    rules: str = option(
        FROM_2026,
        label="Rules",
        help="The edition of the FIDE rules. Keep the edition an event began with.",
        choices={
            FROM_2026: "In force since 1 February 2026",
            UNTIL_2026: "In force until 31 January 2026",
        },
    )
    rounds: int | None = rounds()
    initial_colour: str = initial_colour()
    acceleration: str = acceleration()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()
