"""A configuration as the tables of numbers the kernels work on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, gcd, lcm
from typing import Any, Literal

import numpy as np

from pairing.simulation import flat
from pairing.simulation.chance import ONE
from pairing.simulation.configuration import Configuration
from pairing.simulation.drawing import COUNTED
from pairing.simulation.measuring import CODES, Scale
from pairing.simulation.playing import Rules
from pairing.simulation.strengths import OUTCOMES
from pairing.tiebreaks.chain import options_of
from pairing.types import TiebreakSpec

BINS = 160


def has_kernel(configuration: Configuration) -> bool:
    """Whether everything of it has a compiled form; otherwise it goes through the engine."""
    return (
        configuration.system == "random_swiss"
        and not configuration.options
        and all(link.code in CODES for chain in configuration.chains for link in chain)
        and _fits(configuration)
    )


def _fits(configuration: Configuration) -> bool:
    """Whether the largest value of OMW is a number of 63 bits."""
    floors = [_floor(link) for chain in configuration.chains for link in chain if link.code == "omw"]
    if not floors:
        return True
    common, whole = _parts(configuration, floors)
    points = worth(configuration)
    return max(Fraction(max(points), points[2]), *floors) * common * whole * configuration.rounds < 1 << 62


def _floor(link: TiebreakSpec) -> Fraction:
    return Fraction(options_of(link).floor)


def _parts(configuration: Configuration, floors: Sequence[Fraction]) -> tuple[int, int]:
    """What makes all shares of points whole, and all means of them."""
    win = worth(configuration)[2]
    numbers = range(1, configuration.rounds + 1)
    common = lcm(*(floor.denominator for floor in floors), *(win * number for number in numbers))
    return common, lcm(*numbers)


def worth(configuration: Configuration) -> list[int]:
    """The points of a loss, a draw, a win and a bye, as small as they can be."""
    scoring = configuration.scoring
    points = [scoring.loss, scoring.draw, scoring.win, scoring.bye]
    divisor = gcd(*points)
    return [number // divisor for number in points]


def _limits(configuration: Configuration) -> tuple[Any, Any]:
    """`strengths.limits` for all pairs."""
    strengths = configuration.strengths
    win = _wins(configuration.outcome, np.array(strengths, dtype=np.int64))
    draw = round(configuration.draw * ONE)
    if configuration.draw_model == "flat":
        drawn = np.full_like(win, draw)
        won = draw + ((ONE - draw) * win >> 31)
    else:
        drawn = 2 * draw * np.minimum(win, ONE - win) >> 31
        won = drawn + win - drawn // 2
    return drawn.astype(np.uint32), won.astype(np.uint32)


def _wins(outcome: str, strengths: Any) -> Any:
    """`OUTCOMES` for all pairs; what depends on nothing but the difference is worked out once for each."""
    one, other = strengths[:, None], strengths[None, :]
    if outcome == "odds":
        return ONE * one // (one + other)
    lead, where = np.unique(one - other, return_inverse=True)
    shares = np.array([OUTCOMES[outcome](int(by), 0) for by in lead], dtype=np.int64)
    return shares[where].reshape(len(strengths), len(strengths))


def rules(configuration: Configuration) -> Rules:
    """For the kernel that plays."""
    points = worth(configuration)
    return Rules(
        configuration.rounds,
        *_limits(configuration),
        round(configuration.dropout * ONE),
        np.array(points, dtype=np.int64),
        configuration.rounds * max(points) + 1,
    )


def scale(configuration: Configuration) -> Scale:
    """For the kernel that measures."""
    links = list(dict.fromkeys(link for chain in configuration.chains for link in chain))
    floors = [_floor(link) if link.code == "omw" else Fraction(0) for link in links]
    common, whole = _parts(configuration, floors) if any(link.code == "omw" for link in links) else (1, 1)
    most = max((len(chain) for chain in configuration.chains), default=1)
    rows = [[links.index(link) for link in chain] for chain in configuration.orders]
    strengths = configuration.strengths
    return Scale(
        codes=np.array([CODES.index(link.code) for link in links], dtype=np.int64),
        floors=np.array([int(floor * common) for floor in floors], dtype=np.int64),
        links=np.array([row + [-1] * (most - len(row)) for row in rows], dtype=np.int64),
        worth=np.array(worth(configuration), dtype=np.int64),
        common=common,
        whole=whole,
        weaker=_how_many(strengths, "right"),
        stronger=_how_many(strengths, "left"),
        cut=configuration.cut,
        width=bin_width(configuration),
    )


def _how_many(strengths: Sequence[int], side: Literal["left", "right"]) -> Any:
    """For each strength how many are greater (left), or at least as great (right)."""
    falling = -np.array(strengths, dtype=np.int64)
    return np.searchsorted(falling, falling, side=side).astype(np.int64)


def bin_width(configuration: Configuration) -> int:
    """How many numbers of inversions share a bin of the histogram."""
    players = len(configuration.strengths)
    return players * (players - 1) // 2 // BINS + 1


FLAT_CODES = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")  # in the order of the fields


def flat_fits(configuration: Configuration) -> bool:
    """Whether `flat` can play and measure it: every group even, with a legal pairing that is found by trying."""
    c = configuration
    players, equal = len(c.strengths), _equal_pairs(c.strengths)
    links = {link for chain in c.chains for link in chain}
    floors = [link for link in links if link.code == "omw"]
    return (
        c.brief
        and has_kernel(c)
        and c.draw == c.dropout == c.scoring.loss == 0
        and players <= 64
        and players % (1 << c.rounds) == 0
        and all(_surely_paired(players, number) for number in range(1, c.rounds + 1))
        and all(len(chain) == 1 and chain[0].code in FLAT_CODES for chain in c.chains)
        and len(floors) <= 1
        and len(equal) < 16
        and (not floors or _omw_table(c.rounds, _floor(floors[0]))[-1] * c.rounds < 1 << flat.BITS - 1)
    )


def _surely_paired(players: int, number: int) -> bool:
    """Nobody in the groups of all wins and of no wins has met; in the others Dirac's condition has to hold."""
    groups = [players * comb(number - 1, wins) >> number - 1 for wins in range(1, number - 1)]
    return all(size >= 2 * number and size > COUNTED for size in groups)


