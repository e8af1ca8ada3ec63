"""Compiled: the measures of played tournaments, exactly as `pairing.simulation.measures` defines them.

Tie-break values are whole numbers here. Each has a scale of its own (Sonneborn-Berger is doubled, a mean is
multiplied by what makes it whole), since only values of the same tie-break are compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled import bits_set, compiled, inner

ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
SOLKOFF, OMW, SONNEBORN_BERGER, MEDIAN, OPPONENT_MEDIAN, BEATEN_SUM, BEATEN_MEDIAN, WINS = range(8)
CODES = (
    "solkoff",
    "omw",
    "sonneborn_berger",
    "median",
    "opponent_median",
    "beaten_sum",
    "beaten_median",
    "wins",
)
INSERTION = 24  # longer runs are merged


class Scale(NamedTuple):
    """What has to be known of the orders."""

    codes: Any  # int64 [links]: the tie-breaks that occur, each once
    floors: Any  # int64 [links]: of OMW, in parts of `common`
    links: Any  # int64 [orders, most]: numbers of tie-breaks, -1 behind the last
    worth: Any  # int64 [4]: a loss, a draw, a win, a bye
    common: int  # every share of points that can occur is a whole number of these
    whole: int  # a multiple of every number of opponents
    weaker: Any  # int64 [n]: the first player who is weaker
    stronger: Any  # int64 [n]: how many are stronger
    cut: int
    width: int  # of a bin of the histogram


class Sums(NamedTuple):
    """What is added up over tournaments; measures in the order of ORDER_MEASURES."""

    sums: Any  # int64 [orders, measures]
    squares: Any  # int64 [orders, measures]
    products: Any  # int64 [orders, orders], of inversions
    bins: Any  # int64 [orders, bins], of inversions


# The rows of the space for one tournament, a table of whole numbers: a kernel that hands many arrays to others is slow.
# BASE, NEW: the order by points, and where somebody is not equal to the one before. ORDER, FRESH: the same for a chain.
SHARE, SORTED, BASE, NEW, ORDER, FRESH, KEYS, COPIED, PLACES, BUCKET, WORDS, VALUES = range(12)


def space_for(players: int, rounds: int, buckets: int, links: int) -> Any:
    """Room for tournaments of so many players; `links` is how many tie-breaks there are."""
    return np.zeros((VALUES + links, max(players, rounds + 1, buckets + 1, 2)), dtype=np.int64)


@compiled
def measure_block(count: int, s: Any, played: Any, w: Any, found: Any, total: Any) -> None:
    """Add the measures of `count` played tournaments to `total`."""
    for t in range(count):
        points, met = played.points[t], played.met[t]
        _fill(s, points, played.opponents[t], played.halves[t], met, w)
        _by_points(points, w)
        for k in range(s.links.shape[0]):
            _order(s.links[k], points.size, w)
            _measure(s.weaker, s.stronger, s.cut, w, found[k])
            found[k, 1] = found[k, 0] - found[0, 0]
            found[k, 3] = found[k, 2] - found[0, 2]
        _add(s.width, found, total)


@inner
def _add(width: int, found: Any, total: Any) -> None:
    orders, measures = found.shape
    for k in range(orders):
        for m in range(measures):
            total.sums[k, m] += found[k, m]
            total.squares[k, m] += found[k, m] * found[k, m]
        for other in range(orders):
            total.products[k, other] += found[k, 0] * found[other, 0]
        total.bins[k, found[k, 0] // width] += 1


@inner
def _fill(s: Any, points: Any, opponents: Any, halves: Any, met: Any, w: Any) -> None:
    """The value of every tie-break for everybody."""
    for k in range(s.codes.size):
        code, values = s.codes[k], w[VALUES + k]
        if code == OMW:
            _fill_shares(s, s.floors[k], halves, met, w[SHARE])
        for i in range(points.size):
            if code == SOLKOFF:
                values[i] = _sum_of(points, opponents[i], met[i])
            elif code == OMW:
                values[i] = s.floors[k] * s.whole
                if met[i] > 0:
                    values[i] = _sum_of(w[SHARE], opponents[i], met[i]) * (s.whole // met[i])
            elif code == SONNEBORN_BERGER:
                values[i] = _sum_of_halves(points, opponents[i], halves[i], met[i])
            else:
                values[i] = _rarer(code, points, opponents[i], halves[i], met[i], w[SORTED])


@inner
def _sum_of(values: Any, opponents: Any, met: int) -> int:
    total = 0
    for k in range(met):
        total += values[opponents[k]]
    return total


@inner
def _sum_of_halves(points: Any, opponents: Any, halves: Any, met: int) -> int:
    total = 0
    for k in range(met):
        total += points[opponents[k]] * halves[k]
    return total


@inner
def _fill_shares(s: Any, floor: int, halves: Any, met: Any, share: Any) -> None:
    """The share of points everybody took in matches, at least the floor, in parts of `common`."""
    for i in range(met.size):
        share[i] = floor
        if met[i] > 0:
            taken = 0
            for k in range(met[i]):
                taken += s.worth[halves[i, k]]
            share[i] = max(floor, taken * (s.common // (s.worth[2] * met[i])))


@inner
def _rarer(code: int, points: Any, opponents: Any, halves: Any, met: int, values: Any) -> int:
    """The tie-breaks of one player that look at single opponents."""
    if code == WINS:
        return _wins(halves, met)
    count, total = 0, 0
    for k in range(met):
        if halves[k] == 2 or code in (MEDIAN, OPPONENT_MEDIAN):
            value = points[opponents[k]]
            total += value
            at = count
            while at > 0 and values[at - 1] > value:
                values[at] = values[at - 1]
                at -= 1
            values[at] = value
            count += 1
    if code == BEATEN_SUM:
        return total
    if code == OPPONENT_MEDIAN:
        return values[(count - 1) // 2] + values[count // 2] if count > 0 else 0
    return total - values[0] - values[count - 1] if count > 2 else 0


@inner
def _wins(halves: Any, met: int) -> int:
    total = 0
    for k in range(met):
        total += halves[k] == 2
    return total


@inner
def _by_points(points: Any, w: Any) -> None:
    """`base`: the highest first, in list order on the same points; `new` where points change."""
    highest = 0
    for i in range(points.size):
        highest = max(highest, points[i])
    w[BUCKET, : highest + 1] = 0
    for i in range(points.size):
        w[BUCKET, points[i]] += 1
    place = 0
    for score in range(highest, -1, -1):
        size = w[BUCKET, score]
        w[BUCKET, score] = place
        place += size
    for i in range(points.size):
        w[BASE, w[BUCKET, points[i]]] = i
        w[BUCKET, points[i]] += 1
    for p in range(points.size):
        w[NEW, p] = p == 0 or points[w[BASE, p]] != points[w[BASE, p - 1]]


@inner
def _order(links: Any, players: int, w: Any) -> None:
    """`order` after all links of a chain; `fresh` where somebody is not equal to the one before."""
    w[ORDER, :players] = w[BASE, :players]
    w[FRESH, :players] = w[NEW, :players]
    for link in links:
        if link < 0:
            break
        values = w[VALUES + link]
        start = 0
        while start < players:
            end = start + 1
            while end < players and w[FRESH, end] == 0:
                end += 1
            if end - start > 1:
                _sort_group(start, end, values, w)
            start = end


@inner
def _sort_group(start: int, end: int, values: Any, w: Any) -> None:
    """Sort these places by value, the highest first; the equal stay as they are."""
    order, keys, size = w[ORDER], w[KEYS], end - start
    for at in range(start, end):
        keys[at] = values[order[at]]
    for low in range(start, end, INSERTION):
        for at in range(low + 1, min(low + INSERTION, end)):
            key, player, to = keys[at], order[at], at
            while to > low and keys[to - 1] < key:
                keys[to], order[to] = keys[to - 1], order[to - 1]
                to -= 1
            keys[to], order[to] = key, player
    width = INSERTION
    while width < size:
        for low in range(start, end, 2 * width):
            if low + width < end:
                _merge(low, low + width, min(low + 2 * width, end), w)
        width *= 2
    for at in range(start + 1, end):
        w[FRESH, at] |= keys[at] != keys[at - 1]


@inner
def _merge(low: int, middle: int, end: int, w: Any) -> None:
    order, keys, copied, players = w[ORDER], w[KEYS], w[COPIED], w[PLACES]
    for at in range(low, middle):
        copied[at], players[at] = keys[at], order[at]
    left, right = low, middle
    for to in range(low, end):
        if left < middle and (right >= end or copied[left] >= keys[right]):
            keys[to], order[to] = copied[left], players[left]
            left += 1
        elif left < middle:
            keys[to], order[to] = keys[right], order[right]
            right += 1


@inner
def _measure(weaker: Any, stronger: Any, cut: int, w: Any, found: Any) -> None:
    """The measures of `order`, but for the differences."""
    players = weaker.size
    words, order = w[WORDS].view(np.uint64), w[ORDER]
    words[: players // 64 + 1] = ZERO
    inversions: Any = 0
    squares, best, ties, equal = 0, 0, 0, 0
    last = (players - 1) >> 6
    for place in range(players):
        i = order[place]
        first = weaker[i]
        if first < players:  # the weaker ones who stand ahead
            word = first >> 6
            inversions += np.int64(bits_set(words[word] & (ALL << np.uint64(first & 63))))
            for k in range(word + 1, last + 1):
                inversions += np.int64(bits_set(words[k]))
        words[i >> 6] |= ONE << np.uint64(i & 63)
        squares += (place - i) * (place - i)
        equal = 0 if w[FRESH, place] != 0 else equal + 1
        ties += equal
        if place + 1 == cut:
            found[2] = _cut_inversions(stronger, order[:cut], words)
        if place < cut and i < cut:
            best += 1
    found[0], found[4], found[5] = inversions, ties, order[0] == 0
    found[6], found[7] = best, best == cut
    found[8] = 1_000_000 - 6_000_000 * squares // (players * players * players - players)


@inner
def _cut_inversions(strengths: Any, order: Any, words: Any) -> Any:
    """Pairs of somebody in the cut and somebody stronger who is not; `words` are those in the cut."""
    total: Any = 0
    for i in order:
        stronger = strengths[i]
        total += stronger
        for k in range(stronger >> 6):
            total -= np.int64(bits_set(words[k]))
        total -= np.int64(bits_set(words[stronger >> 6] & ~(ALL << np.uint64(stronger & 63))))
    return total
