"""Compiled: everybody of a group in turn gets the first opponent with whom the others still work out.

A search that goes back when it is stuck. What it finds is the first complete answer in the order of preference, so it
is what the exact matching of the engine finds too; only the engine knows what to do when there is none, or none is
found soon.
"""

from typing import Any

from pairing.simulation.compiled.jit import inner
from pairing.simulation.drawing.perfect_matching import apart

FOUND, NONE, TOO_LONG = 1, 0, -1
STEPS = 4000
IN_ORDER, FROM_END, OPPOSITE = range(3)  # whom a player should meet first

# The rows of the table `x`. MEMBER: who is to be paired; PARTNER: the place of the opponent, -1 if there is none yet,
# or the number of members for whoever leaves the group; MAY_LEAVE. CHOSEN, TRIED: the search so far. STILL: how many
# pairs may join the two groups (CROSSING), how many may leave (LEAVING).
MEMBER, PARTNER, MAY_LEAVE, CHOSEN, TRIED, STILL = range(6)
ROWS = 6
CROSSING, LEAVING = range(2)


@inner
def _candidate(number: int, place: int, count: int, method: int) -> int:
    """The place a player should try as number 0, 1, ...; -1: there is no such place, `count`: that was all."""
    if method == IN_ORDER:
        return min(place + 1 + number, count)
    if method == FROM_END:
        return count - 1 - number if number < count else count
    target, distance = place + (count + 1) // 2, (number + 1) // 2
    if distance > count + target:
        return count
    at = target - distance if number % 2 else target + distance
    return at if 0 <= at < count else -1


@inner
def choose(count: int, split: int, leaving: int, method: int, x: Any, barred: Any) -> int:
    """Pair `count` members; FOUND, NONE or TOO_LONG.

    Those before place `split` are of a higher group, and at most one of them meets one behind it. `leaving`, 0 or 1,
    leave, which is the last thing everybody who may would like.
    """
    for at in range(count):
        x[PARTNER, at] = -1
    x[STILL, CROSSING], x[STILL, LEAVING] = split % 2, leaving
    depth, place, number, steps = 0, 0, 0, 0
    while place < count:
        number = _next(number, place, count, split, method, x, barred)
        other = _candidate(number, place, count, method)
        steps += 1
        if steps > STEPS:
            return TOO_LONG
        if other < count or (x[STILL, LEAVING] > 0 and x[MAY_LEAVE, place]):
            _pair(place, other, count, split, x)
            x[CHOSEN, depth], x[TRIED, depth] = place, number
            depth, number = depth + 1, 0
            while place < count and x[PARTNER, place] >= 0:
                place += 1
        else:
            depth = _back(depth, count, split, x)
            if depth < 0:
                return NONE
            place, number = x[CHOSEN, depth], x[TRIED, depth] + 1
    return FOUND


@inner
def _next(number: int, place: int, count: int, split: int, method: int, x: Any, barred: Any) -> int:
    """The next number, from this one on, of somebody this player may meet, or that behind the last."""
    while True:
        other = _candidate(number, place, count, method)
        if other == count:
            return number
        if other >= 0 and other != place and x[PARTNER, other] < 0:
            crosses = place < split <= other
            if x[STILL, CROSSING] >= crosses and not apart(x[MEMBER, place], x[MEMBER, other], barred):
                return number
        number += 1


@inner
def _pair(place: int, other: int, count: int, split: int, x: Any) -> None:
    x[PARTNER, place] = other
    if other < count:
        x[PARTNER, other] = place
        x[STILL, CROSSING] -= place < split <= other
    else:
        x[STILL, LEAVING] -= 1


@inner
def _back(depth: int, count: int, split: int, x: Any) -> int:
    """Part the last pair that has something else to try; how many stand before it, -1 if there is none."""
    while depth > 0:
        depth -= 1
        place = x[CHOSEN, depth]
        other = x[PARTNER, place]
        x[PARTNER, place] = -1
        if other < count:
            x[PARTNER, other] = -1
            x[STILL, CROSSING] += place < split <= other
            return depth
        x[STILL, LEAVING] += 1
    return -1
