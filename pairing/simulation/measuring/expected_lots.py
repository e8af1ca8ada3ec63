"""Compiled: what a lot among those left equal would give on average, from how many there are."""

from __future__ import annotations

from typing import Any

from pairing.simulation.compiled.jit import inner

MILLION = 1_000_000
BEST_WINS, BEST_IN_CUT, ALL_BEST = 9, 10, 11  # of ORDER_MEASURES


@inner
def note_by_lot(
    first: Any, equal: Any, cut: int, inside: Any, level: Any, size: Any, room: Any, found: Any
) -> None:
    """Whether the strongest is among the first, and how many those are; of the `cut` strongest how many make the cut
    surely, and how many share its last places: `room` places for `size` players.
    """
    found[BEST_WINS] = _shared(MILLION, equal) if first else 0
    found[BEST_IN_CUT] = _shared(1000 * (inside * size + level * room), size)
    found[ALL_BEST] = 0
    if inside + level == cut and level == room:
        found[ALL_BEST] = _shared(MILLION, _ways(size, room))


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
