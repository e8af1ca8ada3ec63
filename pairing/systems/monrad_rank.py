"""Monrad by rank: the leader meets the second, the third the fourth, each the next in the ranking not met yet.

Sources: the Norwegian Bridge Federation's guide ("Monradturnering": the first of the ranking meets the second, or the
highest placed not met yet, and so on for everybody); the Monrad system of the Norwegian Chess Federation, 2.1.2 (the
list is by points, then by start number; pairs are dissolved from the bottom up where the last do not fit, and the last
of the list is left over). Unlike Swiss-Monrad (`monrad`) it looks at no score groups: nobody passes over a neighbour so
that fewer players float.
"""

from dataclasses import dataclass

from pairing.matching.plain import NotAll
from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.options import option
from pairing.model.reasons import gettext_noop
from pairing.model.types import TWO, RoundPlan
from pairing.systems.base import System, everybody_present
from pairing.systems.in_order import in_order
from pairing.systems.neighbours import pair_in_order
from pairing.systems.shared_options import allow_rematches, allow_second_bye, first_mover
from pairing.systems.waiving import strict, waived

STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class MonradRankOptions:
    """What an organiser can choose; the last two are offered round by round."""

    order: str = option(
        STANDINGS,
        label=gettext_noop("Order on equal points"),
        help=gettext_noop("Who comes first in the ranking among players on equal points."),
        choices={
            STANDINGS: gettext_noop("By the tie-breaks of the standings, then by lot"),
            "fixed_draw": gettext_noop("One draw of lots at the start, kept for all rounds"),
            "rating": gettext_noop("By rating, the strongest first"),
            "registration": gettext_noop("In the order of registration"),
        },
    )
    first_mover: str = first_mover()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()


def ranked(field: Field, options: MonradRankOptions, lots: Lots) -> list[int]:
    """The players of round `field.number` in the order of the ranking, the best first."""
    ids = field.present
    if options.order == STANDINGS:
        return [line.player for line in in_order(field, ids, lots)]
    if options.order == "fixed_draw":
        first = lots.order(ids, "draw")
    elif options.order == "rating":
        first = sorted(ids, key=field.rating_place.__getitem__)
    else:
        first = list(ids)
    points = field.points
    return sorted(first, key=lambda p: -points[p])


def pair(field: Field, options: MonradRankOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables from the top of the ranking down. Errors: Impossible."""
    order, seat = ranked(field, options, lots), seating(field, lots, options.first_mover)
    try:
        return pair_in_order(order, field, strict(field), seat)
    except NotAll:
        return pair_in_order(order, field, waived(order, field, options), seat)


MONRAD_RANK = System(
    slug="monrad_rank",
    name=gettext_noop("Monrad by rank"),
    summary=gettext_noop(
        "First meets second, third meets fourth: each the next in the ranking not met yet, as in bridge."
    ),
    seats=TWO,
    options=MonradRankOptions,
    pair=pair,
    playing=everybody_present,
    default_tiebreaks=("solkoff", "sonneborn_berger", "head_to_head", "wins"),
    draws_once=lambda options: bool(options.order == "fixed_draw"),
)
