"""Compiled: random numbers, and the pairs of one pool drawn with them.

The space for one tournament is one table `w` of 64-bit words, since handing many arrays from function to function
takes longer than what the functions do. Words are unsigned, because a signed index is asked each time whether it counts
from the end. `barred` says who has met whom, a row of bits for everybody; `graph` is the space for `can_be_paired`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pairing.simulation.compiled import bits_set, inner, lowest_bit
from pairing.simulation.perfect import WHO, apart, can_be_paired

ZERO, ONE, TWO, U30, U27, U31, U32 = (np.uint64(number) for number in (0, 1, 2, 30, 27, 31, 32))
GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW = np.uint64((1 << 31) - 1)
FIRST_TRIES, TRIES = 8, 10_000
COUNTED = 8
AHEAD = np.uint64(32)  # numbers made at once

# The rows of `w`. STATE: of the random numbers, and how many matches anybody can have had. PAIRED: the players of the
# pools that are drawn, pairs side by side, in each pool from its end; LOT: at the first one's place what decides their
# match. START: where the pools (later the groups of the standings) begin. FREE: points for byes. NOTED: EVENT_MEASURES.
(
    STATE,
    ACTIVE,
    ORDER,
    POOL,
    PAIRED,
    LOT,
    KEPT,
    START,
    LEGAL,
    BUCKET,
    POINTS,
    MET,
    HAD_BYE,
    FREE,
    NOTED,
    SLOT,
) = range(16)
ROWS = 16


@inner
def mixed(number: Any) -> Any:
    number = (number ^ (number >> U30)) * FIRST
    number = (number ^ (number >> U27)) * SECOND
    return number ^ (number >> U31)


@inner
def next_number(w: Any) -> Any:
    state = w[STATE, 0] + GAMMA
    w[STATE, 0] = state
    return mixed(state)


@inner
def among(number: Any, count: Any) -> Any:
    return ((number >> U32) * count) >> U32


@inner
def draw_pool(size: Any, at: Any, waived: bool, w: Any, space: Any) -> bool:
    """Pair the first `size` players of POOL; the pairs go to PAIRED, from place `at` on."""
    if space.met.size > 0:
        return _draw_pool_of_few(size, at, waived, w, space)
    barred = space.barred
    if not waived and size <= w[STATE, 1] + ONE and _somebody_is_lonely(size, w, barred):
        return False
    for i in range(size):
        w[PAIRED, at + i] = w[POOL, i]
    for tried in range(TRIES):
        if tried == FIRST_TRIES:
            if size <= COUNTED:
                return _draw_by_counting(size, at, w, barred)
            if not pairable(PAIRED, at, size, w, barred, space.graph):
                return False
        if _try_pool(size, at, waived, w, barred):
            return True
    _draw_tight_pool(size, at, w, barred, space.graph)
    return True


@inner
def _draw_pool_of_few(size: Any, at: Any, waived: bool, w: Any, space: Any) -> bool:
    """The same where one word says who has met whom."""
    if size == ZERO:
        return True
    if size == TWO:
        return _draw_two(at, waived, w, space.met)
    if not waived and size <= w[STATE, 1] + ONE and _one_of_few_is_lonely(size, w, space.met):
        return False
    for i in range(size):
        w[PAIRED, at + i] = w[POOL, i]
    for _ in range(FIRST_TRIES):
        if _try_pool_of_few(size, at, waived, w, space.met):
            return True
    if size <= COUNTED:
        return _draw_by_counting(size, at, w, space.barred)
    if not few_pairable(_members_of(PAIRED, at, size, w), w, space):
        return False
    if not _try_often(size, at, w, space.met):
        _draw_tight_pool(size, at, w, space.barred, space.graph)
    return True


@inner
def _draw_two(at: Any, waived: bool, w: Any, met: Any) -> bool:
    one, other = w[POOL, 1], w[POOL, 0]
    if not waived and (met[one] >> other) & ONE != ZERO:
        return False
    w[PAIRED, at], w[PAIRED, at + ONE], w[LOT, at + ONE] = other, one, next_number(w) & LOW
    return True


@inner
def _one_of_few_is_lonely(size: Any, w: Any, met: Any) -> bool:
    pool, lonely = ZERO, False
    for i in range(size):
        pool |= ONE << w[POOL, i]
    for i in range(size):
        lonely |= (pool & ~met[w[POOL, i]]) == ONE << w[POOL, i]
    return lonely


@inner
def _try_pool_of_few(size: Any, at: Any, waived: bool, w: Any, met: Any) -> Any:
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
def _try_often(size: Any, at: Any, w: Any, met: Any) -> Any:
    """The rest of the tries; numbers are made ahead, so that they need not be waited for after every vain one."""
    state, used = w[STATE, 0], AHEAD
    for _ in range(FIRST_TRIES, TRIES):
        free = size
        while free > ZERO:
            if used == AHEAD:
                for k in range(AHEAD):
                    w[LEGAL, k] = mixed(state + (k + ONE) * GAMMA)
                state, used = state + AHEAD * GAMMA, ZERO
            lot = w[LEGAL, used]
            used += ONE
            last = at + free - ONE
            place = at + among(lot, free - ONE)
            one, other = w[PAIRED, last], w[PAIRED, place]
            w[PAIRED, place] = w[PAIRED, last - ONE]
            w[PAIRED, last - ONE] = other
            if (met[one] >> other) & ONE != ZERO:
                break
            w[LOT, last] = lot & LOW
            free -= TWO
        if free == ZERO:
            break
    w[STATE, 0] = state - (AHEAD - used) * GAMMA
    return free == ZERO


@inner
def _somebody_is_lonely(size: Any, w: Any, barred: Any) -> bool:
    for i in range(size):
        possible = False
        for j in range(size):
            if i != j and not apart(w[POOL, i], w[POOL, j], barred):
                possible = True
                break
        if not possible:
            return True
    return False


@inner
def _try_pool(size: Any, at: Any, waived: bool, w: Any, barred: Any) -> Any:
    state, free = w[STATE, 0], size
    while free > ZERO:
        state += GAMMA
        lot = mixed(state)
        last = at + free - ONE
        place = at + among(lot, free - ONE)
        other = w[PAIRED, place]
        w[PAIRED, place] = w[PAIRED, last - ONE]
        w[PAIRED, last - ONE] = other
        if not waived and apart(w[PAIRED, last], other, barred):
            break
        w[LOT, last] = lot & LOW
        free -= TWO
    w[STATE, 0] = state
    return free == ZERO


@inner
def pairable(row: int, at: Any, size: Any, w: Any, barred: Any, graph: Any) -> bool:
    """Whether `size` players from this place on have a legal pairing (many of them always do: Dirac, 1952)."""
    if size >= TWO * (w[STATE, 1] + ONE):
        return True
    for i in range(size):
        graph[WHO, i] = w[row, at + i]
    return can_be_paired(np.int64(size), graph, barred)


@inner
def _members_of(row: int, at: Any, size: Any, w: Any) -> Any:
    """The set of `size` players, of few, from this place of a row on."""
    members = ZERO
    for k in range(size):
        members |= ONE << w[row, at + k]
    return members


@inner
def few_pairable(members: Any, w: Any, space: Any) -> bool:
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


@inner
def can_spare(player: Any, active: Any, w: Any, barred: Any, graph: Any) -> bool:
    """Whether the others who are active have a legal pairing without this one."""
    size = ZERO
    for k in range(active):
        if w[ACTIVE, k] != player:
            w[KEPT, size] = w[ACTIVE, k]
            size += ONE
    return pairable(KEPT, ZERO, size, w, barred, graph)


@inner
def _pair_up(one: Any, other: Any, last: Any, lot: Any, w: Any) -> None:
    w[PAIRED, last], w[PAIRED, last - ONE], w[LOT, last] = one, other, lot & LOW


@inner
def _draw_tight_pool(size: Any, at: Any, w: Any, barred: Any, graph: Any) -> None:
    for i in range(size):
        w[POOL, i] = w[PAIRED, at + i]
    free = size
    while free > ZERO:
        one, possible = w[POOL, free - ONE], ZERO
        for j in range(free - ONE):
            if not apart(one, w[POOL, j], barred):
                rest = ZERO
                for k in range(free - ONE):
                    if k != j:
                        w[KEPT, rest] = w[POOL, k]
                        rest += ONE
                if pairable(KEPT, ZERO, rest, w, barred, graph):
                    w[SLOT, possible] = j
                    possible += ONE
        lot = next_number(w)
        j = w[SLOT, among(lot, possible)]
        _pair_up(one, w[POOL, j], at + free - ONE, lot, w)
        for k in range(j, free - TWO):
            w[POOL, k] = w[POOL, k + ONE]
        free -= TWO


@inner
def _pairings_of(others: Any, partners: Any, w: Any) -> Any:
    """How many legal pairings there are of `others` and one more, who may meet `partners`."""
    total = ZERO
    while partners != ZERO:
        total += _pairings(others ^ (ONE << lowest_bit(partners)), w)
        partners &= partners - ONE
    return total


@inner
def _pairings(free: Any, w: Any) -> Any:
    """How many legal pairings there are of up to six players."""
    size = bits_set(free)
    if size == ZERO:
        return ONE
    first = lowest_bit(free)
    others = free ^ (ONE << first)
    partners = w[LEGAL, first] & others
    if size == TWO:
        return np.uint64(partners != ZERO)
    total = ZERO
    while partners != ZERO:
        rest = others ^ (ONE << lowest_bit(partners))
        total += _pairings_of_two_or_four(rest, w)
        partners &= partners - ONE
    return total


@inner
def _pairings_of_two_or_four(free: Any, w: Any) -> Any:
    first = lowest_bit(free)
    others = free ^ (ONE << first)
    partners = w[LEGAL, first] & others
    if bits_set(free) == TWO:
        return np.uint64(partners != ZERO)
    total = ZERO
    while partners != ZERO:
        rest = others ^ (ONE << lowest_bit(partners))
        total += np.uint64((w[LEGAL, lowest_bit(rest)] & rest) != ZERO)
        partners &= partners - ONE
    return total


@inner
def _draw_by_counting(size: Any, at: Any, w: Any, barred: Any) -> bool:
    """As the reference; a set of players is a word, a bit for each place in the pool."""
    for i in range(size):
        w[KEPT, i], w[LEGAL, i] = w[PAIRED, at + i], ZERO
    for i in range(size):
        for j in range(size):
            if i != j and not apart(w[KEPT, i], w[KEPT, j], barred):
                w[LEGAL, i] |= ONE << j
    free, i, last = (ONE << size) - ONE, size, at + size - ONE
    while i > ZERO:
        i -= ONE
        if (free >> i) & ONE == ZERO:
            continue
        free ^= ONE << i
        partners = w[LEGAL, i] & free
        total = _pairings_of(free, partners, w)
        if total == ZERO:
            return False
        lot = next_number(w)
        chosen = among(lot, total)
        while True:
            j = lowest_bit(partners)
            ways = _pairings(free ^ (ONE << j), w)
            if chosen < ways:
                break
            chosen -= ways
            partners &= partners - ONE
        _pair_up(w[KEPT, i], w[KEPT, j], last, lot, w)
        free ^= ONE << j
        last -= TWO
    return True
