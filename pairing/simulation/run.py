"""Playing a number of tournaments and counting, by the fastest way there is."""

from __future__ import annotations

from typing import Any

from pairing.simulation.chance import GAMMA, WORD, mix
from pairing.simulation.configuration import Configuration
from pairing.simulation.measures import BRIEF_MEASURES, EVENT_MEASURES, ORDER_MEASURES
from pairing.simulation.tally import Tally

BLOCK = 128  # tournaments played before they are measured: few enough to stay in the cache
BINS = 161


def measured(configuration: Configuration) -> tuple[str, ...]:
    """The measures of an order that are counted."""
    return BRIEF_MEASURES if configuration.brief else ORDER_MEASURES


def run_chunk(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    """Tournaments `start` to `start + count - 1` of this seed (0 to 2**64 - 1); at least one."""
    return _kernels(configuration, seed, start, count)


def _kernels(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    import numpy as np

    from pairing.simulation import measuring, playing, tables

    rules, scale = tables.rules(configuration), tables.scale(configuration)
    players, orders, measures = len(configuration.strengths), len(scale.links), len(ORDER_MEASURES)
    block = min(BLOCK, count)
    played = playing.room_for(block, players, configuration.rounds)
    work = playing.work_for(players, rules.buckets)
    space = measuring.space_for(players, configuration.rounds, rules.buckets, scale, measures)
    total = measuring.Sums(
        np.zeros((orders, measures), dtype=np.int64),
        np.zeros((orders, measures), dtype=np.int64),
        np.zeros((orders, orders), dtype=np.int64),
        np.zeros((orders, BINS), dtype=np.int64),
    )
    events = np.zeros((2, len(EVENT_MEASURES)), dtype=np.int64)
    base = np.uint64(mix((seed + GAMMA) & WORD))
    for first in range(start, start + count, block):
        size = min(block, start + count - first)
        playing.play_block(base, first, size, rules, *work, played)
        measuring.measure_block(size, scale, played, space, total)
        events[0] += played.events[:size].sum(axis=0)
        events[1] += (played.events[:size] ** 2).sum(axis=0)
    kept = len(measured(configuration))
    return Tally(
        runs=count,
        sums=rows(total.sums[:, :kept]),
        squares=rows(total.squares[:, :kept]),
        products=rows(total.products),
        bins=rows(total.bins),
        width=scale.width,
        events=rows(events)[0],
        event_squares=rows(events)[1],
    )


def rows(table: Any) -> tuple[tuple[int, ...], ...]:
    """A two-dimensional array as plain numbers."""
    return tuple(tuple(row) for row in table.tolist())
