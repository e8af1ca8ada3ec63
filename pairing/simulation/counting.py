"""Compiled: one of all legal pairings of a pool, all equally likely, by counting them instead of listing them.

Pairs are taken in turn, each time the first player who is left with another. So what is left is a set, and few sets can
be: of sixteen players at most 1,597, for two million pairings. In how many ways a set comes about is added up from the
sets before it; then the pairs are chosen from the last one back.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from pairing.simulation.compiled import bits_set, inner, lowest_bit
from pairing.simulation.perfect import apart

COUNTED = 16  # players at most
MOST_SETS = sum(comb(COUNTED - pairs, pairs) for pairs in range(COUNTED // 2 + 1))
ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)


def counting_room() -> tuple[Any, Any]:
    """Room for the sets that are found, and by set for in how many ways it comes about (0 between two draws)."""
    return np.zeros(MOST_SETS + 1, dtype=np.uint32), np.zeros(1 << COUNTED, dtype=np.uint32)


@inner
def find_partners(size: Any, pool: int, free: int, w: Any, barred: Any) -> Any:
    """Row `free` of `w`: by place who of the first `size` players of row `pool` may be met. How many, all together."""
    total = ZERO
    for i in range(size):
        partners = ZERO
        for j in range(size):
            may = np.uint64(i != j) & np.uint64(not apart(w[pool, i], w[pool, j], barred))
            partners |= may << j
        w[free, i] = partners
        total += bits_set(partners)
    return total


@inner
def count_ways(size: Any, free: int, w: Any, sets: Any, ways: Any) -> Any:
    """`sets`: all that can be left, the largest first, and their `ways`: of none, the pairings. How many sets."""
    everybody = (ONE << size) - ONE
    sets[0], ways[everybody] = everybody, 1
    found, k = ONE, ZERO
    while k < found:
        members = np.uint64(sets[k])
        k += ONE
        if members != ZERO:
            one, here = lowest_bit(members), ways[members]
            others = members & (members - ONE)
            partners = others & w[free, one]
            while partners != ZERO:
                rest = others ^ (partners & (ZERO - partners))
                partners &= partners - ONE
                sets[found] = rest
                found += np.uint64(ways[rest] == 0)
                ways[rest] += here
    return found


@inner
def pair_before(members: Any, number: Any, size: Any, free: int, w: Any, ways: Any) -> Any:
    """The pair that was taken before `members` were left, in way `number` of them; and that way of the set before."""
    end = size if members == ZERO else lowest_bit(members)
    for one in range(end):
        partners = w[free, one] & ~members & ~((TWO << one) - ONE)
        while partners != ZERO:
            other = lowest_bit(partners)
            partners &= partners - ONE
            here = np.uint64(ways[members | ONE << one | ONE << other])
            if number < here:
                return one, other, number
            number -= here
    return ZERO, ZERO, ZERO


@inner
def forget(found: Any, sets: Any, ways: Any) -> None:
    """Make room for the next draw."""
    for k in range(found):
        ways[sets[k]] = 0
