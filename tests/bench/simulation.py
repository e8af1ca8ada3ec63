"""Simulated tournaments, compiled, on one core: nanoseconds per match, and the whole paper.

All six orders of the paper are measured in every tournament. The last row is the general kernel on the shape that has
one of its own. Compiling is not counted.
"""

from __future__ import annotations

from statistics import median
from time import process_time

from pairing.simulation import Arithmetic, Configuration, run_chunk
from pairing.simulation.paper import FIVE, MODELS, RUNS, recompute

Row = tuple[str, str, float, float | None]
FLAT, GENERAL = 12e-9, 120e-9  # seconds per match

# Players, rounds, draws, dropouts, cut, tournaments.
SHAPES = [
    (64, 9, 0.0, 0.0, 8, 2000),
    (64, 7, 0.3, 0.0, 8, 2000),
    (64, 7, 0.0, 0.05, 8, 2000),
    (33, 6, 0.2, 0.0, 8, 4000),
    (17, 6, 0.3, 0.05, 4, 8000),
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
    start = process_time()
    recompute()
    rows.append(("the whole paper", f"{3 * RUNS:,} tournaments", process_time() - start, 1.0))
    return rows


def _measured(name: str, configuration: Configuration, count: int, goal: float, repeats: int) -> Row:
    run_chunk(configuration, 1, 0, 1)  # compiles
    taken, matches = [], 0
    for _ in range(repeats):
        start = process_time()
        matches = run_chunk(configuration, 1, 0, count).events[0]
        taken.append(process_time() - start)
    seconds = median(taken)
    return name, f"{1e9 * seconds / matches:.1f} ns per match", seconds, goal * matches
