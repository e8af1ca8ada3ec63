"""Compiled: the measures of a field of up to 64 players, whose sets are words with a bit for everybody.

Nobody is sorted. Everybody is compared with everybody, many at a time, by points and by every tie-break. Who is above a
player in an order and who is level, whatever the chain, follows from these words by a few operations, and the measures
follow by counting bits. For more players it is shorter to look at groups of equal points only (`any_field`).
"""

from math import comb
from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import bits_set, inlined, inner, lowest_bit
from pairing.simulation.compiled.lanes import LANES as AT_ONCE, greater, same
from pairing.simulation.measuring.expected_lots import (
    ALL_BEST,
    BEST_IN_CUT,
    BEST_WINS,
    CUT_BY_LOT,
    MILLION,
    SPEARMAN,
    WRONG_BY_LOT,
    cut_by_lot,
    divided,
)
from pairing.simulation.measuring.tiebreak_values import FIXED, SCORE
from pairing.simulation.playing.small_field import MOST

ZERO, ONE, TWO, SIX, LANES = (np.uint64(number) for number in (0, 1, 2, 6, AT_ONCE))

# The rows of `sets`, by player. In each two that follow one another: who is above, and who is level, by points, by
# nothing (everybody is level), after some links of a chain, and by the values of every link alone.
BY_POINTS, BY_NOTHING, BY_CHAIN, BY_LINK = (np.uint64(row) for row in (0, 2, 4, 6))


def _chance(ways: int) -> int:
    """One in so many, in millionths, rounded to the nearest; nought for no way at all."""
    return (2 * MILLION + ways) // (2 * ways) if ways else 0


SOMEWHERE = ONE << np.uint64(MOST - 1)
# Chances in millionths: by how many are equal, that of each; by how many of them get a place, that of any such choice.
SHARES = np.array([_chance(n) for n in range(MOST + 1)], dtype=np.int64)
CHANCES = np.array(
    [[_chance(comb(n, places)) for places in range(MOST + 1)] for n in range(MOST + 1)], dtype=np.int64
)


def sets_for(links: int) -> Any:
    """Room for the sets of one tournament with so many tie-breaks."""
    sets = np.zeros((int(BY_LINK) + 2 * links, MOST), dtype=np.uint64)
    sets[BY_NOTHING + ONE] = (1 << MOST) - 1
    return sets


@inlined
def measure_small(s: Any, players: Any, table: Any, measures: Any) -> None:
    """The measures of every order, from the points and the values of the tie-breaks in `table.v`."""
    sets = table.sets
    # Points in one loop with the links: a second call would be a second copy.
    row, into = np.uint64(SCORE), BY_POINTS
    for link in range(np.uint64(s.codes.size) + ONE):
        _compare(row, into, players, table)
        row, into = np.uint64(FIXED) + link, BY_LINK + TWO * link
    for k in range(s.links.shape[0]):
        before, last = _follow(s.links[k], sets)
        _note(before, last, players, s, sets, measures[k])


@inlined
def _compare(row: Any, into: Any, players: Any, table: Any) -> None:
    """Two rows of `sets` by a row of values."""
    v, everybody = table.v, _first(players)
    for i in range(players):
        mine, above, level = v[row, i], ZERO, ZERO
        for start in range(ZERO, players, LANES):
            above |= greater(v, row, start, mine) << start
            level |= same(v, row, start, mine) << start
        table.sets[into, i], table.sets[into + ONE, i] = above & everybody, level & everybody


@inner
def _first(count: Any) -> Any:
    """The first `count` players, 1 to 64."""
    return (TWO << (count - ONE)) - ONE


@inner
def _follow(links: Any, sets: Any) -> Any:
    """The two rows by which an order comes out of one another: all links of a chain but the last, and the last."""
    before, last = BY_POINTS, BY_NOTHING
    for k in range(links.size):
        if links[k] < 0:
            break
        if k > 0:
            for i in range(np.uint64(MOST)):
                above, level = _after(i, before, last, sets)
                sets[BY_CHAIN, i], sets[BY_CHAIN + ONE, i] = above, level
            before = BY_CHAIN
        last = BY_LINK + TWO * np.uint64(links[k])
    return before, last


@inner
def _after(i: Any, before: Any, last: Any, sets: Any) -> Any:
    """Who is above a player, and who is level (the player too), by two rows; nobody behind the last player."""
    level = sets[before + ONE, i]
    return sets[before, i] | (level & sets[last, i]), level & sets[last + ONE, i]


