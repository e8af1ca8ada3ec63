"""When will the round be over? Told from how long the tables of this event have taken so far.

The estimate is simple on purpose. Every table still playing is taken to last as long as some table of the rounds
before, no less than it has lasted already; a round that goes faster or slower than those before stretches or shrinks
all of them by the median of how much. The round is over with its last table. Out comes the middle (as likely later as
earlier) and a range that it leaves once in ten times at each end. With too little to go by it says so.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

# With fewer tables of earlier rounds, or of those that took as long as the open ones have, a range would be a guess.
LEAST = 8
LEAST_LONGER = 3
# The pace of a round is told by so many of its tables, and believed within these bounds.
LEAST_FOR_PACE = 5
SLOWEST, FASTEST = 2.0, 0.5
QUANTILES = (0.1, 0.5, 0.9)


class Why(StrEnum):
    """Why there is no estimate."""

    TOO_EARLY = "too_early"
    LONGER_THAN_ALL = "longer_than_all"


@dataclass(frozen=True, slots=True)
class Estimate:
    """Seconds from the start of the round to its end: earliest, middle, latest."""

    earliest: float
    middle: float
    latest: float


@dataclass(frozen=True, slots=True)
class Open:
    """A table still playing: how long, and how much more time than the others it has (seconds)."""

    elapsed: float
    extra: float = 0.0


def estimate(before: Sequence[float], finished: Sequence[float], tables: Sequence[Open]) -> Estimate | Why:
    """When the last of `tables` will be over.

    `before`: seconds that tables of earlier rounds took; `finished`: those of this round that are over.
    """
    if len(before) < LEAST:
        return Why.TOO_EARLY
    known = sorted(seconds * pace(before, finished, len(finished) + len(tables)) for seconds in before)
    still = [(table, [t for t in known if t > table.elapsed - table.extra]) for table in tables]
    if any(len(longer) < LEAST_LONGER for _table, longer in still):
        return Why.LONGER_THAN_ALL
    moments = sorted({t + table.extra for table, longer in still for t in longer})
    chances = [_chance_of_all(still, moment) for moment in moments]
    at = [next(m for m, chance in zip(moments, chances, strict=True) if chance >= q) for q in QUANTILES]
    return Estimate(*at)


def _chance_of_all(still: Sequence[tuple[Open, Sequence[float]]], moment: float) -> float:
    """How likely every table is over by a moment, as if none knew of the others."""
    chance = 1.0
    for table, longer in still:
        chance *= bisect_right(longer, moment - table.extra + 1e-9) / len(longer)
    return chance


def pace(before: Sequence[float], finished: Sequence[float], tables: int) -> float:
    """How much longer this round takes than those before: its first tables against as many of a hundred before."""
    if len(finished) < LEAST_FOR_PACE:
        return 1.0
    usual, now = sorted(before), sorted(finished)
    ratios = []
    for place, seconds in enumerate(now):
        same = usual[min(int((place + 0.5) / tables * len(usual)), len(usual) - 1)]
        if same > 0:
            ratios.append(seconds / same)
    return min(max(median(ratios), FASTEST), SLOWEST) if ratios else 1.0
