"""Compiled: blocks of tournaments, played exactly as `pairing.simulation.reference` plays them.

Nothing here decides what a tournament is; where a step looks odd, the reference says what it is for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled import compiled, inner
from pairing.simulation.drawing import (
    ACTIVE,
    BUCKET,
    COUNTED,
    FIRST_OF,
    GAMMA,
    HAD_BYE,
    LOT,
    LOW,
    MEMBERS,
    ORDER,
    POOL,
    REST,
    ROWS,
    SECOND_OF,
    START,
    STATE,
    among,
    draw_pool,
    mixed,
    next_number,
)
from pairing.simulation.perfect import can_be_paired

MATCHES, REMATCHES, FLOATS, BYES, LEFT = range(5)


class Rules(NamedTuple):
    """What the kernel has to know of a configuration."""

    rounds: int
    draw_below: Any  # uint32 [n, n]
    win_below: Any  # uint32 [n, n]
    leave_below: int
    worth: Any  # int64 [4]: a loss, a draw, a win, a bye
    buckets: int  # more than anybody can have points


class Played(NamedTuple):
    """What a block of tournaments leaves behind."""

    points: Any  # int32 [t, n]
    opponents: Any  # int16 [t, n, rounds]
    halves: Any  # int8 [t, n, rounds]: what was scored against them
    met: Any  # int16 [t, n]: how many opponents
    events: Any  # int64 [t, 5]


def work_for(players: int, buckets: int) -> tuple[Any, Any]:
    """Space for tournaments of so many players: `w` and `barred`."""
    w = np.zeros((ROWS, max(players + 1, COUNTED, buckets + 1)), dtype=np.int64)
    return w, np.zeros((players, players), dtype=np.uint8)


def room_for(count: int, players: int, rounds: int) -> Played:
    """Room for the outcome of `count` tournaments."""
    return Played(
        np.zeros((count, players), dtype=np.int32),
        np.zeros((count, players, rounds), dtype=np.int16),
        np.zeros((count, players, rounds), dtype=np.int8),
        np.zeros((count, players), dtype=np.int16),
        np.zeros((count, 5), dtype=np.int64),
    )


@compiled
def play_block(base: Any, first: int, count: int, rules: Any, w: Any, barred: Any, out: Any) -> None:
    """Tournaments first, first + 1, ...; `base` is the mixed seed."""
    for t in range(count):
        w[STATE, 0] = np.int64(mixed(base + np.uint64(first + t) * GAMMA))
        _play(rules, w, barred, out.points[t], out.opponents[t], out.halves[t], out.met[t], out.events[t])


@inner
def _play(
    rules: Any, w: Any, barred: Any, points: Any, opponents: Any, halves: Any, met: Any, events: Any
) -> None:
    players = points.size
    for i in range(players):
        w[ACTIVE, i] = i
        points[i] = 0
        met[i] = 0
        w[HAD_BYE, i] = 0
    events[:] = 0
    active = players
    for number in range(rules.rounds):
        if active < 2:
            break
        pairs = _draw_round(active, rules, w, barred, points, met, events)
        _score(pairs, rules, w, barred, points, opponents, halves, met, events)
        if number + 1 < rules.rounds and rules.leave_below > 0:
            active = _leave(active, rules.leave_below, w, events)
    for i in range(players):  # only what was set is cleared
        for k in range(met[i]):
            barred[i, opponents[i, k]] = 0


@inner
def _score(
    pairs: int,
    rules: Any,
    w: Any,
    barred: Any,
    points: Any,
    opponents: Any,
    halves: Any,
    met: Any,
    events: Any,
) -> None:
    for k in range(pairs):
        a, b = w[FIRST_OF, k], w[SECOND_OF, k]
        share = w[LOT, k]
        scored = 1 if share < rules.draw_below[a, b] else 2 * (share < rules.win_below[a, b])
        events[FLOATS] += points[a] != points[b]
        events[REMATCHES] += barred[a, b]
        points[a] += rules.worth[scored]
        points[b] += rules.worth[2 - scored]
        opponents[a, met[a]], halves[a, met[a]] = b, scored
        opponents[b, met[b]], halves[b, met[b]] = a, 2 - scored
        met[a] += 1
        met[b] += 1
        barred[a, b] = barred[b, a] = 1
    events[MATCHES] += pairs


@inner
def _leave(active: int, leave_below: int, w: Any, events: Any) -> int:
    stay = 0
    for k in range(active):
        if np.int64(next_number(w) & LOW) >= leave_below:
            w[ACTIVE, stay] = w[ACTIVE, k]
            stay += 1
    events[LEFT] += active - stay
    return stay


@inner
def _sort(active: int, without: int, w: Any, points: Any) -> int:
    """`order`: the active players but one, the highest first, in list order on the same points; how many."""
    highest = 0
    for k in range(active):
        highest = max(highest, points[w[ACTIVE, k]])
    w[BUCKET, : highest + 1] = 0
    for k in range(active):
        if w[ACTIVE, k] != without:
            w[BUCKET, points[w[ACTIVE, k]]] += 1
    place = 0
    for score in range(highest, -1, -1):
        size = w[BUCKET, score]
        w[BUCKET, score] = place
        place += size
    for k in range(active):
        i = w[ACTIVE, k]
        if i != without:
            w[ORDER, w[BUCKET, points[i]]] = i
            w[BUCKET, points[i]] += 1
    return place


@inner
def _draw_round(active: int, rules: Any, w: Any, barred: Any, points: Any, met: Any, events: Any) -> int:
    """The pairs of a round in `one`, `other` and `lot`; how many."""
    bye, waived = -1, False
    if active % 2:
        _sort(active, -1, w, points)
        bye = _draw_bye(active, w, barred, points, met)
        if bye < 0:
            waived = True
            bye = _draw_any_bye(active, w, points)
    size = _sort(active, bye, w, points)
    pairs = _draw_pools(size, waived, w, barred, points, met)
    if pairs < 0:
        pairs = _draw_pools(size, True, w, barred, points, met)
    if bye >= 0:  # only now: the groups are those before the round
        points[bye] += rules.worth[3]
        w[HAD_BYE, bye] = 1
        events[BYES] += 1
    return pairs


@inner
def _lowest_level(until: int, passing: bool, w: Any, points: Any) -> tuple[int, int]:
    """Below place `until` of `order`: the lowest level with somebody without a bye (or `passing` over nothing).

    They go into `members` in list order. How many, and the place where their level begins.
    """
    end = until
    while end > 0:
        start = end - 1
        while start > 0 and points[w[ORDER, start - 1]] == points[w[ORDER, end - 1]]:
            start -= 1
        found = 0
        for k in range(start, end):
            if passing or w[HAD_BYE, w[ORDER, k]] == 0:
                w[MEMBERS, found] = w[ORDER, k]
                found += 1
        if found > 0:
            return found, start
        end = start
    return 0, 0


@inner
def _draw_bye(active: int, w: Any, barred: Any, points: Any, met: Any) -> Any:
    until = active
    while until > 0:
        found, until = _lowest_level(until, False, w, points)
        while found > 0:
            place = among(next_number(w), found)
            player = w[MEMBERS, place]
            found -= 1
            for k in range(place, found):
                w[MEMBERS, k] = w[MEMBERS, k + 1]
            size = 0
            for k in range(active):
                if w[ACTIVE, k] != player:
                    w[REST, size] = w[ACTIVE, k]
                    size += 1
            if can_be_paired(REST, size, w, barred, met):
                return player
    return -1


@inner
def _draw_any_bye(active: int, w: Any, points: Any) -> Any:
    found, _ = _lowest_level(active, False, w, points)
    if found == 0:
        found, _ = _lowest_level(active, True, w, points)
    return w[MEMBERS, among(next_number(w), found)]


@inner
def _draw_pools(size: int, waived: bool, w: Any, barred: Any, points: Any, met: Any) -> int:
    """All pairs of the `size` players in `order`; how many, or -1 if there is no legal pairing of all."""
    pools = pairs = carried = at = 0
    while at < size:
        score = points[w[ORDER, at]]
        pool = carried
        while at < size and points[w[ORDER, at]] == score:
            w[POOL, pool] = w[ORDER, at]
            pool += 1
            at += 1
        floating = -1
        if pool % 2:
            place = carried + among(next_number(w), pool - carried)
            floating = w[POOL, place]
            pool -= 1
            for k in range(place, pool):
                w[POOL, k] = w[POOL, k + 1]
        carried = 0
        if draw_pool(pool, pairs, waived, w, barred, met):
            w[START, pools] = pairs
            pools += 1
            pairs += pool // 2
        else:
            carried = pool
        if floating >= 0:
            w[POOL, carried] = floating
            carried += 1
    return _join(carried, pools, pairs, waived, w, barred, met)


@inner
def _join(carried: int, pools: int, pairs: int, waived: bool, w: Any, barred: Any, met: Any) -> int:
    """The lowest pool without a legal pairing joins the one drawn above it, until there is one."""
    while carried > 0:
        if pools == 0:
            return -1
        pools -= 1
        above = pairs - w[START, pools]
        pairs = w[START, pools]
        if above == 0:
            continue
        for k in range(carried - 1, -1, -1):
            w[POOL, 2 * above + k] = w[POOL, k]
        for k in range(above):
            w[POOL, 2 * k], w[POOL, 2 * k + 1] = w[FIRST_OF, pairs + k], w[SECOND_OF, pairs + k]
        carried += 2 * above
        if draw_pool(carried, pairs, waived, w, barred, met):
            return pairs + carried // 2
    return pairs