def _equal_pairs(strengths: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, j) for i, j in combinations(range(len(strengths)), 2) if strengths[i] == strengths[j]]


def _omw_table(rounds: int, floor: Fraction) -> list[int]:
    """The share of points by wins, at least the floor, all times the same number."""
    divisor = gcd(floor.denominator, floor.numerator * rounds)
    least = floor.numerator * rounds
    return [max(wins * floor.denominator, least) // divisor for wins in range(rounds + 1)]


def flat_tables(configuration: Configuration) -> flat.Flat:
    """For the kernel of flat shapes."""
    c = configuration
    weaker, stronger = _how_many(c.strengths, "right"), _how_many(c.strengths, "left")
    everybody = (1 << len(c.strengths)) - 1
    floors = [_floor(link) for chain in c.chains for link in chain if link.code == "omw"]
    shares = _omw_table(c.rounds, (floors or [Fraction(1, 4)])[0])
    most = len(c.strengths) * (len(c.strengths) - 1) // 2
    return flat.Flat(
        rounds=c.rounds,
        below=_limits(c)[1],
        weaker=np.array([everybody >> int(first) << int(first) for first in weaker], dtype=np.uint64),
        stronger=stronger.astype(np.uint64),
        equal=np.array(_equal_pairs(c.strengths), dtype=np.uint64).reshape(-1, 2),
        tables=np.array([wins | share << flat.BITS for wins, share in enumerate(shares)], dtype=np.uint64),
        cut=c.cut,
        chosen=np.array([-1, *(FLAT_CODES.index(chain[0].code) for chain in c.chains)], dtype=np.int64),
        bin_of=np.arange(most + 1, dtype=np.int64) // bin_width(c),
    )
