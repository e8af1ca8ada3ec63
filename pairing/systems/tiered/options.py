"""What an organiser may set (rules/tiered-league.md, "Terms")."""

from dataclasses import dataclass

from pairing.model.options import option
from pairing.model.reasons import gettext_noop
from pairing.tiebreaks.league import meaning_of_ratings, ranking_order

FROM_2026, BEFORE_2026 = "2026-11", "before-2026-11"


@dataclass(frozen=True, slots=True)
class TieredOptions:
    """Options of the system `tiered`."""

    rules: str = option(
        FROM_2026,
        label=gettext_noop("Rules"),
        help=gettext_noop(
            "The edition of the rules for pairing up, joined groups and second byes. "
            "Keep the edition an event began with."
        ),
        choices={
            FROM_2026: gettext_noop("Since November 2026"),
            BEFORE_2026: gettext_noop("Before November 2026"),
        },
    )
    elimination: int | None = option(
        4,
        label=gettext_noop("Elimination"),
        help=gettext_noop("A player with this many losses is eliminated."),
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
    order: str = ranking_order()
    ratings: str = meaning_of_ratings()
    split_by_wins: bool = option(
        False,
        label=gettext_noop("Split groups by wins"),
        help=gettext_noop(
            "Players with equally many losses but fewer wins, because of byes, are a group of their own."
        ),
    )
