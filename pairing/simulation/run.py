"""Playing a number of tournaments and counting, by the fastest way there is."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pairing.model.errors import LAB_MISSING, PairingError
from pairing.simulation.reference import onward
from pairing.simulation.reference.engine_path import play_through_engine
from pairing.simulation.reference.measures import BRIEF_MEASURES, EVENT_MEASURES, ORDER_MEASURES, places
from pairing.simulation.reference.tournament import measures, play
from pairing.simulation.setup.chance import GAMMA, WORD, mix
from pairing.simulation.setup.configuration import Configuration, is_fast
from pairing.simulation.tally import Tally, tally

if TYPE_CHECKING:
    from pairing.simulation.measuring.measuring import Sums

BINS = 161


def refuse_without_lab() -> None:
    """Errors: `lab_missing` where only what an event needs is installed."""
    missing = [name for name in ("numba", "numpy") if find_spec(name) is None]
    if missing:
        raise PairingError(LAB_MISSING, missing=", ".join(missing))


def run_chunk(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    """Tournaments `start` to `start + count - 1` of this seed (0 to 2**64 - 1); at least one.

    Errors: those of `refuse_without_lab`.
    """
    refuse_without_lab()
    from pairing.simulation.whole_events import score_groups_run, without_floats_tables

    if configuration.start is not None:
        return _one_by_one(configuration, seed, start, count)
    if without_floats_tables.fits(configuration):
        return _without_floats(configuration, seed, start, count)
    if is_fast(configuration):
        return _any_shape(configuration, seed, start, count)
    if score_groups_run.fits(configuration, seed, start + count - 1):
        return _score_groups(configuration, seed, start, count)
    return _one_by_one(configuration, seed, start, count)


def _one_by_one(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    """By the reference where only a tie-break has no kernel, else by the engine."""
    from pairing.simulation.whole_events import tables

    plain = configuration.system == "random_swiss" and not configuration.options
    player, measure = play if plain else play_through_engine, measures
    if configuration.start is not None:
        player, measure = onward.play_onward, onward.measures
    found = [
        measure(configuration, player(configuration, seed, index)) for index in range(start, start + count)
    ]
    return tally(found, places(configuration), tables.bin_width(configuration), BINS)


def _base(seed: int) -> Any:
    import numpy as np

    return np.uint64(mix((seed + GAMMA) & WORD))


def _empty(configuration: Configuration, measures: int) -> tuple[Any, Sums, Any]:
    """Room for the measures of one tournament, for the sums of all, and for those of EVENT_MEASURES."""
    import numpy as np

    from pairing.simulation.measuring.measuring import Sums

    orders = len(configuration.orders)
    sizes = ((orders, measures), (orders, measures), (orders, orders), (orders, BINS))
    found, *sums = (np.zeros(size, dtype=np.int64) for size in (sizes[0], *sizes, *sizes[2:]))
    return found, Sums(*sums), np.zeros((2, len(EVENT_MEASURES)), dtype=np.int64)


def _without_floats(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    from pairing.simulation.whole_events import without_floats, without_floats_tables

    players, measures = len(configuration.strengths), len(BRIEF_MEASURES)
    found, total, events = _empty(configuration, measures)
    space, f = without_floats.space_for(configuration.rounds), without_floats_tables.tables_for(configuration)
    played = without_floats.play_block(_base(seed), start, count, players, f, space, found, total)
    if played < count:  # one that tried in vain very often; practically never
        return _any_shape(configuration, seed, start, count)
    matches = players // 2 * configuration.rounds
    events[:, 0] = matches * count, matches**2 * count
    return _tally(configuration, count, total, events, list(range(measures)))


def _any_shape(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    import numpy as np

    from pairing.simulation.measuring import measuring
    from pairing.simulation.playing import any_field
    from pairing.simulation.whole_events import any_shape, tables

    rules, scale = tables.rules(configuration), tables.scale(configuration)
    players = len(configuration.strengths)
    space = any_field.space_for(players, configuration.rounds, tables.buckets(configuration))
    table = measuring.table_for(players, configuration.rounds, len(scale.codes))
    found, total, events = _empty(configuration, len(ORDER_MEASURES))
    numbers = np.uint64(start), np.uint64(count)
    any_shape.play_and_measure(_base(seed), *numbers, rules, space, scale, table, found, total, events)
    return _tally(configuration, count, total, events, places(configuration))


def _score_groups(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
    import numpy as np

    from pairing.simulation.measuring import measuring
    from pairing.simulation.whole_events import score_groups, score_groups_run, tables

    rules, scale = tables.rules(configuration), tables.scale(configuration)
    way, hall = score_groups_run.way_of(configuration, seed), score_groups_run.hall_for(configuration)
    table = measuring.table_for(len(configuration.strengths), configuration.rounds, len(scale.codes))
    found, total, events = _empty(configuration, len(ORDER_MEASURES))
    here = np.array([start, start + count, -1, 0, score_groups.UNKNOWN, -1, 0], dtype=np.int64)
    base = _base(seed)
    while not score_groups.play_score_groups(
        base, here, rules, way, hall, scale, table, found, total, events
    ):
        score_groups_run.ask_engine(configuration, seed, here, hall)
    return _tally(configuration, count, total, events, places(configuration))


def _tally(configuration: Configuration, count: int, total: Sums, events: Any, places: list[int]) -> Tally:
    from pairing.simulation.whole_events import tables

    return Tally(
        runs=count,
        sums=rows(total.sums[:, places]),
        squares=rows(total.squares[:, places]),
        products=rows(total.products),
        bins=rows(total.bins),
        products_by_lot=rows(total.products_by_lot),
        bins_by_lot=rows(total.bins_by_lot),
        width=tables.bin_width(configuration),
        events=rows(events)[0],
        event_squares=rows(events)[1],
    )


def rows(table: Any) -> tuple[tuple[int, ...], ...]:
    """A two-dimensional array as plain numbers."""
    return tuple(tuple(row) for row in table.tolist())
