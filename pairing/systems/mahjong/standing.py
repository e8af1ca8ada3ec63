"""What has decided between players on the same points, where a border runs between them."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pairing.model.reasons import Reason, because
from pairing.model.types import Standing
from pairing.systems.mahjong.explain import TIE_CHAIN, TIE_LOT


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
