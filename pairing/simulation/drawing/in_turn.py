"""Compiled: a legal pairing of a pool by turns, all equally likely, where few of those who are in it may meet.

First comes who has fewest to meet, then who of the others has fewest of the others to meet, and so on. In this order
the first of those left takes one of them whom he may meet. Pairings would come up the more often the fewer there are to
take; so a number is drawn from as many as anybody could have to take in that turn, and the try is over if it is one too
many. Players are numbered here; PARTNERS says of each whom he may meet, TURN who comes when, CHOICES from how many to
draw.
"""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import bits_set, inner, lowest_bit
from pairing.simulation.compiled.workspace import (
    CHOICES,
    GAMMA,
    KEPT,
    LOT,
    LOW,
    ONE,
    PAIRED,
    PARTNERS,
    POOL,
    SLOT,
    STATE,
    TURN,
    TWO,
    ZERO,
    among,
    mixed,
)
from pairing.simulation.drawing.perfect_matching import apart

MOST = 64  # players of a pool


@inner
def find_partners_of_small(members: Any, w: Any, met: Any) -> Any:
    """PARTNERS inside a set of players, under their own numbers; how many, all together."""
    total, rest = ZERO, members
    while rest != ZERO:
        one = lowest_bit(rest)
        rest &= rest - ONE
        w[PARTNERS, one] = members & ~met[one] & ~(ONE << one)
        total += bits_set(w[PARTNERS, one])
    return total


@inner
def find_partners_of_many(size: Any, w: Any, barred: Any) -> Any:
    """PARTNERS inside the pool, numbered by rank; KEPT: who that is. How many, all together."""
    for i in range(size):
        place, player = np.uint64(i), w[POOL, i]
        while place > ZERO and w[KEPT, place - ONE] > player:
            w[KEPT, place] = w[KEPT, place - ONE]
            place -= ONE
        w[KEPT, place] = player
    total = ZERO
    for i in range(size):
        w[PARTNERS, i] = ZERO
        for j in range(size):
            w[PARTNERS, i] |= np.uint64(i != j and not apart(w[KEPT, i], w[KEPT, j], barred)) << j
        total += bits_set(w[PARTNERS, i])
    return total


@inner
def name_them(size: Any, at: Any, w: Any) -> None:
    """Instead of ranks the players themselves, after `find_partners_of_many`."""
    for k in range(at, at + size):
        w[PAIRED, k] = w[KEPT, w[PAIRED, k]]


@inner
def put_in_turn(size: Any, members: Any, w: Any) -> None:
    """TURN and CHOICES. Who is first in turn k has had k to 2 k others before him, and may choose from those behind."""
    left = members
    for k in range(size):
        rest, one, fewest = left, ZERO, size
        while rest != ZERO:
            player = lowest_bit(rest)
            rest &= rest - ONE
            number = bits_set(w[PARTNERS, player] & left)
            if number < fewest:
                one, fewest = player, number
        left ^= ONE << one
        w[TURN, k], w[SLOT, k] = one, fewest
    for k in range(size >> ONE):
        most = ZERO
        for behind in range(k, TWO * k + ONE):
            most = max(most, w[SLOT, behind])
        w[CHOICES, k] = min(most, size - ONE - TWO * k)


@inner
def draw_in_turn(size: Any, at: Any, members: Any, tried: Any, until: Any, w: Any) -> Any:
    """The pairs of these numbers to PAIRED, from place `at` on, if one of the tries up to this one comes out."""
    while tried < until and not _try_in_turn(size, at, members, w):
        tried += ONE
    return tried < until


@inner
def _try_in_turn(size: Any, at: Any, members: Any, w: Any) -> Any:
    state, left, turn, last = w[STATE, 0], members, ZERO, at + size - ONE
    for k in range(size >> ONE):
        one = w[TURN, turn]
        while (left >> one) & ONE == ZERO:
            turn += ONE
            one = w[TURN, turn]
        left ^= ONE << one
        state += GAMMA
        lot = mixed(state)
        partners, skipped = w[PARTNERS, one] & left, among(lot, w[CHOICES, k])
        if skipped >= bits_set(partners):
            break
        for _ in range(skipped):
            partners &= partners - ONE
        other = lowest_bit(partners)
        left ^= ONE << other
        w[PAIRED, last], w[PAIRED, last - ONE], w[LOT, last] = one, other, lot & LOW
        last -= TWO
    w[STATE, 0] = state
    return left == ZERO
