"""Compiled: a tournament of up to 64 players, played as `playing` does it, with sets of players as words.

A score group is a word with a bit for everybody in it, so nobody is sorted, and members come out in list order. Levels
count from the most points there can be down, so the lowest bit of the set of levels is the highest group. Who floats is
left out while the others are written down, since a branch for it could not be foreseen.
"""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import bits_set, highest_bit, inlined, inner, lowest_bit
from pairing.simulation.compiled.workspace import (
    BUCKET,
    FREE,
    GAMMA,
    KEPT,
    LOT,
    LOW,
    MET,
    NOTED,
    ONE,
    PAIRED,
    POINTS,
    POOL,
    START,
    STATE,
    TWO,
    U32,
    ZERO,
    among,
    mixed,
    next_number,
)
from pairing.simulation.drawing.small_field import draw_small_pool, small_pairable
from pairing.simulation.playing.any_field import BYES, FLOATS, LEFT, MATCHES, NOBODY, REMATCHES, join

LOWER = np.uint64((1 << 32) - 1)
MOST = 64  # players, and levels of points


@inlined
def play_small(start: Any, rules: Any, space: Any) -> None:
    """The tournament whose numbers begin behind `start`."""
    w, met = space.w, space.met
    players = rules.players
    for i in range(players):
        w[POINTS, i] = w[MET, i] = w[FREE, i] = met[i] = ZERO
    for k in range(5):
        w[NOTED, k] = ZERO
    w[STATE, 0] = mixed(start)
    active, had_bye = (TWO << (players - ONE)) - ONE, ZERO
    for number in range(rules.rounds):
        count = bits_set(active)
        if count < players or count & ONE:
            for i in range(players):
                space.opponents[number, i] = players
                space.halves[number, i] = ZERO
        if count < TWO:
            continue
        w[STATE, 1] = number
        had_bye = _play_round(number, active, had_bye, rules, space)
        if number + ONE < rules.rounds and rules.leave_below > ZERO:
            active = _leave(active, count, rules.leave_below, w)


@inlined
def _play_round(number: Any, active: Any, had_bye: Any, rules: Any, space: Any) -> Any:
    """Pair, decide and score a round; who has had a bye."""
    w, waived, playing, bye = space.w, False, active, NOBODY
    levels = _find_groups(active, rules.top, w)
    if bits_set(active) & ONE:
        bye = _draw_bye(levels, active, had_bye, w, space)
        if bye == NOBODY:
            waived = True
            bye = _draw_any_bye(levels, active, had_bye, w)
        playing ^= ONE << bye
    pairs = NOBODY
    while pairs == NOBODY:
        pairs = _draw_pools(levels, playing, waived, w, space)
        waived |= pairs == NOBODY
    _score(number, pairs, waived, rules, w, space)
    if bye != NOBODY:  # only now: the groups are those before the round
        w[POINTS, bye] += rules.worth[3]
        w[FREE, bye] += rules.worth[3]
        w[NOTED, BYES] += ONE
        had_bye |= ONE << bye
    return had_bye


@inlined
def _find_groups(active: Any, top: Any, w: Any) -> Any:
    """BUCKET: by level the players on it. The set of levels with players."""
    for level in range(top + ONE):
        w[BUCKET, level] = ZERO
    levels, rest = ZERO, active
    while rest != ZERO:
        level = top - w[POINTS, lowest_bit(rest)]
        w[BUCKET, level] |= rest & (ZERO - rest)
        levels |= ONE << level
        rest &= rest - ONE
    return levels


@inner
def _take_one(group: Any, w: Any) -> Any:
    """Somebody of a group by lot."""
    for _ in range(among(next_number(w), bits_set(group))):
        group &= group - ONE
    return lowest_bit(group)


@inner
def _draw_bye(levels: Any, active: Any, had_bye: Any, w: Any, space: Any) -> Any:
    while levels != ZERO:
        level = highest_bit(levels)
        levels ^= ONE << level
        group = w[BUCKET, level] & ~had_bye
        while group != ZERO:
            player = _take_one(group, w)
            group ^= ONE << player
            if small_pairable(active ^ (ONE << player), w, space):
                return player
    return NOBODY


@inner
def _draw_any_bye(levels: Any, active: Any, had_bye: Any, w: Any) -> Any:
    among_them = active & ~had_bye
    if among_them == ZERO:
        among_them = active
    while w[BUCKET, highest_bit(levels)] & among_them == ZERO:
        levels ^= ONE << highest_bit(levels)
    return _take_one(w[BUCKET, highest_bit(levels)] & among_them, w)


@inlined
def _draw_pools(levels: Any, playing: Any, waived: bool, w: Any, space: Any) -> Any:
    """All pairs of a round; how many, or NOBODY if there is no legal pairing of all."""
    pools, paired, carried = ZERO, ZERO, ZERO
    while levels != ZERO:
        group = w[BUCKET, lowest_bit(levels)] & playing
        levels &= levels - ONE
        size = bits_set(group)
        if size == ZERO:  # only the player with the bye
            continue
        place, floating = NOBODY, NOBODY
        if (carried + size) & ONE:
            place = among(next_number(w), size)
        pool = carried
        for k in range(size):
            player = lowest_bit(group)
            group &= group - ONE
            w[POOL, pool] = player
            pool += np.uint64(k != place)
            floating = player if k == place else floating
        carried = ZERO
        if draw_small_pool(pool, paired, waived, w, space):
            w[START, pools] = paired
            pools += ONE
            paired += pool
        else:
            carried = pool
        w[POOL, carried] = floating
        carried += np.uint64(floating != NOBODY)
    return join(carried, pools, paired, waived, w, space)


@inlined
def _score(number: Any, pairs: Any, waived: bool, rules: Any, w: Any, space: Any) -> None:
    """Decide the matches of a round and write them down."""
    met, opponents, halves, floats = space.met, space.opponents, space.halves, ZERO
    for k in range(ZERO, TWO * pairs, TWO):
        a, b, share = w[PAIRED, k + ONE], w[PAIRED, k], w[LOT, k + ONE]
        limits = rules.limits[a * rules.players + b]
        scored = TWO * np.uint64(share < limits & LOWER) - np.uint64(share < limits >> U32)
        floats += np.uint64(w[POINTS, a] != w[POINTS, b])
        w[POINTS, a] += rules.worth[scored]
        w[POINTS, b] += rules.worth[TWO - scored]
        w[MET, a] += ONE
        w[MET, b] += ONE
        opponents[number, a], halves[number, a] = b, scored
        opponents[number, b], halves[number, b] = a, TWO - scored
        if waived:
            w[NOTED, REMATCHES] += (met[a] >> b) & ONE
        met[a] |= ONE << b
        met[b] |= ONE << a
    w[NOTED, FLOATS] += floats
    w[NOTED, MATCHES] += pairs


@inner
def _leave(active: Any, count: Any, leave_below: Any, w: Any) -> Any:
    state, stay, rest = w[STATE, 0], active, active
    for k in range(count):
        w[KEPT, k] = mixed(state + (k + ONE) * GAMMA) & LOW
    w[STATE, 0] = state + count * GAMMA
    for k in range(count):
        stay ^= (rest & (ZERO - rest)) * np.uint64(w[KEPT, k] < leave_below)
        rest &= rest - ONE
    w[NOTED, LEFT] += count - bits_set(stay)
    return stay
