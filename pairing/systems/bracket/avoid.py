"""Rematches in a bracket, avoided by swapping lower seeds (rules/tiered-league.md, "Bracket", 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Met = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two lower seeds who changed places: `moved` would have met an old opponent, `other` stood elsewhere."""

    moved: int
    other: int


def without_rematches(
    pairs: Sequence[tuple[int, int]], met: Met
) -> tuple[list[tuple[int, int]], list[Swap], list[tuple[int, int]]]:
    """Matches (upper, lower), the best upper seed first, after swaps of lower seeds; the swaps; what stays a rematch.

    From the top: a match that is a rematch gives its lower seed to the match directly below, if neither becomes a
    rematch; else to the next one down; at the bottom to the one above the original place, and on upwards.
    """
    now = list(pairs)
    swaps: list[Swap] = []
    for at in range(len(now)):
        upper, lower = now[at]
        if not met(upper, lower):
            continue
        for other in (*range(at + 1, len(now)), *range(at - 1, -1, -1)):
            its_upper, its_lower = now[other]
            if not met(upper, its_lower) and not met(its_upper, lower):
                now[at], now[other] = (upper, its_lower), (its_upper, lower)
                swaps.append(Swap(lower, its_lower))
                break
    return now, swaps, [pair for pair in now if met(*pair)]
