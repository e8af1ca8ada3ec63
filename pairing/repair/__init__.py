"""Repair a round instead of pairing it again: keep as many tables as possible (docs/decisions/0011-repairs.md).

The steps of a repair: task (who has to be seated, what stays) -> rules (what counts in this system) -> edges and
search (the cheapest matchings), or four (tables of four), or structure (systems with only one pairing) -> assemble
(the whole round).
"""

from collections.abc import Mapping
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.types import TWO, Round, RoundPlan, Snapshot
from pairing.repair import wording
from pairing.repair.edits import moved, paired_by_hand, swapped
from pairing.repair.four_systems import repairs_at_four
from pairing.repair.group import group_repaired
from pairing.repair.judge import against, compared, judge, paired_now
from pairing.repair.structure import FIXED, repaired
from pairing.repair.two import repairs_of_two
from pairing.repair.types import Difference, Repair, Warning, as_plan, task_of

__all__ = [
    "Difference",
    "Repair",
    "Warning",
    "against",
    "as_plan",
    "compared",
    "group_repaired",
    "judge",
    "moved",
    "paired_by_hand",
    "paired_now",
    "repairs",
    "swapped",
]

MOST = 20


def repairs(
    snapshot: Snapshot,
    round_: Round,
    *,
    frozen: frozenset[int] = frozenset(),
    most: int = 3,
    overrides: Mapping[str, Any] | None = None,
    before: RoundPlan | None = None,
) -> tuple[Repair, ...]:
    """Up to `most` different ways to repair a round, the best first.

    `snapshot` is the event without the round and with everything as it should be by now: results corrected, players
    added, back or gone (`left_after_round` before this round), pairs forbidden, byes asked for. `round_` is the round
    as it stands; its byes that were asked for do not count, those of the snapshot do. `frozen` are numbers of tables
    that stay as they are, whatever the rules say. `overrides` are options as in `engine.pair`; `before` is the round
    with its reasons, which kept tables keep. Changes nothing. Errors: PairingError, where an argument is wrong or the
    system leaves no way.
    """
    if not 1 <= most <= MOST:
        raise PairingError(wording.TOO_MANY, value=most, high=MOST)
    task = task_of(snapshot, round_, frozenset(frozen), overrides, before)
    if task.system.slug in FIXED:
        return (repaired(task),)
    return repairs_of_two(task, most) if task.system.seats == TWO else repairs_at_four(task, most)
