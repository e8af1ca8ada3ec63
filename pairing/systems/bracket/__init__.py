"""The systems `bracket` and `double_elimination`, of any size (rules/tiered-league.md, "Bracket")."""

from pairing.model.reasons import gettext_noop
from pairing.model.types import TWO
from pairing.systems.base import System
from pairing.systems.bracket.options import BracketOptions, DoubleOptions, by_match
from pairing.systems.bracket.plan import ladder, open_rounds, pair, playing

BRACKET = System(
    slug="bracket",
    name=gettext_noop("Bracket"),
    summary=gettext_noop(
        "Single elimination of any size: the best by record and strength of schedule, seeded once, rematches avoided."
    ),
    seats=TWO,
    options=BracketOptions,
    pair=pair,
    playing=playing,
    default_tiebreaks=("losses", "strength_of_schedule"),
    ladder=ladder,
    side_by_side=by_match,
    open_rounds=open_rounds,
    draws_lots=False,
)

DOUBLE_ELIMINATION = System(
    slug="double_elimination",
    name=gettext_noop("Double elimination"),
    summary=gettext_noop("Two losses eliminate: a bracket of any size, and beside it a losers' bracket."),
    seats=TWO,
    options=DoubleOptions,
    pair=pair,
    playing=playing,
    default_tiebreaks=("losses", "strength_of_schedule"),
    ladder=ladder,
    side_by_side=by_match,
    open_rounds=open_rounds,
    draws_lots=False,
)

BRACKETS = (BRACKET, DOUBLE_ELIMINATION)

__all__ = ["BRACKETS", "BracketOptions", "DoubleOptions"]
