"""Compiled: what a lot among those left equal would give on average, from how many there are."""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import inner

MILLION = 1_000_000
BEST_WINS, BEST_IN_CUT, ALL_BEST, SPEARMAN, WRONG_BY_LOT, CUT_BY_LOT = range(9, 15)  # of ORDER_MEASURES
PARTS = 60  # of an inversion at the cut


@inner
def note_by_lot(
    first: Any, equal: Any, cut: int, inside: Any, level: Any, size: Any, room: Any, measures: Any
) -> None:
    """Whether the strongest is among the first, and how many those are; of the `cut` strongest how many make the cut
    surely, and how many share its last places: `room` places for `size` players.
    """
    measures[BEST_WINS] = _shared(MILLION, equal) if first else 0
    measures[BEST_IN_CUT] = _shared(1000 * (inside * size + level * room), size)
    measures[ALL_BEST] = 0
    if inside + level == cut and level == room:
        measures[ALL_BEST] = _shared(MILLION, _ways(size, room))


@inner
def cut_by_lot(
    cut: Any, size: Any, room: Any, inside: Any, level: Any, both: Any, one: Any, shared: Any
) -> Any:
    """The inversions at the cut, in parts of one: how many are stronger than each of those who make it, added up, less
    the pairs of those who make it.

    `inside` is that sum for those who surely make the cut, `level` for the `size` players who share its last `room`
    places. Pairs of equally strong players are to be taken off only once: `both` of them surely in the cut, `one` of
    them and one who shares, both among those who share (`shared`).
    """
    fewer = max(size - 1, 1)
    sure = (inside + both - cut * (cut - 1) // 2) * size + room * (level + one)
    return divided(2 * PARTS * (sure * fewer + shared * room * (room - 1)) + size * fewer, 2 * size * fewer)


@inner
def divided(number: Any, divisor: Any) -> Any:
    """Rounded down, of two positive numbers below 2^52: dividing floating numbers is exact then, and takes no time."""
    return np.int64(np.float64(number) / np.float64(divisor))


@inner
def _shared(number: Any, parts: Any) -> Any:
    """A number divided and rounded; mostly it stays whole, and a division takes long."""
    return number if parts == 1 else (2 * number + parts) // (2 * parts)


@inner
def _ways(size: int, room: int) -> int:
    """How many choices of `room` out of `size` there are, or some number above two millions."""
    ways = 1
    for k in range(min(room, size - room)):
        ways = ways * (size - k) // (k + 1)
        if ways > 2 * MILLION:
            break
    return ways
