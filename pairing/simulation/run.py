"""Playing a number of tournaments and counting, by the fastest way there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pairing.simulation.chance import GAMMA, WORD, mix
from pairing.simulation.configuration import Configuration
from pairing.simulation.engine_path import play_through_engine
from pairing.simulation.measures import BRIEF_MEASURES, EVENT_MEASURES, ORDER_MEASURES
from pairing.simulation.reference import measures, play
from pairing.simulation.tally import Tally, tally

if TYPE_CHECKING:
    from pairing.simulation.measuring import Sums

BLOCK = 128  # tournaments played before they are measured: few enough to stay in the cache
BINS = 161


def measured(configuration: Configuration) -> tuple[str, ...]:
    """The measures of an order that are counted."""
    return BRIEF_MEASURES if configuration.brief else ORDER_MEASURES


def run_chunk(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    """Tournaments `start` to `start + count - 1` of this seed (0 to 2**64 - 1); at least one."""
    from pairing.simulation import flat_tables, tables

    if flat_tables.flat_fits(configuration):
        return _flat(configuration, seed, start, count)
    if tables.has_kernel(configuration):
        return _general(configuration, seed, start, count)
    return _one_by_one(configuration, seed, start, count)


def is_fast(configuration: Configuration) -> bool:
    """Whether there are kernels for it: then a tournament takes microseconds, otherwise milliseconds."""
    from pairing.simulation import tables

    return tables.has_kernel(configuration)


def _one_by_one(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    """By the reference where only a tie-break has no kernel, else by the engine."""
    from pairing.simulation import tables

    plain = configuration.system == "random_swiss" and not configuration.options
    player = play if plain else play_through_engine
    found = [
        measures(configuration, player(configuration, seed, index)) for index in range(start, start + count)
    ]
    return tally(found, len(measured(configuration)), tables.bin_width(configuration), BINS)


def _base(seed: int) -> Any:
    import numpy as np

    return np.uint64(mix((seed + GAMMA) & WORD))


def _empty(orders: int, measures: int) -> Sums:
    import numpy as np

    from pairing.simulation.measuring import Sums

    sizes = ((orders, measures), (orders, measures), (orders, orders), (orders, BINS))
    return Sums(*(np.zeros(size, dtype=np.int64) for size in sizes))


def _flat(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    import numpy as np

    from pairing.simulation import flat, flat_tables

    players, orders = len(configuration.strengths), len(configuration.orders)
    total, measures = _empty(orders, len(BRIEF_MEASURES)), len(BRIEF_MEASURES)
    found = np.zeros((orders, measures), dtype=np.int64)
    space, f = flat.flat_space(configuration.rounds), flat_tables.flat_tables(configuration)
    played = flat.flat_block(_base(seed), start, count, players, f, space, found, total)
    if played < count:  # one that tried in vain very often; practically never
        return _general(configuration, seed, start, count)
    matches = players // 2 * configuration.rounds
    events = np.zeros((2, len(EVENT_MEASURES)), dtype=np.int64)
    events[:, 0] = matches * count, matches**2 * count
    return _tally(configuration, count, total, events)


def _general(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    import numpy as np

    from pairing.simulation import measuring, playing, tables

    rules, scale = tables.rules(configuration), tables.scale(configuration)
    players, orders, measures = len(configuration.strengths), len(scale.links), len(ORDER_MEASURES)
    block = min(BLOCK, count)
    played = playing.room_for(block, players, configuration.rounds)
    work = playing.work_for(players, rules.buckets)
    space = measuring.space_for(players, configuration.rounds, rules.buckets, len(scale.codes))
    found = np.zeros((orders, measures), dtype=np.int64)
    total = _empty(orders, measures)
    events = np.zeros((2, len(EVENT_MEASURES)), dtype=np.int64)
    for first in range(start, start + count, block):
        size = min(block, start + count - first)
        playing.play_block(_base(seed), first, size, rules, *work, played)
        measuring.measure_block(size, scale, played, space, found, total)
        events[0] += played.events[:size].sum(axis=0)
        events[1] += (played.events[:size] ** 2).sum(axis=0)
    return _tally(configuration, count, total, events)


def _tally(configuration: Configuration, count: int, total: Sums, events: Any) -> Tally:
    from pairing.simulation import tables

    kept = len(measured(configuration))
    return Tally(
        runs=count,
        sums=rows(total.sums[:, :kept]),
        squares=rows(total.squares[:, :kept]),
        products=rows(total.products),
        bins=rows(total.bins),
        width=tables.bin_width(configuration),
        events=rows(events)[0],
        event_squares=rows(events)[1],
    )


def rows(table: Any) -> tuple[tuple[int, ...], ...]:
    """A two-dimensional array as plain numbers."""
    return tuple(tuple(row) for row in table.tolist())
