"""Compiled: one tournament, played exactly as `pairing.simulation.reference.tournament` plays it.

Nothing here decides what a tournament is; where a step looks odd, the reference says what it is for.
"""

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled.jit import inner
from pairing.simulation.compiled.lanes import columns_for
from pairing.simulation.compiled.workspace import (
    ACTIVE,
    BUCKET,
    FREE,
    GAMMA,
    HAD_BYE,
    KEPT,
    LOT,
    LOW,
    MET,
    NOTED,
    ONE,
    ORDER,
    PAIRED,
    POINTS,
    POOL,
    ROWS,
    START,
    STATE,
    TWO,
    U31,
    ZERO,
    among,
    mixed,
)
from pairing.simulation.drawing.any_field import MOST_LISTED, can_spare, draw_pool
from pairing.simulation.drawing.perfect_matching import ROWS as ROWS_OF_PERFECT

MATCHES, REMATCHES, FLOATS, BYES, LEFT = range(5)
CERTAIN, THREE, SIX, LAST = (np.uint64(number) for number in (1 << 31, 3, 6, 63))
NOBODY = np.uint64((1 << 64) - 1)


class Rules(NamedTuple):
    """What the kernels have to know of a configuration."""

    players: Any  # uint64
    rounds: Any  # uint64
    strengths: Any  # int64 [n]
    leads: Any  # uint64: by the difference of two strengths how likely the first wins; of odd length, or empty: odds
    draw: Any  # uint64: how likely a draw is
    close: bool  # but the less so the more uneven the two are
    leave_below: Any  # uint64
    worth: Any  # uint64 [4]: a loss, a draw, a win, a bye
    top: Any  # uint64: the most points anybody can have
    limits: Any  # uint64 [n * n] of few players: for every pair the limits of a draw, and in the lower half of a win


class Space(NamedTuple):
    """Room for one tournament."""

    w: Any  # uint64 [ROWS, at least n + 1]
    barred: Any  # uint64 [n, words]: who has met whom
    met: Any  # uint64 [n]: the same, of few players
    legal: Any  # uint64: the legal pairings of a small pool
    graph: Any  # int64 [rows, n]
    opponents: Any  # uint16 [rounds, columns]: n for nobody
    halves: Any  # int32 [rounds, columns]: what was scored against them


