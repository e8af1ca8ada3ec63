"""What an organiser may set (rules/tiered-league.md, "Terms")."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.options import option
from pairing.wording import gettext_noop


@dataclass(frozen=True, slots=True)
class TieredOptions:
    """Options of the system `tiered`."""

    elimination: int | None = option(
        4,
        label=gettext_noop("Elimination"),
        help=gettext_noop("A player with this many losses is out."),
        kind="int",
        minimum=1,
        none="none",
    )
    rematch_seasons: int = option(
        2,
        label=gettext_noop("Seasons without a rematch"),
        help=gettext_noop(
            "So many seasons back, meetings are avoided in round 1 and among players with two losses or more."
        ),
        minimum=0,
        maximum=100,
    )
    order: str = option(
        "conservative",
        label=gettext_noop("Order of the ranking"),
        help=gettext_noop("What players are ranked by where no ranking is given."),
        choices={
            "conservative": gettext_noop("mu - 3 sigma: a skill the player has almost surely"),
            "mu": gettext_noop("mu: the most likely skill"),
        },
    )
    ratings: str = option(
        "given",
        label=gettext_noop("Ratings of the players"),
        help=gettext_noop("What the mu and sigma of a player in the list mean."),
        choices={
            "given": gettext_noop("The ratings before the round to be paired"),
            "replayed": gettext_noop("The ratings before round 1; the results of this event are added"),
        },
    )
    split_by_wins: bool = option(
        False,
        label=gettext_noop("Split tiers by wins"),
        help=gettext_noop(
            "Players with the same number of losses but fewer wins, because of byes, are a tier of their own."
        ),
    )
