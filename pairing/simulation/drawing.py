"""Compiled: random numbers, and the pairs of one pool drawn with them.

The space for one tournament is one table `w` of 64-bit words, since handing many arrays from function to function
takes longer than what the functions do. Words are unsigned, because a signed index is asked each time whether it counts
from the end. `barred` says who has met whom, a row of bits for everybody; `graph` is the space for `can_be_paired`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pairing.simulation.compiled import inner
from pairing.simulation.counting import COUNTED, count_ways, find_partners, forget, pair_before
from pairing.simulation.perfect import WHO, apart, can_be_paired

ZERO, ONE, TWO, U30, U27, U31, U32 = (np.uint64(number) for number in (0, 1, 2, 30, 27, 31, 32))
THREE, FOUR, SEVEN, EIGHT, FIFTEEN = (np.uint64(number) for number in (3, 4, 7, 8, 15))
GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW = np.uint64((1 << 31) - 1)
FIRST_TRIES, TRIES = 8, 10_000
SOON, LISTED = 8, 10
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
    MADE,
    BUCKET,
    POINTS,
    MET,
    HAD_BYE,
    FREE,
    NOTED,
    SLOT,
) = range(16)
ROWS = 16


def _pairings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All pairings of places, in the order of the reference."""
    if not places:
        yield []
        return
    one, *rest = places
    for other in rest:
        for pairs in _pairings([place for place in rest if place != other]):
            yield [(one, other), *pairs]


# All pairings of 0, 2, ..., LISTED places, from FIRST_OF the size on. MEETINGS: a bit for each two who meet; PLACES:
# the pairs, eight bits for each.
_LISTS = [list(_pairings(range(size))) for size in range(0, LISTED + 1, 2)]
_ALL = [pairs for pairings in _LISTS for pairs in pairings]
MEETINGS = np.array([sum(1 << j * (j - 1) // 2 + i for i, j in pairs) for pairs in _ALL], dtype=np.uint64)
PLACES = np.array(
    [sum(i + 16 * j << 8 * k for k, (i, j) in enumerate(pairs)) for pairs in _ALL], dtype=np.uint64
)
FIRST_OF = np.array([sum(map(len, _LISTS[: (size + 1) // 2])) for size in range(LISTED + 3)], dtype=np.uint64)
MOST_LISTED = len(_LISTS[-1])


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
def draw_pool(size: Any, at: Any, waived: bool, w: Any, space: Any) -> Any:
    """Pair the first `size` players of POOL; the pairs go to PAIRED, from place `at` on."""
    barred = space.barred
    if not waived and size <= SOON:
        met = _met_inside(size, w, barred)
        if met != ZERO:
            return draw_from_list(size, at, met, w, space.legal)
    if not waived and SOON < size <= w[STATE, 1] + ONE and _somebody_is_lonely(size, w, barred):
        return False
    for i in range(size):
        w[PAIRED, at + i] = w[POOL, i]
    for _ in range(FIRST_TRIES):
        if _try_pool(size, at, waived, w, barred):
            return True
    if size <= LISTED:
        return draw_from_list(size, at, _met_inside(size, w, barred), w, space.legal)
    if mostly_met(size, w, barred):
        return draw_counted(size, at, w, space)
    return _draw_patiently(size, at, w, space)


@inner
def _draw_patiently(size: Any, at: Any, w: Any, space: Any) -> Any:
    if not pairable(PAIRED, at, size, w, space.barred, space.graph):
        return False
    for _ in range(FIRST_TRIES, TRIES):
        if _try_pool(size, at, False, w, space.barred):
            return True
    return draw_after_all(size, at, w, space)


@inner
def mostly_met(size: Any, w: Any, barred: Any) -> Any:
    """Whether so many have met in a pool that counting its pairings takes less time than trying; SLOT: who may meet."""
    if size > COUNTED:
        return False
    return SEVEN * find_partners(size, POOL, SLOT, w, barred) < THREE * size * (size - ONE)


@inner
def draw_counted(size: Any, at: Any, w: Any, space: Any) -> Any:
    """One of all legal pairings, from who may meet in SLOT."""
    sets, ways, last = space.sets, space.ways, at + size
    found = count_ways(size, SLOT, w, sets, ways)
    possible = np.uint64(ways[0])
    if possible != ZERO:
        lot, members = next_number(w), ZERO
        number = among(lot, possible)
        while last > at:
            last -= TWO
            one, other, number = pair_before(members, number, size, SLOT, w, ways)
            members |= ONE << one | ONE << other
            _pair_up(w[POOL, one], w[POOL, other], last + ONE, lot, w)
            if last > at:
                lot = next_number(w)
    forget(found, sets, ways)
    return possible != ZERO


@inner
def draw_after_all(size: Any, at: Any, w: Any, space: Any) -> Any:
    """Pair a pool that was tried in vain."""
    if size <= COUNTED:
        find_partners(size, POOL, SLOT, w, space.barred)
        return draw_counted(size, at, w, space)
    _draw_tight_pool(size, at, w, space.barred, space.graph)
    return True


@inner
def _met_inside(size: Any, w: Any, barred: Any) -> Any:
    """Who of a small pool has met whom: a bit for each two places, as in MEETINGS."""
    met, bit = ZERO, ONE
    for j in range(ONE, size):
        for i in range(j):
            met |= bit * np.uint64(apart(w[POOL, j], w[POOL, i], barred))
            bit <<= ONE
    return met


@inner
def draw_from_list(size: Any, at: Any, met: Any, w: Any, legal: Any) -> bool:
    count = ZERO
    for k in range(FIRST_OF[size], FIRST_OF[size + TWO]):
        legal[count] = k
        count += np.uint64(MEETINGS[k] & met == ZERO)
    if count == ZERO:
        return False
    lot = next_number(w)
    places, last = PLACES[legal[among(lot, count)]], at + size
    while last > at:
        last -= TWO
        w[PAIRED, last + ONE], w[PAIRED, last] = w[POOL, places & FIFTEEN], w[POOL, places >> FOUR & FIFTEEN]
        w[LOT, last + ONE] = lot & LOW
        places >>= EIGHT
        if last > at:
            lot = next_number(w)
    return True


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
