"""A configuration as the tables of numbers the kernels work on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Literal

import numpy as np

from pairing.simulation.chance import ONE
from pairing.simulation.configuration import Configuration
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
    floors = [floor_of(link) for chain in configuration.chains for link in chain if link.code == "omw"]
    if not floors:
        return True
    common, whole = _parts(configuration, floors)
    points = worth(configuration)
    return max(Fraction(max(points), points[2]), *floors) * common * whole * configuration.rounds < 1 << 62


def floor_of(link: TiebreakSpec) -> Fraction:
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


def limits_of(configuration: Configuration) -> tuple[Any, Any]:
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
        *limits_of(configuration),
        round(configuration.dropout * ONE),
        np.array(points, dtype=np.int64),
        configuration.rounds * max(points) + 1,
    )


def scale(configuration: Configuration) -> Scale:
    """For the kernel that measures."""
    links = list(dict.fromkeys(link for chain in configuration.chains for link in chain))
    floors = [floor_of(link) if link.code == "omw" else Fraction(0) for link in links]
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
        weaker=how_many(strengths, "right"),
        stronger=how_many(strengths, "left"),
        cut=configuration.cut,
        width=bin_width(configuration),
    )


def how_many(strengths: Sequence[int], side: Literal["left", "right"]) -> Any:
    """For each strength how many are greater (left), or at least as great (right)."""
    falling = -np.array(strengths, dtype=np.int64)
    return np.searchsorted(falling, falling, side=side).astype(np.int64)


def bin_width(configuration: Configuration) -> int:
    """How many numbers of inversions share a bin of the histogram."""
    players = len(configuration.strengths)
    return players * (players - 1) // 2 // BINS + 1
