"""Compiled: the tie-break values of a played tournament.

They are whole numbers here. Each tie-break has a scale of its own (Sonneborn-Berger is doubled, a mean is multiplied by
what makes two that differ differ by one at least), since only values of the same tie-break are compared.
"""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import inlined, inner
from pairing.simulation.compiled.lanes import LANES as AT_ONCE, add_products, add_row, exchange
from pairing.simulation.compiled.workspace import FREE, MET, ONE, POINTS, TWO, ZERO

SOLKOFF, OMW, SONNEBORN_BERGER, MEDIAN, OPPONENT_MEDIAN, BEATEN_SUM, BEATEN_MEDIAN, WINS, SUM = range(
    9
)  # as in CODES
LANES = np.uint64(AT_ONCE)
NOBODY = 1 << 24  # the points of nobody: more than any sum of points

# The rows of the table `v` of 32-bit numbers. SCORE: points by player, n being nobody; KEY: shares of the points by
# player, then what is compared by place; AHEAD: how many of the group are ahead in a chain of several links. Then for
# every link the values by player; how many are ahead by place; and for every round the points of the opponents.
SCORE, KEY, AHEAD, FIXED = range(4)


@inlined
def fill(s: Any, players: Any, w: Any, opponents: Any, halves: Any, table: Any) -> None:
    """The value of every tie-break for everybody; behind the last player are numbers without a meaning."""
    v, links = table.v, s.codes.size
    rounds, met = np.uint64(FIXED + 2 * links), np.uint64(opponents.shape[0])
    for number in range(met):
        for i in range(players):
            v[rounds + number, i] = v[SCORE, opponents[number, i]]
    for link in range(links):
        code, row = s.codes[link], np.uint64(FIXED + link)
        if code == SOLKOFF:
            _fill_sums(row, rounds, met, players, w, v)
        elif code == OMW and s.evens.size > 0:
            _fill_even_means(row, s.floors[link], s, players, w, opponents, v)
        elif code == OMW:
            _fill_means(row, s.floors[link], s, players, w, opponents, table)
        elif code == SONNEBORN_BERGER:
            _fill_scored(row, rounds, met, players, halves, v)
        elif code in (BEATEN_SUM, BEATEN_MEDIAN, WINS):
            _fill_beaten(code, row, rounds, met, players, halves, v)
    _fill_middles(s.codes, rounds, met, players, w, v)
    _fill_weighted(s, players, v)


@inner
def _fill_weighted(s: Any, players: Any, v: Any) -> None:
    """Sums of other links, each times a whole number; they come last."""
    for link in range(s.codes.size):
        if s.codes[link] == SUM:
            row = np.uint64(FIXED + link)
            for i in range(players):
                v[row, i] = 0
            for part in range(s.codes.size):
                for i in range(players):
                    v[row, i] += s.weights[link, part] * v[np.uint64(FIXED + part), i]


@inner
def _fill_middles(codes: Any, rounds: Any, count: Any, players: Any, w: Any, v: Any) -> None:
    """The medians; they come last, because the opponents' points do not stay with their rounds."""
    in_order = False
    for link in range(codes.size):
        if codes[link] in (MEDIAN, OPPONENT_MEDIAN):
            if not in_order:
                _put_in_order(rounds, count, players, v)
            in_order = True
            _fill_middle(codes[link] == MEDIAN, np.uint64(FIXED + link), rounds, count, players, w, v)


@inner
def _fill_sums(row: Any, rounds: Any, count: Any, players: Any, w: Any, v: Any) -> None:
    for i in range(players):
        v[row, i] = -NOBODY * (np.int32(count) - np.int32(w[MET, i]))
    for number in range(rounds, rounds + count):
        for start in range(ZERO, players, LANES):
            add_row(v, row, number, start)


@inner
def _fill_scored(row: Any, rounds: Any, count: Any, players: Any, halves: Any, v: Any) -> None:
    for i in range(players):
        v[row, i] = 0
    for number in range(count):
        for start in range(ZERO, players, LANES):
            add_products(v, row, rounds + number, halves, number, start)


@inner
def _fill_beaten(code: int, row: Any, rounds: Any, count: Any, players: Any, halves: Any, v: Any) -> None:
    for i in range(players):
        wins, total, least, most = 0, 0, NOBODY, 0
        for number in range(count):
            if halves[number, i] == 2:
                value = v[rounds + number, i]
                wins += 1
                total += value
                least, most = min(least, value), max(most, value)
        if code == WINS:
            total = wins
        elif code == BEATEN_MEDIAN:
            total = total - least - most if wins > 2 else 0
        v[row, i] = total


@inner
def _fill_means(row: Any, floor: int, s: Any, players: Any, w: Any, opponents: Any, table: Any) -> None:
    """The mean of the opponents' shares of the points they could have taken in matches, each at least the floor."""
    v, means = table.v, table.means
    rounds = np.uint64(opponents.shape[0])
    for i in range(players):
        means[0, i] = max(floor, np.int64(w[POINTS, i] - w[FREE, i]) * s.units[w[MET, i]])
    means[0, players] = 0
    for i in range(players):
        means[1, i] = 0
        for number in range(rounds):
            means[1, i] += means[0, opponents[number, i]]
    for i in range(players):
        met = np.int64(w[MET, i])
        means[1, i] = means[1, i] * s.fine // met if met > 0 else floor * s.fine
    for i in range(players):
        value = means[1, i]
        if s.large:
            value = 0
            for j in range(players):
                value += means[1, j] < means[1, i]
        v[row, i] = value


@inner
def _fill_even_means(row: Any, floor: int, s: Any, players: Any, w: Any, opponents: Any, v: Any) -> None:
    """The same times a number that every possible count of opponents divides, where that is small enough."""
    for i in range(players):
        v[KEY, i] = max(floor, np.int64(w[POINTS, i] - w[FREE, i]) * s.units[w[MET, i]])
    v[KEY, players] = 0
    for i in range(players):
        v[row, i] = floor * (w[MET, i] == ZERO)
    for number in range(np.uint64(opponents.shape[0])):
        for i in range(players):
            v[row, i] += v[KEY, opponents[number, i]]
    for i in range(players):
        v[row, i] *= s.evens[w[MET, i]]


@inner
def _put_in_order(rounds: Any, count: Any, players: Any, v: Any) -> None:
    """Everybody's opponents' points, the lowest first, by exchanging neighbours; NOBODY comes last."""
    for settled in range(ONE, count):
        for lower in range(rounds, rounds + count - settled):
            for start in range(ZERO, players, LANES):
                exchange(v, lower, lower + ONE, start)


@inner
def _fill_middle(outside: bool, row: Any, rounds: Any, count: Any, players: Any, w: Any, v: Any) -> None:
    """What is left without the lowest and the highest (`outside`), or the two in the middle."""
    if outside:
        _fill_sums(row, rounds, count, players, w, v)
    for i in range(players):
        met = w[MET, i]
        if outside:
            some = np.int32(met > TWO)
            v[row, i] = some * (v[row, i] - v[rounds, i] - v[rounds + max(met, ONE) - ONE, i])
        else:
            some = np.int32(met > ZERO)
            last = max(met, ONE) - ONE
            v[row, i] = some * (v[rounds + (last >> ONE), i] + v[rounds + ((last + ONE) >> ONE), i])
