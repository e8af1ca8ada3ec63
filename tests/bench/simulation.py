"""Simulated tournaments, compiled: nanoseconds per match on one core, the whole paper, and two workers against one.

All six orders of the paper are measured in every tournament. The last shape is the general kernel on the one that has a
kernel of its own. Compiling is not counted. Shown is the least of many short runs: the machine may have other work, and
that only ever adds to the time. Workers are timed by the clock; they say something on a quiet machine only.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

from pairing.simulation import Arithmetic, Configuration, run_chunk
from pairing.simulation.paper import FIVE, MODELS, RUNS, recompute
from pairing.simulation.workers import run as run_with

Row = tuple[str, str, float, float | None]
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


def run(repeats: int) -> list[Row]:
    """Rows: what, with what, CPU seconds, the goal in seconds."""
    rows = [_measured(f"paper, model {name}", model, 20_000, FLAT, repeats) for name, model in MODELS.items()]
    for players, rounds, draw, dropout, cut, count in SHAPES:
        shape = Configuration(Arithmetic(players), rounds, FIVE, cut=cut, draw=draw, dropout=dropout)
        name = f"{players} × {rounds}, draws {draw}, dropouts {dropout}"
        rows.append(_measured(name, shape, count, GENERAL, repeats))
    seconds = least(recompute, 1)
    rows.append(("the whole paper", f"{3 * RUNS:,} tournaments", seconds, 1.0))
    return rows + _two_workers(repeats)


def least(work: Callable[[], object], times: int, clock: Callable[[], float] = process_time) -> float:
    """The shortest time of several."""
    taken = []
    for _ in range(times):
        start = clock()
        work()
        taken.append(clock() - start)
    return min(taken)


def _measured(name: str, configuration: Configuration, count: int, goal: float, repeats: int) -> Row:
    count //= SHORT
    matches = run_chunk(configuration, 1, 0, count).events[0]  # compiles
    seconds = least(lambda: run_chunk(configuration, 1, 0, count), SHORT * repeats)
    return name, f"{1e9 * seconds / matches:.1f} ns per match", seconds, goal * matches


def _two_workers(repeats: int) -> list[Row]:
    """Threads where there are kernels, processes where there is Python (`pairing.simulation.workers`)."""
    players, rounds, draw, dropout, cut, _ = SHAPES[0]
    swiss = Configuration(Arithmetic(players), rounds, FIVE, cut=cut, draw=draw, dropout=dropout)
    stuck = Configuration(Arithmetic(24), 9, FIVE[:1], "wcsc", {"order": "F", "method": "A", "floater": "M"})
    rows: list[Row] = []
    for name, configuration, count in (("threads", swiss, 40_000), ("processes", stuck, 400)):
        run_with(configuration, 1, 200, workers=2)
        one = least(lambda c=configuration, n=count: run_with(c, 1, n, workers=1), repeats, perf_counter)
        two = least(lambda c=configuration, n=count: run_with(c, 1, n, workers=2), repeats, perf_counter)
        rows.append((f"one worker, {name}", f"{count:,} tournaments, by the clock", one, None))
        rows.append((f"two workers, {name}", f"{one / two:.2f} times as fast", two, one / GAIN))
    return rows
