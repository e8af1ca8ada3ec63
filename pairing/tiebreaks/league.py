"""Tie-breaks of a league (rules: tiered-league.md): the fewest losses and the strength of schedule."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pairing.model.options import option
from pairing.model.reasons import gettext_noop
from pairing.model.trueskill import PARTS, after, listed_rating, schedule_strength
from pairing.model.types import ByeKind
from pairing.tiebreaks.base import Tiebreak, Working
from pairing.tiebreaks.own_record import per_round, term_of
from pairing.tiebreaks.table import Table


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


SOURCE = "Rules of the league with loss tiers as this project plays them, terms"

_losses, _explain_losses = per_round(lambda table, row: -int(row.outcome is not None and row.outcome.is_loss))


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """Parameters of the strength of schedule."""

    ratings: str = meaning_of_ratings()


def _beats_average(table: Table, options: ScheduleOptions) -> list[int]:
    """By player: the probability to beat an average player in parts of PARTS; worked out once for a table."""
    key = ("beats_average", options)
    if key not in table.cache:
        ratings = {e.id: listed_rating(e) for e in table.entrants}
        p = schedule_strength(after(ratings, table.rounds) if options.ratings == "replayed" else ratings)
        table.cache[key] = [p[id] for id in table.ids]
    found: list[int] = table.cache[key]
    return found


def strength_of_schedule(table: Table, options: ScheduleOptions) -> list[Fraction]:
    """The mean, over the rounds the player was there for, of the probability that the opponent beats an average
    player; a bye counts as nothing.
    """
    p = _beats_average(table, options)
    found = []
    for rows in table.rows:
        counted = [
            0 if row.opponent is None else p[row.opponent] for row in rows if row.bye is not ByeKind.ABSENT
        ]
        found.append(Fraction(sum(counted), PARTS * (len(counted) or 1)))
    return found


def _explain_schedule(table: Table, options: ScheduleOptions, me: int) -> Working:
    p = _beats_average(table, options)
    terms = (
        term_of(
            table,
            row,
            Fraction(0 if row.opponent is None else p[row.opponent], PARTS),
            counted=row.bye is not ByeKind.ABSENT,
        )
        for row in table.rows[me]
    )
    return Working(tuple(terms), "mean")


LEAGUE = (
    Tiebreak(
        code="losses",
        name=gettext_noop("Fewest losses"),
        help=gettext_noop("The player with fewer lost matches comes first; a bye is not a loss."),
        unit="order",
        compute=_losses,
        explain=_explain_losses,
        source=SOURCE,
    ),
    Tiebreak(
        code="strength_of_schedule",
        name=gettext_noop("Strength of schedule"),
        help=gettext_noop(
            "The mean, over the rounds, of the probability that the opponent beats an average player by the"
            " TrueSkill model; a bye counts as nothing."
        ),
        unit="ratio",
        compute=strength_of_schedule,
        explain=_explain_schedule,
        source=SOURCE,
        options=ScheduleOptions,
    ),
)
