"""A configuration as the tables of numbers the kernels work on."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Literal

import numpy as np

from pairing.simulation.measuring.measuring import Scale
from pairing.simulation.playing.any_field import Rules
from pairing.simulation.playing.small_field import MOST
from pairing.simulation.setup.chance import ONE
from pairing.simulation.setup.configuration import (
    CODES,
    Configuration,
    floor_of,
    largest_mean,
    parts_of_mean,
    whole_weights,
    worth,
)
from pairing.simulation.setup.strengths import OUTCOMES
from pairing.tiebreaks import weighted

BINS = 160
CERTAIN_LEADS = {"stronger": 1, "elo": 7000}  # a greater lead makes no difference


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
    """`OUTCOMES` for all pairs."""
    one, other = strengths[:, None], strengths[None, :]
    if outcome == "odds":
        return ONE * one // (one + other)
    leads = leads_of(outcome, strengths)
    most = len(leads) // 2
    return leads[np.clip(one - other, -most, most) + most].astype(np.int64)


def leads_of(outcome: str, strengths: Sequence[int]) -> Any:
    """`OUTCOMES` by the difference of two strengths, if it depends on nothing else; the ends stand for all beyond."""
    if outcome == "odds":
        return np.zeros(0, dtype=np.uint64)
    most = min(int(max(strengths) - min(strengths)), CERTAIN_LEADS[outcome])
    return np.array([OUTCOMES[outcome](lead, 0) for lead in range(-most, most + 1)], dtype=np.uint64)


def buckets(configuration: Configuration) -> int:
    """More than anybody can have points."""
    return configuration.rounds * max(worth(configuration)) + 1


def rules(configuration: Configuration) -> Rules:
    """For the kernel that plays."""
    c = configuration
    return Rules(
        np.uint64(len(c.strengths)),
        np.uint64(c.rounds),
        np.array(c.strengths, dtype=np.int64),
        leads_of(c.outcome, c.strengths),
        np.uint64(round(c.draw * ONE)),
        c.draw_model == "close",
        np.uint64(round(c.dropout * ONE)),
        np.array(worth(c), dtype=np.uint64),
        np.uint64(buckets(c) - 1),
        _limits_of_small(c),
    )


def _limits_of_small(configuration: Configuration) -> Any:
    if max(len(configuration.strengths), buckets(configuration)) > MOST:
        return np.zeros(0, dtype=np.uint64)
    drawn, won = limits_of(configuration)
    return (drawn.astype(np.uint64) << np.uint64(32) | won).ravel()


def scale(configuration: Configuration) -> Scale:
    """For the kernel that measures."""
    c = configuration
    wanted = list(dict.fromkeys(link for chain in c.chains for link in chain))
    sums = {link: whole_weights(link, c) for link in wanted if link.code == weighted.CODE}
    links = list(dict.fromkeys([*wanted, *(part for parts in sums.values() for part in parts)]))
    floors = [floor_of(link) if link.code == "omw" else Fraction(0) for link in links]
    parts = parts_of_mean(c, floors) if any(link.code == "omw" for link in links) else 1
    most = max((len(chain) for chain in c.chains), default=1)
    even = lcm(*range(1, c.rounds + 1))
    if largest_mean(c, floors, parts) * even >= 1 << 31:
        even = 0
    rows = [[links.index(link) for link in chain] for chain in c.orders]
    win = worth(c)[2]
    return Scale(
        codes=np.array([CODES.index(link.code) for link in links], dtype=np.int64),
        floors=np.array([int(floor * parts) for floor in floors], dtype=np.int64),
        units=np.array([0, *(parts // (win * met) for met in range(1, c.rounds + 1))], dtype=np.int64),
        evens=np.array(
            [even, *(even // met for met in range(1, c.rounds + 1))] if even else [], dtype=np.int64
        ),
        fine=c.rounds**2,
        large=largest_mean(c, floors, parts) * c.rounds**2 >= 1 << 31,
        weights=np.array(
            [[sums.get(link, {}).get(part, 0) for part in links] for link in links], dtype=np.int32
        ).reshape(len(links), len(links)),
        links=np.array([row + [-1] * (most - len(row)) for row in rows], dtype=np.int64),
        weaker=how_many(c.strengths, "right").astype(np.uint64),
        worse=_worse(c.strengths),
        stronger=np.pad(how_many(c.strengths, "left"), (0, max(0, MOST - len(c.strengths)))),
        equal=len(set(c.strengths)) < len(c.strengths),
        cut=c.cut,
        width=bin_width(c),
    )


def _worse(strengths: Sequence[int]) -> Any:
    """Of few players the set of those who are weaker than each."""
    sets, everybody = np.zeros(MOST, dtype=np.uint64), (1 << len(strengths)) - 1
    if len(strengths) <= MOST:
        firsts = how_many(strengths, "right").tolist()
        sets[: len(strengths)] = [everybody >> first << first for first in firsts]
    return sets


def how_many(strengths: Sequence[int], side: Literal["left", "right"]) -> Any:
    """For each strength how many are greater (left), or at least as great (right)."""
    falling = -np.array(strengths, dtype=np.int64)
    return np.searchsorted(falling, falling, side=side).astype(np.int64)


def bin_width(configuration: Configuration) -> int:
    """How many numbers of inversions share a bin of the histogram."""
    players = len(configuration.strengths)
    return players * (players - 1) // 2 // BINS + 1
