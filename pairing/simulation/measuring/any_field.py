"""Compiled: the measures of a field of any size, by groups of equal points.

Nothing is sorted: in a group everybody's place is the number of those who are ahead, counted by comparing all with all,
which takes no branch and sixteen comparisons at a time.
"""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import bits_set, inner
from pairing.simulation.compiled.workspace import ACTIVE, KEPT, ONE, ORDER, POINTS, SLOT, START, TWO, ZERO
from pairing.simulation.measuring.expected_lots import (
    CUT_BY_LOT,
    MILLION,
    SPEARMAN,
    WRONG_BY_LOT,
    cut_by_lot,
    note_by_lot,
)
from pairing.simulation.measuring.tiebreak_values import AHEAD, FIXED, KEY
from pairing.simulation.playing.any_field import LAST, SIX, sort_by_points

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
RANKS = 1024  # more than there are players
FIRST = 5  # of ORDER_MEASURES: whether the strongest is first


@inner
def measure_many(s: Any, players: Any, w: Any, table: Any, measures: Any) -> None:
    """The measures of every order, but for the differences, from the values of the tie-breaks in `table.v`."""
    v = table.v
    for i in range(players):
        w[ACTIVE, i] = i
        v[AHEAD, i] = 0
    sort_by_points(ACTIVE, players, w)
    groups = _find_groups(players, w)
    links, across = np.uint64(s.codes.size), _inversions_across(s.weaker, groups, w)
    for link in range(links):
        for p in range(players):
            v[KEY, p] = v[FIXED + link, w[ORDER, p]]
        table.inside[link] = _rank(FIXED + links + link, s, groups, w, v)
    _note(AHEAD, across, s, groups, w, v, measures[0])
    for k in range(1, s.links.shape[0]):
        row, inside = _follow(s.links[k], s, players, groups, w, table)
        _note(row, across + inside, s, groups, w, v, measures[k])


@inner
def _find_groups(players: Any, w: Any) -> Any:
    """START: where every group of equal points begins in ORDER, and where the last one ends; how many."""
    groups, before = ZERO, ALL
    for p in range(players):
        points = w[POINTS, w[ORDER, p]]
        if points != before:
            w[START, groups] = p
            groups += ONE
        before = points
    w[START, groups] = players
    return groups


@inner
def _inversions_across(weaker: Any, groups: Any, w: Any) -> Any:
    """Pairs of different groups in which the weaker has more points; KEPT: the bits of those in groups above."""
    players = np.uint64(weaker.size)
    last, total = (players - ONE) >> SIX, ZERO
    for word in range(last + ONE):
        w[KEPT, word] = ZERO
    for group in range(groups):
        start, end = w[START, group], w[START, group + ONE]
        for p in range(start, end):
            first = weaker[w[ORDER, p]]
            if first < players:
                word = first >> SIX
                total += bits_set(w[KEPT, word] & (ALL << (first & LAST)))
                for k in range(word + ONE, last + ONE):
                    total += bits_set(w[KEPT, k])
        for p in range(start, end):
            i = w[ORDER, p]
            w[KEPT, i >> SIX] |= ONE << (i & LAST)
    return np.int64(total)


@inner
def _rank(row: Any, s: Any, groups: Any, w: Any, v: Any) -> Any:
    """By place how many of the group have a higher KEY; the inversions inside groups."""
    inside: Any = 0
    for group in range(groups):
        start, end = w[START, group], w[START, group + ONE]
        for p in range(start, end):
            mine, before, behind = v[KEY, p], np.int32(0), np.int32(0)
            for q in range(start, p):
                before += np.int32(v[KEY, q] > mine)
            for q in range(p + ONE, end):
                behind += np.int32(v[KEY, q] > mine)
            v[row, p] = before + behind
            inside += behind
    if s.equal:
        inside -= _equally_strong(row, s.weaker, groups, w, v)[0]
    return inside


@inner
def _equally_strong(row: Any, weaker: Any, groups: Any, w: Any, v: Any) -> Any:
    """Pairs of equally strong players of a group: how many stand the other way round than in the list, and how many
    are level.
    """
    none: Any = 0
    overtaken, level = none, none
    for group in range(groups):
        start, end = w[START, group], w[START, group + ONE]
        for p in range(start, end):
            for q in range(p + ONE, end):
                if w[ORDER, q] >= weaker[w[ORDER, p]]:
                    break
                overtaken += v[row, q] < v[row, p]
                level += v[row, q] == v[row, p]
    return overtaken, level


