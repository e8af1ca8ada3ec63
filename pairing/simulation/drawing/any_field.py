"""Compiled: the pairs of one pool, drawn with random numbers.

`barred` says who has met whom, a row of bits for everybody; `graph` is the space for `can_be_paired`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import inner
from pairing.simulation.compiled.workspace import (
    ACTIVE,
    GAMMA,
    KEPT,
    LOT,
    LOW,
    ONE,
    PAIRED,
    POOL,
    SLOT,
    STATE,
    TWO,
    ZERO,
    among,
    mixed,
    next_number,
)
from pairing.simulation.drawing.in_turn import (
    MOST,
    draw_in_turn,
    find_partners_of_many,
    find_partners_of_small,
    name_them,
    put_in_turn,
)
from pairing.simulation.drawing.perfect_matching import WHO, apart, can_be_paired

FOUR, EIGHT, FIFTEEN = (np.uint64(number) for number in (4, 8, 15))
IN_VAIN = np.uint64(3)  # with more pairs that have met, on average, drawing from all is in vain
FIRST_TRIES, SOME_TRIES, TRIES = (np.uint64(number) for number in (8, 100, 10_000))
SOON, LISTED = 8, 10


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
    return draw_large_pool(size, at, w, space)


@inner
def draw_large_pool(size: Any, at: Any, w: Any, space: Any) -> Any:
    """After the first tries, where the legal pairings are too many for a list: by more tries, or by turns."""
    if size > MOST:
        return _draw_patiently(size, at, w, space)
    few, members = space.met.size > 0, (TWO << (size - ONE)) - ONE
    if few:
        members = members_of(POOL, ZERO, size, w)
        partners = find_partners_of_small(members, w, space.met)
    else:
        partners = find_partners_of_many(size, w, space.barred)
    if size * (size - ONE) - partners <= TWO * IN_VAIN * (size - ONE):
        return _draw_patiently(size, at, w, space)
    put_in_turn(size, members, w)
    if not draw_in_turn(size, at, members, ZERO, SOME_TRIES, w):
        if not pairable(POOL, ZERO, size, w, space.barred, space.graph):
            return False
        if not draw_in_turn(size, at, members, SOME_TRIES, TRIES, w):
            return _draw_tight_pool(size, at, w, space)
    if not few:
        name_them(size, at, w)
    return True


@inner
def _draw_patiently(size: Any, at: Any, w: Any, space: Any) -> Any:
    """By the rest of the tries."""
    if not pairable(POOL, ZERO, size, w, space.barred, space.graph):
        return False
    tried = FIRST_TRIES
    while tried < TRIES and not _try_pool(size, at, False, w, space.barred):
        tried += 1
    return tried < TRIES or _draw_tight_pool(size, at, w, space)


@inner
def members_of(row: int, at: Any, size: Any, w: Any) -> Any:
    """The set of `size` players, of few, from this place of a row on."""
    members = ZERO
    for k in range(size):
        members |= ONE << w[row, at + k]
    return members


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
def _pair_up(first: Any, second: Any, last: Any, lot: Any, w: Any) -> None:
    w[PAIRED, last], w[PAIRED, last - ONE], w[LOT, last] = first, second, lot & LOW


@inner
def _draw_tight_pool(size: Any, at: Any, w: Any, space: Any) -> bool:
    """For the last one still free in turn: anybody who leaves the others a legal pairing. There has to be one."""
    barred, graph, free = space.barred, space.graph, size
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
    return True