def space_for(players: int, rounds: int, buckets: int) -> Space:
    """Room for a tournament of so many players; nobody has as many points as `buckets`."""
    columns = columns_for(players)
    barred = np.zeros((players, (players + 63) // 64), dtype=np.uint64)
    return Space(
        np.zeros((ROWS, max(columns, buckets + 1, rounds + 1)), dtype=np.uint64),
        barred,
        barred[:, 0] if barred.shape[1] == 1 else np.zeros(0, dtype=np.uint64),
        np.zeros(MOST_LISTED + 1, dtype=np.uint64),
        np.zeros((ROWS_OF_PERFECT, players), dtype=np.int64),
        np.full((rounds, columns), players, dtype=np.uint16),
        np.zeros((rounds, columns), dtype=np.int32),
    )


@inner
def play(start: Any, rules: Any, space: Any) -> None:
    """The tournament whose numbers begin behind `start`."""
    w, barred = space.w, space.barred
    for i in range(rules.players):
        w[ACTIVE, i] = i
        w[POINTS, i] = w[MET, i] = w[HAD_BYE, i] = w[FREE, i] = ZERO
        for k in range(barred.shape[1]):
            barred[i, k] = ZERO
    for k in range(5):
        w[NOTED, k] = ZERO
    w[STATE, 0] = mixed(start)
    active = rules.players
    for number in range(rules.rounds):
        if active < rules.players or active & ONE:
            for i in range(rules.players):
                space.opponents[number, i] = rules.players
                space.halves[number, i] = ZERO
        if active < TWO:
            continue
        w[STATE, 1] = number
        pairs, waived = _draw_round(active, rules.worth, w, space)
        score(number, pairs, waived, rules, w, barred, space.opponents, space.halves)
        if number + ONE < rules.rounds and rules.leave_below > ZERO:
            active = leave(active, rules.leave_below, w)


@inner
def _limits(first: Any, second: Any, rules: Any) -> Any:
    """`strengths.limits` of two players."""
    a, b = rules.strengths[first], rules.strengths[second]
    if rules.leads.size > 0:
        most = rules.leads.size >> 1
        win = rules.leads[np.uint64(min(max(a - b, -most), most) + most)]
    else:
        win = (np.uint64(a) << U31) // np.uint64(a + b)
    if rules.close:
        drawn = TWO * rules.draw * min(win, CERTAIN - win) >> U31
        return drawn, drawn + win - (drawn >> ONE)
    return rules.draw, rules.draw + ((CERTAIN - rules.draw) * win >> U31)


@inner
def score(
    number: Any, pairs: Any, waived: bool, rules: Any, w: Any, barred: Any, opponents: Any, halves: Any
) -> None:
    """Decide the matches of a round and write them down."""
    floats = ZERO
    for k in range(ZERO, TWO * pairs, TWO):
        a, b, share = w[PAIRED, k + ONE], w[PAIRED, k], w[LOT, k + ONE]
        drawn, won = _limits(a, b, rules)
        scored = np.uint64(share < won) + np.uint64(share < won) - np.uint64(share < drawn)
        floats += np.uint64(w[POINTS, a] != w[POINTS, b])
        w[POINTS, a] += rules.worth[scored]
        w[POINTS, b] += rules.worth[TWO - scored]
        w[MET, a] += ONE
        w[MET, b] += ONE
        opponents[number, a], halves[number, a] = b, scored
        opponents[number, b], halves[number, b] = a, TWO - scored
        if waived:
            w[NOTED, REMATCHES] += (barred[a, b >> SIX] >> (b & LAST)) & ONE
        barred[a, b >> SIX] |= ONE << (b & LAST)
        barred[b, a >> SIX] |= ONE << (a & LAST)
    w[NOTED, FLOATS] += floats
    w[NOTED, MATCHES] += pairs


@inner
def leave(active: Any, leave_below: Any, w: Any) -> Any:
    state, stay = w[STATE, 0], ZERO
    for k in range(active):
        w[KEPT, k] = mixed(state + (k + ONE) * GAMMA) & LOW
    w[STATE, 0] = state + active * GAMMA
    for k in range(active):
        w[ACTIVE, stay] = w[ACTIVE, k]
        stay += np.uint64(w[KEPT, k] >= leave_below)
    w[NOTED, LEFT] += active - stay
    return stay


@inner
def sort_by_points(row: int, count: Any, w: Any) -> None:
    """ORDER: the first players of this row, the highest first, as they stand on the same points."""
    highest = ZERO
    for k in range(count):
        highest = max(highest, w[POINTS, w[row, k]])
    for points in range(highest + ONE):
        w[BUCKET, points] = ZERO
    for k in range(count):
        w[BUCKET, w[POINTS, w[row, k]]] += ONE
    place, score = ZERO, highest + ONE
    while score > ZERO:
        score -= ONE
        size = w[BUCKET, score]
        w[BUCKET, score] = place
        place += size
    for k in range(count):
        i = w[row, k]
        place = w[BUCKET, w[POINTS, i]]
        w[BUCKET, w[POINTS, i]] = place + ONE
        w[ORDER, place] = i


@inner
def _draw_round(active: Any, worth: Any, w: Any, space: Any) -> Any:
    """The pairs of a round in PAIRED and LOT; how many, and whether rematches were free."""
    bye, waived, size = NOBODY, False, active
    sort_by_points(ACTIVE, active, w)
    if active & ONE:
        bye = _draw_bye(active, w, space.barred, space.graph)
        if bye == NOBODY:
            waived = True
            bye = _draw_any_bye(active, w)
        size = ZERO
        for k in range(active):
            i = w[ORDER, k]
            w[ORDER, size] = i
            size += np.uint64(i != bye)
    pairs = NOBODY
    while pairs == NOBODY:
        pairs = _draw_pools(size, waived, w, space)
        waived |= pairs == NOBODY
    if bye != NOBODY:  # only now: the groups are those before the round
        w[POINTS, bye] += worth[3]
        w[FREE, bye] += worth[3]
        w[HAD_BYE, bye] = ONE
        w[NOTED, BYES] += ONE
    return pairs, waived


@inner
def _lowest_level(until: Any, passing: bool, w: Any) -> Any:
    """Below place `until` of ORDER: the lowest level with somebody without a bye (or `passing` over nothing).

    They go into POOL in list order. How many, and the place where their level begins.
    """
    end = until
    while end > ZERO:
        start = end - ONE
        while start > ZERO and w[POINTS, w[ORDER, start - ONE]] == w[POINTS, w[ORDER, end - ONE]]:
            start -= ONE
        found = ZERO
        for k in range(start, end):
            if passing or w[HAD_BYE, w[ORDER, k]] == ZERO:
                w[POOL, found] = w[ORDER, k]
                found += ONE
        if found > ZERO:
            return found, start
        end = start
    return ZERO, ZERO


@inner
def _draw_from(count: Any, w: Any) -> Any:
    """One of the first `count` of POOL, who is taken out of it."""
    state = w[STATE, 0] + GAMMA
    w[STATE, 0] = state
    place = among(mixed(state), count)
    player = w[POOL, place]
    for k in range(place, count - ONE):
        w[POOL, k] = w[POOL, k + ONE]
    return player


@inner
def _draw_bye(active: Any, w: Any, barred: Any, graph: Any) -> Any:
    until = active
    while until > ZERO:
        found, until = _lowest_level(until, False, w)
        while found > ZERO:
            player = _draw_from(found, w)
            found -= ONE
            if can_spare(player, active, w, barred, graph):
                return player
    return NOBODY


@inner
def _draw_any_bye(active: Any, w: Any) -> Any:
    found, _ = _lowest_level(active, False, w)
    if found == ZERO:
        found, _ = _lowest_level(active, True, w)
    return _draw_from(found, w)


@inner
def _draw_pools(size: Any, waived: bool, w: Any, space: Any) -> Any:
    """All pairs of the `size` players in ORDER; how many, or NOBODY if there is no legal pairing of all."""
    pools, paired, carried, at = ZERO, ZERO, ZERO, ZERO
    while at < size:
        score, pool = w[POINTS, w[ORDER, at]], carried
        while at < size and w[POINTS, w[ORDER, at]] == score:
            w[POOL, pool] = w[ORDER, at]
            pool += ONE
            at += ONE
        floating = NOBODY
        if pool & ONE:
            state = w[STATE, 0] + GAMMA
            w[STATE, 0] = state
            place = carried + among(mixed(state), pool - carried)
            floating = w[POOL, place]
            pool -= ONE
            for k in range(place, pool):
                w[POOL, k] = w[POOL, k + ONE]
        carried = ZERO
        if draw_pool(pool, paired, waived, w, space):
            w[START, pools] = paired
            pools += ONE
            paired += pool
        else:
            carried = pool
        if floating != NOBODY:
            w[POOL, carried] = floating
            carried += ONE
    return join(carried, pools, paired, waived, w, space)


@inner
def join(carried: Any, pools: Any, paired: Any, waived: bool, w: Any, space: Any) -> Any:
    """The lowest pool without a legal pairing joins the one drawn above it, until there is one."""
    while carried > ZERO:
        if pools == ZERO:
            return NOBODY
        pools -= ONE
        above = paired - w[START, pools]
        paired -= above
        if above == ZERO:
            continue
        for k in range(carried):
            w[KEPT, k] = w[POOL, k]
        for k in range(above):  # as they were drawn: from the end
            w[POOL, k] = w[PAIRED, paired + above - ONE - k]
        for k in range(carried):
            w[POOL, above + k] = w[KEPT, k]
        carried += above
        if draw_pool(carried, paired, waived, w, space):
            return (paired + carried) >> ONE
    return paired >> ONE