@inner
def _follow(links: Any, s: Any, players: Any, groups: Any, w: Any, table: Any) -> Any:
    """After all links of a chain: the row with how many of the group are ahead, and the inversions inside groups."""
    v, count = table.v, s.codes.size
    row, inside = np.uint64(FIXED + count + links[0]), table.inside[links[0]]
    for k in range(1, links.size):
        if links[k] < 0:
            break
        following = np.uint64(FIXED + count + links[k])
        for p in range(players):
            v[KEY, p] = -(v[row, p] * RANKS + v[following, p])
        row = np.uint64(AHEAD)
        inside = _rank(row, s, groups, w, v)
    return row, inside


@inner
def _note(row: Any, inversions: Any, s: Any, groups: Any, w: Any, v: Any, measures: Any) -> None:
    """The measures of an order, but for the differences; the equal stand as they do in the list."""
    players, first = np.int64(s.weaker.size), False
    none: Any = 0
    squares, of_lot, even, best, ties, above = none, none, none, none, none, none
    for p in range(players):
        w[SLOT, np.uint64(p)] = ZERO
    for group in range(groups):
        start = w[START, group]
        for p in range(start, w[START, group + ONE]):
            i, at = w[ORDER, p], start + np.uint64(v[row, p])
            equal = w[SLOT, at]
            w[SLOT, at] = equal + ONE
            place, player = np.int64(at + equal), np.int64(i)
            ties += np.int64(equal)
            squares += (place - player) * (place - player)
            chosen = place < s.cut
            w[KEPT, i] = np.uint64(chosen)
            above += s.stronger[i] * chosen
            best += chosen & (player < s.cut)
            first |= (place == 0) & (player == 0)
    above -= s.cut * (s.cut - 1) // 2
    for group in range(groups):  # now SLOT says how many are equal, by their first place
        for p in range(w[START, group], w[START, group + ONE]):
            at = np.int64(w[START, group]) + v[row, p]
            equal, ahead = np.int64(w[SLOT, np.uint64(at)]), at - np.int64(w[ORDER, p])
            of_lot += 6 * ahead * (ahead + equal - 1) + (equal - 1) * (2 * equal - 1)
    if s.equal:
        above += _equal_in_cut(s.weaker, w)[2]
        even = _equally_strong(row, s.weaker, groups, w, v)[1]
    measures[0], measures[2], measures[4], measures[5] = inversions, above, ties, first
    measures[6], measures[7] = best, best == s.cut
    measures[8] = MILLION - 6 * MILLION * squares // (players * players * players - players)
    measures[SPEARMAN] = MILLION - MILLION * of_lot // (players * players * players - players)
    measures[WRONG_BY_LOT] = 2 * inversions + ties - even
    _note_by_lot(row, s, groups, w, v, measures)


@inner
def _note_by_lot(row: Any, s: Any, groups: Any, w: Any, v: Any, measures: Any) -> None:
    """What a lot among the equal would give on average; SLOT says how many there are, by their first place. KEPT
    becomes 2 for those who surely make the cut and 1 for those who share its last places.
    """
    none: Any = 0
    cut, inside, level, size, room = s.cut, none, none, none + 1, none
    above_sure, above_shared, both, one, shared = none, none, none, none, none
    for group in range(groups):
        start, end = w[START, group], w[START, group + ONE]
        if np.int64(start) >= cut:
            break
        for p in range(start, end):
            i, place = w[ORDER, p], np.int64(start) + v[row, p]
            best, equal = i < np.uint64(cut), np.int64(w[SLOT, np.uint64(place)])
            w[KEPT, i] = ZERO
            if place + equal <= cut:
                inside += best
                above_sure += s.stronger[i]
                w[KEPT, i] = TWO
            elif place < cut:
                level, size, room = level + best, equal, cut - place
                above_shared += s.stronger[i]
                w[KEPT, i] = ONE
    if s.equal:
        both, one, shared = _equal_in_cut(s.weaker, w)
    measures[CUT_BY_LOT] = cut_by_lot(cut, size, room, above_sure, above_shared, both, one, shared)
    # The best player stands before those equal to him.
    note_by_lot(measures[FIRST] > 0, np.int64(w[SLOT, 0]), cut, inside, level, size, room, measures)


@inner
def _equal_in_cut(weaker: Any, w: Any) -> Any:
    """Pairs of equally strong players who both make the cut, which KEPT says of everybody: 2 surely, 1 perhaps; how
    many pairs make four, two, and one.
    """
    both, one, shared = ZERO, ZERO, ZERO
    for i in range(np.uint64(weaker.size)):
        if w[KEPT, i] != ZERO:
            for j in range(i + ONE, weaker[i]):
                pair = w[KEPT, i] * w[KEPT, j]
                both += pair >> TWO
                one += (pair >> ONE) & ONE
                shared += pair & ONE
    return np.int64(both), np.int64(one), np.int64(shared)
