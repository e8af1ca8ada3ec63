"""Players in the order of the standings, the way pairing needs it: nobody level with anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because
from pairing.model.types import Ladder, Standing
from pairing.systems.mahjong.explain import TIE_CHAIN, TIE_LOT
from pairing.tiebreaks.ranking import counted, ranking


def in_order(
    field: Field, players: Iterable[int], lots: Lots, ladder: Ladder | None = None
) -> list[Standing]:
    """`players` by the standings before round `field.number`, best first.

    Those level on the whole chain come in the order of their lots (`standing|round|id`). `ladder`: what the final phase
    says of points and groups; without, the sum of all points counts.
    """
    wanted = set(players)
    table = counted(field.snapshot, field.number - 1)
    if ladder is not None:
        table.replace_points(ladder)
    ranked = ranking(table)
    lines = lots.order(ranked, "standing", field.number, key=lambda line: line.player)
    return sorted((line for line in lines if line.player in wanted), key=lambda line: line.rank)


def ties_at(lines: list[Standing], borders: Iterable[int]) -> Iterator[Reason]:
    """What has decided between the last before a border and the first behind it, where both have the same points.

    `borders`: how many of `lines` stand before each.
    """
    marked = set(borders)
    for place, (upper, lower) in enumerate(pairwise(lines), start=1):
        if place in marked and upper.points == lower.points and upper.group == lower.group:
            yield _decided(upper, lower)


def _decided(upper: Standing, lower: Standing) -> Reason:
    for ours, theirs in zip(upper.tiebreaks, lower.tiebreaks, strict=True):
        if ours.value != theirs.value:
            return because(
                TIE_CHAIN,
                player=upper.player,
                other_player=lower.player,
                score=upper.points,
                tiebreak=ours.spec.label,
            )
    return because(TIE_LOT, player=upper.player, other_player=lower.player)
