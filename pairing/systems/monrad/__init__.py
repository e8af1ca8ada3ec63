"""Swiss-Monrad with elimination (rules/monrad.md).

The steps of a round: lineup (who plays, in which order) -> stand_ins (a few of them for each large group, with
the same answer) -> pairing_order (the pairs) -> explain. plan puts them together.
"""

from pairing.model.first_mover import moves_so_far
from pairing.model.types import TWO
from pairing.systems.base import System
from pairing.systems.monrad.lineup import in_draw_order, playing
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad.plan import pair_monrad

MONRAD = System(
    slug="monrad",
    name="Swiss-Monrad",
    summary="Players on equal scores meet where possible; no one meets twice. Pairing starts at the top.",
    seats=TWO,
    options=MonradOptions,
    pair=pair_monrad,
    playing=playing,
    default_tiebreaks=("solkoff", "sonneborn_berger", "head_to_head", "wins"),
    draws_once=lambda options: bool(options.order == "fixed_draw"),
    so_far=moves_so_far,
    start_order=lambda field, options, lots: in_draw_order(field, options, lots, tuple(field.entrants)),
)
