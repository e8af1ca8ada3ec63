"""Which configurations `without_floats` can play, and their tables of numbers."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from math import comb, gcd
from typing import Any

import numpy as np

from pairing.simulation.drawing.any_field import IN_VAIN, SOON
from pairing.simulation.setup.configuration import Configuration, floor_of, is_fast
from pairing.simulation.whole_events import without_floats
from pairing.simulation.whole_events.tables import bin_width, how_many, limits_of

FLAT_CODES = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")  # in the order of the fields


def fits(configuration: Configuration) -> bool:
    """Whether it can be played and measured there: every group even, with a legal pairing that is found by trying."""
    c = configuration
    players = len(c.strengths)
    links = {link for chain in c.chains for link in chain}
    floors = [link for link in links if link.code == "omw"]
    return (
        c.brief
        and is_fast(c)
        and c.draw == c.dropout == c.scoring.loss == 0
        and players <= 64
        and players % (1 << c.rounds) == 0
        and all(_surely_paired(players, number) for number in range(1, c.rounds + 1))
        and all(len(chain) == 1 and chain[0].code in FLAT_CODES for chain in c.chains)
        and len(floors) <= 1
        and len(_equal_pairs(c.strengths)) < 16
        and (
            not floors
            or _omw_table(c.rounds, floor_of(floors[0]))[-1] * c.rounds < 1 << without_floats.BITS - 1
        )
    )


def _surely_paired(players: int, number: int) -> bool:
    """Nobody in the groups of all wins and of no wins has met; the others must be neither listed nor drawn in turn, and
    Dirac's condition has to hold.
    """
    groups, met, few = _sizes(players, number - 1)[1:-1], number - 1, int(2 * IN_VAIN)
    return all(size >= 2 * number and size > SOON and size * met <= few * (size - 1) for size in groups)


def _sizes(players: int, rounds: int) -> list[int]:
    """How many have 0, 1, ..., rounds wins after so many rounds."""
    return [players * comb(rounds, wins) >> rounds for wins in range(rounds + 1)]


def _inside(sizes: Sequence[int]) -> Any:
    """At each distance, which places have another one of the same group behind them."""
    group = [wins for wins in range(len(sizes) - 1, -1, -1) for _ in range(sizes[wins])]
    rows = [
        [
            int(without_floats.LOWEST) * (one == other)
            for one, other in zip(group, group[apart:], strict=False)
        ]
        for apart in range(1, max(sizes))
    ]
    padded = [row + [0] * (without_floats.PLACES - len(row)) for row in rows]
    return np.array(padded, dtype=np.uint64).reshape(-1, without_floats.PLACES)


def _equal_pairs(strengths: Sequence[int]) -> list[tuple[int, int]]:
    if len(set(strengths)) == len(strengths):
        return []
    return [(i, j) for i, j in combinations(range(len(strengths)), 2) if strengths[i] == strengths[j]]


def _omw_table(rounds: int, floor: Fraction) -> list[int]:
    """The share of points by wins, at least the floor, all times the same number."""
    divisor = gcd(floor.denominator, floor.numerator * rounds)
    least = floor.numerator * rounds
    return [max(wins * floor.denominator, least) // divisor for wins in range(rounds + 1)]


def tables_for(configuration: Configuration) -> without_floats.Flat:
    """For the kernel `without_floats`."""
    c = configuration
    weaker, stronger = how_many(c.strengths, "right"), how_many(c.strengths, "left")
    everybody = (1 << len(c.strengths)) - 1
    floors = [floor_of(link) for chain in c.chains for link in chain if link.code == "omw"]
    shares = _omw_table(c.rounds, (floors or [Fraction(1, 4)])[0])
    sizes = _sizes(len(c.strengths), c.rounds)
    below = np.zeros((64, 64), dtype=np.uint32)
    below[: len(c.strengths), : len(c.strengths)] = limits_of(c)[1]
    ends = list(accumulate(reversed(sizes)))
    first = max((end for end in ends if end < c.cut), default=0)
    return without_floats.Flat(
        rounds=c.rounds,
        below=below.ravel(),
        weaker=np.array([everybody >> int(first) << int(first) for first in weaker], dtype=np.uint64),
        stronger=stronger.astype(np.uint64),
        equal=np.array(_equal_pairs(c.strengths), dtype=np.uint64).reshape(-1, 2),
        tables=np.array(
            [wins | share << without_floats.BITS for wins, share in enumerate(shares)], dtype=np.uint64
        ),
        cut=c.cut,
        chosen=np.array([-1, *(FLAT_CODES.index(chain[0].code) for chain in c.chains)], dtype=np.int64),
        width=bin_width(c),
        first=first,
        last=next(end for end in ends if end >= c.cut),
        pairs=np.uint64(sum(comb(size, 2) for size in sizes)),
        inside=_inside(sizes),
    )
