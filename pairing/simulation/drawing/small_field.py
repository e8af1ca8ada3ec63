"""Compiled: `drawing` for up to 64 players, where one word says who has met whom."""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import bits_set, inlined, inner, lowest_bit
from pairing.simulation.compiled.workspace import (
    GAMMA,
    LOT,
    LOW,
    ONE,
    PAIRED,
    POOL,
    STATE,
    TWO,
    ZERO,
    among,
    mixed,
    next_number,
)
from pairing.simulation.drawing.any_field import (
    FIRST_TRIES,
    LISTED,
    SOON,
    draw_from_list,
    draw_large_pool,
    members_of,
)
from pairing.simulation.drawing.perfect_matching import WHO, can_be_paired


@inlined
def draw_small_pool(size: Any, at: Any, waived: bool, w: Any, space: Any) -> Any:
    """Pair the first `size` players of POOL; the pairs go to PAIRED, from place `at` on."""
    if size == TWO:
        return _draw_two(at, waived, w, space.met)
    met = ZERO
    if not waived and size <= SOON:
        met = _met_inside(size, w, space.met)
    if met == ZERO:
        if not waived and SOON < size <= w[STATE, 1] + ONE and _somebody_is_lonely(size, w, space.met):
            return False
        for i in range(size):
            w[PAIRED, at + i] = w[POOL, i]
        for _ in range(FIRST_TRIES):
            if _try_pool(size, at, waived, w, space.met):
                return True
        if size > LISTED:
            return draw_large_pool(size, at, w, space)
        met = _met_inside(size, w, space.met)
    return draw_from_list(size, at, met, w, space.legal)


@inner
def _met_inside(size: Any, w: Any, met: Any) -> Any:
    """Who of a small pool has met whom: a bit for each two places, as in MEETINGS."""
    found, shift = ZERO, ZERO
    for j in range(ONE, size):
        those = met[w[POOL, j]]
        for i in range(j):
            found |= ((those >> w[POOL, i]) & ONE) << shift
            shift += ONE
    return found


@inlined
def _draw_two(at: Any, waived: bool, w: Any, met: Any) -> bool:
    one, other = w[POOL, 1], w[POOL, 0]
    if not waived and (met[one] >> other) & ONE != ZERO:
        return False
    w[PAIRED, at], w[PAIRED, at + ONE], w[LOT, at + ONE] = other, one, next_number(w) & LOW
    return True


@inner
def _somebody_is_lonely(size: Any, w: Any, met: Any) -> bool:
    pool, lonely = members_of(POOL, ZERO, size, w), False
    for i in range(size):
        lonely |= (pool & ~met[w[POOL, i]]) == ONE << w[POOL, i]
    return lonely


@inlined
def _try_pool(size: Any, at: Any, waived: bool, w: Any, met: Any) -> Any:
    state, free = w[STATE, 0], size
    while free > ZERO:
        state += GAMMA
        lot = mixed(state)
        last = at + free - ONE
        place = at + among(lot, free - ONE)
        one, other = w[PAIRED, last], w[PAIRED, place]
        w[PAIRED, place] = w[PAIRED, last - ONE]
        w[PAIRED, last - ONE] = other
        if not waived and (met[one] >> other) & ONE != ZERO:
            break
        w[LOT, last] = lot & LOW
        free -= TWO
    w[STATE, 0] = state
    return free == ZERO


@inner
def small_pairable(members: Any, w: Any, space: Any) -> bool:
    """Whether a set of players has a legal pairing; mostly the first that comes to hand is one."""
    size, rest = bits_set(members), members
    if size >= TWO * (w[STATE, 1] + ONE):
        return True
    while rest != ZERO:
        one = lowest_bit(rest)
        rest ^= ONE << one
        others = rest & ~space.met[one]
        if others == ZERO:
            break
        rest ^= others & (ZERO - others)
        if rest == ZERO:
            return True
    for k in range(size):
        space.graph[WHO, k] = lowest_bit(members)
        members &= members - ONE
    return can_be_paired(np.int64(size), space.graph, space.barred)
