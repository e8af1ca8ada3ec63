"""The pairing family of the World Computer Shogi Championship (rules/wcsc.md).

The steps of a round: basis (which results count, in which order the players are) -> merge or
plan.pair_looking_ahead (the two searches, over blocks and the oracle in completion) -> explain. plan puts them
together.
"""

from pairing.model.first_mover import moves_so_far
from pairing.model.types import TWO
from pairing.systems.base import System, everybody_present
from pairing.systems.wcsc.basis import CHAIN, assumes, may_pair_ahead
from pairing.systems.wcsc.options import WcscOptions
from pairing.systems.wcsc.plan import pair_wcsc

WCSC = System(
    slug="wcsc",
    name="Shogi championship",
    summary="Computer shogi championship: published preference orders. Modified Swiss pairs a round ahead.",
    seats=TWO,
    options=WcscOptions,
    pair=pair_wcsc,
    playing=everybody_present,
    default_tiebreaks=CHAIN,
    pairs_ahead=True,
    may_pair_ahead=may_pair_ahead,
    assumes=assumes,
    so_far=moves_so_far,
)
