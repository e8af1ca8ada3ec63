"""Compiled: the measures of a played tournament, exactly as `pairing.simulation.reference.measures` defines them."""

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled.jit import inlined
from pairing.simulation.compiled.lanes import columns_for
from pairing.simulation.compiled.workspace import POINTS
from pairing.simulation.measuring.any_field import measure_many
from pairing.simulation.measuring.expected_lots import divided
from pairing.simulation.measuring.small_field import measure_small, sets_for
from pairing.simulation.measuring.tiebreak_values import FIXED, NOBODY, SCORE, fill
from pairing.simulation.playing.small_field import MOST


class Scale(NamedTuple):
    """What has to be known of the orders."""

    codes: Any  # int64 [links]: the tie-breaks that occur, each once
    floors: Any  # int64 [links]: of OMW, in parts of a point such that every share of points is whole
    units: Any  # int64 [rounds + 1]: by matches, what a point is worth in these parts
    evens: Any  # int64 [rounds + 1]: by matches, what makes means of so many whole; or empty, see fine
    fine: int  # two means of shares that differ do so when multiplied by this and rounded down
    large: bool  # whether such a number may be too large for 32 bits
    weights: Any  # int32 [links, links]: of a weighted sum, that of each tie-break
    links: Any  # int64 [orders, most]: numbers of tie-breaks, -1 behind the last
    weaker: Any  # uint64 [n]: the first player who is weaker
    worse: Any  # uint64 [MOST]: the set of those, of few players
    stronger: Any  # int64 [n, at least MOST]: how many are stronger
    equal: bool  # whether any two are equally strong
    cut: int
    width: int  # of a bin of the histogram


class Sums(NamedTuple):
    """What is added up over tournaments; measures in the order of ORDER_MEASURES."""

    sums: Any  # int64 [orders, measures]
    squares: Any  # int64 [orders, measures]
    products: Any  # int64 [orders, orders], of inversions
    bins: Any  # int64 [orders, bins], of inversions
    products_by_lot: Any  # the same of inversions by lot, in halves
    bins_by_lot: Any


class Table(NamedTuple):
    """Room for the values of one tournament."""

    v: Any  # int32 [FIXED + 2 links + rounds, columns]
    means: Any  # int64 [2, columns]: everybody's share of points, the mean of the opponents'
    inside: Any  # int64 [links]: the inversions inside groups
    sets: Any  # uint64 [rows, MOST]: see `small_field`


def table_for(players: int, rounds: int, links: int) -> Table:
    """Room for tournaments of so many players; `links` is how many tie-breaks there are."""
    columns = columns_for(players)
    return Table(
        np.zeros((FIXED + 2 * links + rounds, columns), dtype=np.int32),
        np.zeros((2, columns), dtype=np.int64),
        np.zeros(links, dtype=np.int64),
        sets_for(links),
    )


@inlined
def measure(s: Any, players: Any, w: Any, opponents: Any, halves: Any, table: Any, measures: Any) -> None:
    """The measures of a played tournament: a row for every order."""
    for i in range(players):
        table.v[SCORE, i] = w[POINTS, i]
    table.v[SCORE, players] = NOBODY
    fill(s, players, w, opponents, halves, table)
    if players <= MOST:
        measure_small(s, players, table, measures)
    else:
        measure_many(s, players, w, table, measures)
    for k in range(1, s.links.shape[0]):
        measures[k, 1] = measures[k, 0] - measures[0, 0]
        measures[k, 3] = measures[k, 2] - measures[0, 2]


@inlined
def add(width: int, by_lot: int, measured: Any, total: Any) -> None:
    """Count a measured tournament; `by_lot` is the column of inversions by lot, in halves."""
    orders, measures = measured.shape
    for k in range(orders):
        for m in range(measures):
            total.sums[k, m] += measured[k, m]
            total.squares[k, m] += measured[k, m] * measured[k, m]
        for other in range(orders):
            total.products[k, other] += measured[k, 0] * measured[other, 0]
            total.products_by_lot[k, other] += measured[k, by_lot] * measured[other, by_lot]
        total.bins[k, divided(measured[k, 0], width)] += 1
        total.bins_by_lot[k, divided(measured[k, by_lot] >> 1, width)] += 1
