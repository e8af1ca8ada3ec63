"""The options of Monrad."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.first_mover import CHOICES as FIRST_MOVER
from pairing.options import option


@dataclass(frozen=True, slots=True)
class MonradOptions:
    """What an organiser can choose; the last two are offered round by round."""

    elimination: int | None = option(
        None,
        label="Elimination",
        help="A player with this many losses (forfeits count) is not paired any more, but stays in the standings.",
        kind="int",
        minimum=1,
        none="none",
    )
    order: str = option(
        "redraw",
        label="Draw order",
        help="Who comes first among players on the same score when opponents are given out.",
        choices={
            "redraw": "A fresh draw every round",
            "fixed_draw": "One draw at the start that stays with the player",
            "rating": "By rating, the strongest first",
            "registration": "In the order of registration",
        },
    )
    first_mover: str = option(
        "alternate",
        label="First mover",
        help="Who sits in the first seat (white, sente).",
        choices=FIRST_MOVER,
    )
    allow_rematches: bool = option(
        False,
        label="Allow rematches",
        help="If no other pairing exists: the fewest rematches, between players as low and as long ago as possible.",
        per_round=True,
    )
    allow_second_bye: bool = option(
        False,
        label="Allow a second bye",
        help="If no other pairing exists: a player who had a bye may get another one.",
        per_round=True,
    )