@inlined
def _note(before: Any, last: Any, players: Any, s: Any, sets: Any, measures: Any) -> None:
    """The measures of an order, but for the differences; the equal stand as they do in the list."""
    cut, wide = np.uint64(s.cut), np.int64(players)
    inversions, equals, squares, uneven, of_lot = ZERO, ZERO, ZERO, ZERO, ZERO
    through, surely, shared = ZERO, ZERO, ZERO
    above_cut, above_sure, above_all = ZERO, ZERO, ZERO
    for start in range(ZERO, players, LANES):
        for i in range(start, start + LANES):
            above, level = _after(i, before, last, sets)
            ahead, equal, stronger = bits_set(above), bits_set(level), np.uint64(s.stronger[i])
            place, here = ahead + bits_set(level & ((ONE << i) - ONE)), min(equal, ONE)
            inversions += bits_set(above & s.worse[i])
            uneven += bits_set(level & s.worse[i])
            equals += equal
            squares += (place - i) * (place - i) * here
            of_lot += (
                SIX * (ahead - i) * (ahead - i + equal - ONE) + (equal - ONE) * (equal + equal - ONE)
            ) * here
            makes_it, is_sure, may = place < cut, ahead + equal <= cut, ahead < cut
            through |= np.uint64(makes_it) << i
            surely |= np.uint64(is_sure) << i
            shared |= np.uint64(may) << i
            above_cut += np.uint64(makes_it) * stronger
            above_sure += np.uint64(is_sure) * stronger
            above_all += np.uint64(may) * stronger
    cubes = wide * wide * wide - wide
    measures[0], measures[4] = inversions, (equals - players) >> ONE
    measures[8] = MILLION - divided(6 * MILLION * np.int64(squares), cubes)
    measures[SPEARMAN] = MILLION - divided(MILLION * np.int64(of_lot), cubes)
    measures[WRONG_BY_LOT] = 2 * np.int64(inversions) + np.int64(uneven)
    through, surely = through & _first(players), surely & _first(players)
    _note_cut(through, above_cut, s, measures)
    _note_lots(
        before, last, surely, shared & _first(players) & ~surely, above_sure, above_all, s, sets, measures
    )


@inlined
def _note_cut(through: Any, above: Any, s: Any, measures: Any) -> None:
    """What the set of those who make the cut decides, with how many are stronger than each, added up."""
    best, pairs = _first(np.uint64(s.cut)), s.cut * (s.cut - 1) // 2
    measures[2] = np.int64(above) - pairs + (_equal_pairs(through, through, s) if s.equal else 0)
    measures[6], measures[7] = bits_set(through & best), through == best


@inlined
def _note_lots(
    before: Any,
    last: Any,
    surely: Any,
    shared: Any,
    sure: Any,
    perhaps: Any,
    s: Any,
    sets: Any,
    measures: Any,
) -> None:
    """What a lot decides, between the first and between those who share the last places of the cut."""
    cut, best = np.uint64(s.cut), _first(np.uint64(s.cut))
    above, level = _after(ZERO, before, last, sets)
    measures[5] = above == ZERO
    measures[BEST_WINS] = measures[5] * SHARES[bits_set(level)]
    # One of those who share the last places, or nobody.
    above, level = _after(lowest_bit(shared | SOMEWHERE), before, last, sets)
    places = np.uint64(shared != ZERO)
    size, room = max(bits_set(level) * places, ONE), (cut - bits_set(above)) * places
    inside, level = bits_set(surely & best), bits_set(shared & best)
    number = 1000 * np.int64(inside * size + level * room)
    measures[BEST_IN_CUT] = divided(2 * number + np.int64(size), 2 * np.int64(size))
    measures[ALL_BEST] = np.int64((inside + level == cut) & (level == room)) * CHANCES[size, room]
    both, one, none = 0, 0, 0
    if s.equal:
        both, none = _equal_pairs(surely, surely, s), _equal_pairs(shared, shared, s)
        one = _equal_pairs(surely, shared, s) + _equal_pairs(shared, surely, s)
    sizes, sums = (np.int64(size), np.int64(room)), (np.int64(sure), np.int64(perhaps - sure))
    measures[CUT_BY_LOT] = cut_by_lot(s.cut, sizes[0], sizes[1], sums[0], sums[1], both, one, none)


@inner
def _equal_pairs(ones: Any, others: Any, s: Any) -> Any:
    """Pairs of equally strong players, one of `ones` and a later one of `others`."""
    total, rest = ZERO, ones
    while rest != ZERO:
        i = lowest_bit(rest)
        rest &= rest - ONE
        total += bits_set(others & ~s.worse[i] & ~((TWO << i) - ONE))
    return np.int64(total)
