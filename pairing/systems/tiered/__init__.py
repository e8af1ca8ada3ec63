"""The system `tiered`: the Swiss rounds of a league, which uses earlier seasons (rules/tiered-league.md)."""

from pairing.model.reasons import gettext_noop
from pairing.model.types import TWO
from pairing.systems.base import System
from pairing.systems.tiered.options import BEFORE_2026, TieredOptions
from pairing.systems.tiered.plan import pair, playing

TIERED = System(
    slug="tiered",
    name=gettext_noop("Loss groups of a league"),
    summary=gettext_noop(
        "Players with equally many losses meet; strength of schedule and ranking decide "
        "the pairs, and earlier seasons are remembered."
    ),
    seats=TWO,
    options=TieredOptions,
    pair=pair,
    playing=playing,
    version="2",
    editions=(BEFORE_2026,),
    default_tiebreaks=("losses", "strength_of_schedule"),
    draws_lots=False,
)

__all__ = ["TIERED", "TieredOptions"]
