"""Simulated tournaments, compiled: nanoseconds per match on one core, the whole paper, and two workers against one.

All six orders of the paper are measured in every tournament. The last shape is the general kernel on the one that has a
kernel of its own. Compiling is not counted. Shown is the least of many short runs: the machine may have other work, and
that only ever adds to the time. Workers are timed by the clock; they say something on a quiet machine only.
"""

from collections.abc import Iterator
from functools import partial
from time import perf_counter

from pairing.simulation import Arithmetic, Configuration, run_chunk
from pairing.simulation.workers import run as run_with
from research.paper import FIVE, MODELS, RUNS, recompute
from tests.bench.rows import Measured, Once, Row, measured, timed

FLAT, GENERAL = 12e-9, 120e-9  # seconds per match
SHORT = 8  # runs of an eighth of the tournaments, so many times as often
GAIN = 1.8  # of two workers

# Players, rounds, draws, dropouts, cut, tournaments.
SHAPES = [
    (64, 9, 0.0, 0.0, 8, 2000),
    (64, 7, 0.3, 0.0, 8, 2000),
    (64, 7, 0.0, 0.05, 8, 2000),
    (33, 6, 0.2, 0.0, 8, 4000),
    (17, 6, 0.3, 0.05, 4, 8000),
    (16, 9, 0.3, 0.05, 4, 8000),
    (16, 11, 0.0, 0.0, 4, 4000),
    (20, 11, 0.0, 0.0, 4, 4000),
    (24, 13, 0.0, 0.0, 4, 2000),
    (12, 9, 0.0, 0.0, 4, 8000),
    (12, 5, 0.0, 0.0, 4, 16000),
    (9, 5, 0.3, 0.05, 4, 16000),
    (8, 3, 0.0, 0.0, 4, 32000),
    (200, 9, 0.2, 0.03, 16, 500),
    (1000, 11, 0.2, 0.03, 16, 60),
    (64, 5, 0.0, 0.0, 8, 4000),
]


def rows() -> list[Row]:
    found = [_shape(f"paper, model {name}", model, 20_000, FLAT) for name, model in MODELS.items()]
    for players, rounds, draw, dropout, cut, count in SHAPES:
        shape = Configuration(Arithmetic(players), rounds, FIVE, cut=cut, draw=draw, dropout=dropout)
        found.append(_shape(f"{players} × {rounds}, draws {draw}, dropouts {dropout}", shape, count, GENERAL))
    whole = Row("the whole paper", f"{3 * RUNS:,} tournaments", lambda: timed(recompute), 1.0, summary=min)
    return [*found, whole, *_two_workers()]


def _shape(name: str, configuration: Configuration, count: int, goal: float) -> Row:
    return Row(name, "six orders", partial(_short_runs, configuration, count // SHORT, goal), summary=min)


def _short_runs(configuration: Configuration, count: int, goal: float) -> Once:
    matches = run_chunk(configuration, 1, 0, count).events[0]  # compiles

    def once() -> Measured:
        seconds = min(timed(lambda: run_chunk(configuration, 1, 0, count))() for _ in range(SHORT))
        return Measured(seconds, f"{1e9 * seconds / matches:.1f} ns per match", goal * matches)

    return once


def _two_workers() -> Iterator[Row]:
    """Threads where there are kernels, processes where there is Python (`pairing.simulation.workers`)."""
    players, rounds, draw, dropout, cut, _ = SHAPES[0]
    swiss = Configuration(Arithmetic(players), rounds, FIVE, cut=cut, draw=draw, dropout=dropout)
    stuck = Configuration(Arithmetic(24), 9, FIVE[:1], "wcsc", {"order": "F", "method": "A", "floater": "M"})
    for name, configuration, count in (("threads", swiss, 40_000), ("processes", stuck, 400)):
        how = f"{count:,} tournaments, by the clock"
        yield Row(f"one worker, {name}", how, partial(_with_workers, configuration, count, 1), summary=min)
        yield Row(f"two workers, {name}", how, partial(_with_workers, configuration, count, 2), summary=min)


def _with_workers(configuration: Configuration, count: int, workers: int) -> Once:
    run_with(configuration, 1, 200, workers=workers)  # compiles
    alone = timed(lambda: run_with(configuration, 1, count, workers=1), perf_counter)
    if workers == 1:
        return alone
    many = timed(lambda: run_with(configuration, 1, count, workers=workers), perf_counter)
    one = measured(alone).seconds

    def once() -> Measured:
        seconds = measured(many).seconds
        return Measured(seconds, f"{one / seconds:.2f} times as fast", one / GAIN)

    return once
