"""Options about ratings that systems and tie-breaks of a league have, with the same words."""

from typing import Any

from pairing.model.options import option
from pairing.model.wording import gettext_noop


def ranking_order() -> Any:
    """By what players are ranked: see `pairing.systems.tiered.standing`."""
    return option(
        "conservative",
        label=gettext_noop("Order of the ranking"),
        help=gettext_noop("What players are ranked by where no ranking is given."),
        choices={
            "conservative": gettext_noop("mu - 3 sigma: a skill the player has almost surely"),
            "mu": gettext_noop("mu: the most likely skill"),
        },
    )


def meaning_of_ratings() -> Any:
    """Whether the ratings in the list know the results of this event already: see `pairing.model.trueskill.after`."""
    return option(
        "given",
        label=gettext_noop("Ratings of the players"),
        help=gettext_noop("What the mu and sigma of a player in the list mean."),
        choices={
            "given": gettext_noop("The ratings before the round to be paired"),
            "replayed": gettext_noop("The ratings before round 1; the results of this event are added"),
        },
    )
