"""Options that several systems for matches of two have, with the same words; the rules behind them are shared too."""

from typing import Any

from pairing.model.first_mover import CHOICES
from pairing.model.options import option


def first_mover(default: str = "alternate") -> Any:
    """Who sits in the first seat: see `pairing.model.first_mover`."""
    return option(
        default,
        label="First move",
        help="Who has the first move (white, sente).",
        choices=CHOICES,
    )


def allow_rematches() -> Any:
    """Offered for one round: players who have met may meet again, as little as possible."""
    return option(
        False,
        label="Allow rematches",
        help="If no other pairing exists: the fewest rematches, between players as low and as long ago as possible.",
        per_round=True,
    )


def allow_second_bye() -> Any:
    """Offered for one round: the bye may go to somebody who had one."""
    return option(
        False,
        label="Allow a second bye",
        help="If no other pairing exists: a player who had a bye can have another one.",
        per_round=True,
    )
