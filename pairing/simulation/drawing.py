"""Compiled: random numbers, and the pairs of one pool drawn with them.

The space for one tournament is one table `w` of whole numbers, since handing many arrays from function to function
takes longer than what the functions do. `barred` says who has met whom, `met` how many opponents everybody has had.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pairing.simulation.compiled import bits_set, inner, lowest_bit
from pairing.simulation.perfect import ROWS as ROWS_OF_PERFECT
from pairing.simulation.perfect import can_be_paired

ONE, U30, U27, U31, U32 = (np.uint64(number) for number in (1, 30, 27, 31, 32))
GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW = np.uint64((1 << 31) - 1)
FIRST_TRIES, TRIES, COUNTED = 8, 10_000, 8

# The rows of `w`, after those for the search of a perfect matching. STATE: of the random numbers. FIRST_OF, SECOND_OF,
# LOT: the pairs in the order they are drawn, and what decides their match. START: where the pools begin among them.
STATE, ACTIVE, ORDER, POOL, MEMBERS, REST, HAD_BYE, FIRST_OF, SECOND_OF, LOT, START, LEGAL, BUCKET = range(
    ROWS_OF_PERFECT, ROWS_OF_PERFECT + 13
)
ROWS = ROWS_OF_PERFECT + 13


@inner
def mixed(number: Any) -> Any:
    number = (number ^ (number >> U30)) * FIRST
    number = (number ^ (number >> U27)) * SECOND
    return number ^ (number >> U31)


@inner
def next_number(w: Any) -> Any:
    state = np.uint64(w[STATE, 0]) + GAMMA
    w[STATE, 0] = np.int64(state)
    return mixed(state)


@inner
def among(number: Any, count: Any) -> Any:
    return np.int64(((number >> U32) * np.uint64(count)) >> U32)


@inner
def draw_pool(size: int, at: int, waived: bool, w: Any, barred: Any, met: Any) -> bool:
    """Pair the first `size` players of `pool`; the pairs go to place `at` and after."""
    if not waived and _somebody_is_lonely(size, w, barred):
        return False
    w[MEMBERS, :size] = w[POOL, :size]
    for tried in range(TRIES):
        if tried == FIRST_TRIES:
            if size <= COUNTED:
                return _draw_by_counting(size, at, w, barred)
            if not can_be_paired(MEMBERS, size, w, barred, met):
                return False
        if _try_pool(size, at, waived, w, barred):
            return True
    _draw_tight_pool(size, at, w, barred, met)
    return True


@inner
def _somebody_is_lonely(size: int, w: Any, barred: Any) -> bool:
    for i in range(size):
        possible = False
        for j in range(size):
            if i != j and barred[w[POOL, i], w[POOL, j]] == 0:
                possible = True
                break
        if not possible:
            return True
    return False


@inner
def _try_pool(size: int, at: int, waived: bool, w: Any, barred: Any) -> bool:
    members = w[MEMBERS]
    for free in range(size, 0, -2):
        lot = next_number(w)
        place = among(lot, free - 1)
        other = members[place]
        members[place] = members[free - 2]
        members[free - 2] = other
        one = members[free - 1]
        if barred[one, other] and not waived:
            return False
        w[FIRST_OF, at], w[SECOND_OF, at], w[LOT, at] = one, other, np.int64(lot & LOW)
        at += 1
    return True


@inner
def _draw_tight_pool(size: int, at: int, w: Any, barred: Any, met: Any) -> None:
    for free in range(size - 1, 0, -2):
        one = w[MEMBERS, free]
        possible = 0
        for j in range(free):
            other = w[MEMBERS, j]
            if barred[one, other] == 0:
                rest = 0
                for k in range(free):
                    if k != j:
                        w[REST, rest] = w[MEMBERS, k]
                        rest += 1
                if can_be_paired(REST, rest, w, barred, met):
                    w[POOL, possible] = j
                    possible += 1
        lot = next_number(w)
        j = w[POOL, among(lot, possible)]
        w[FIRST_OF, at], w[SECOND_OF, at], w[LOT, at] = one, w[MEMBERS, j], np.int64(lot & LOW)
        at += 1
        for k in range(j, free - 1):
            w[MEMBERS, k] = w[MEMBERS, k + 1]


@inner
def _pairings_of(others: Any, partners: Any, legal: Any) -> Any:
    """How many legal pairings there are of `others` and one more, who may meet `partners`."""
    total: Any = 0
    while partners != 0:
        total += _pairings(others ^ (ONE << lowest_bit(partners)), legal)
        partners &= partners - ONE
    return total


@inner
def _pairings(free: Any, legal: Any) -> Any:
    """How many legal pairings there are of up to six players."""
    size = bits_set(free)
    if size == 0:
        return 1
    first = lowest_bit(free)
    others = free ^ (ONE << first)
    partners = legal[first] & others
    if size == 2:
        return np.int64(partners != 0)
    total: Any = 0
    while partners != 0:
        rest = others ^ (ONE << lowest_bit(partners))
        total += _pairings_of_two_or_four(rest, legal)
        partners &= partners - ONE
    return total


@inner
def _pairings_of_two_or_four(free: Any, legal: Any) -> Any:
    first = lowest_bit(free)
    others = free ^ (ONE << first)
    partners = legal[first] & others
    if bits_set(free) == 2:
        return np.int64(partners != 0)
    total: Any = 0
    while partners != 0:
        rest = others ^ (ONE << lowest_bit(partners))
        total += np.int64((legal[lowest_bit(rest)] & rest) != 0)
        partners &= partners - ONE
    return total


@inner
def _draw_by_counting(size: int, at: int, w: Any, barred: Any) -> bool:
    """As the reference; a set of players is a word, a bit for each place in `members`."""
    legal = w[LEGAL].view(np.uint64)
    for i in range(size):
        legal[i] = 0
        for j in range(size):
            if i != j and barred[w[MEMBERS, i], w[MEMBERS, j]] == 0:
                legal[i] |= ONE << np.uint64(j)
    free = (ONE << np.uint64(size)) - ONE
    for i in range(size - 1, -1, -1):
        if (free >> np.uint64(i)) & ONE == 0:
            continue
        free ^= ONE << np.uint64(i)
        total = _pairings_of(free, legal[i] & free, legal)
        if total == 0:
            return False
        lot = next_number(w)
        chosen = among(lot, total)
        partners = legal[i] & free
        while True:
            j = lowest_bit(partners)
            chosen -= _pairings(free ^ (ONE << j), legal)
            if chosen < 0:
                break
            partners &= partners - ONE
        w[FIRST_OF, at], w[SECOND_OF, at] = w[MEMBERS, i], w[MEMBERS, np.int64(j)]
        w[LOT, at] = np.int64(lot & LOW)
        free ^= ONE << j
        at += 1
    return True
