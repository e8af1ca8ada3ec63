"""Simulated Monrad and shogi championships: kernels that ask the engine for rounds that get stuck; the engine alone.

The goal is that of the engine alone, one twentieth of its time. Compiling is not counted.
"""

from typing import Any

from pairing.simulation import Arithmetic, Configuration, chains, run_chunk
from pairing.simulation.reference.engine_path import play_through_engine
from pairing.simulation.reference.tournament import measures
from pairing.simulation.whole_events import score_groups_run
from tests.bench.rows import Measured, Once, Row, timed

ORDERS = chains(["solkoff"], ["sonneborn_berger"])
FAMC: dict[str, Any] = {"order": "F", "method": "A", "floater": "M", "opponent": "C"}
BY_ENGINE = 4  # tournaments

# System, options, players, rounds, draws, tournaments.
SHAPES: list[tuple[str, dict[str, Any], int, int, float, int]] = [
    ("monrad", {}, 64, 5, 0.0, 100),
    ("monrad", {}, 64, 7, 0.3, 40),
    ("monrad", {}, 200, 9, 0.2, 20),
    ("monrad", {"elimination": 2}, 64, 8, 0.0, 40),
    ("wcsc", {}, 24, 5, 0.0, 100),
    ("wcsc", {}, 24, 9, 0.0, 40),
    ("wcsc", FAMC | {"mode": "MS"}, 24, 9, 0.0, 40),
    ("wcsc", {}, 64, 9, 0.1, 20),
]


def rows() -> list[Row]:
    return [row for shape in SHAPES for row in _rows(*shape)]


def _rows(
    system: str, options: dict[str, Any], players: int, rounds: int, draw: float, count: int
) -> list[Row]:
    """CPU seconds per tournament."""
    c = Configuration(Arithmetic(players), rounds, ORDERS, system, options, draw=draw)
    name = f"{system} {players} × {rounds}, draws {draw} {','.join(map(str, options.values()))}".strip()
    return [
        Row(name, "kernels", lambda: _by_kernels(c, count), summary=min),
        Row(name, "engine", lambda: lambda: _by_engine(c), summary=min),
    ]


def _by_kernels(c: Configuration, count: int) -> Once:
    asked = _rounds_asked(c, count)  # compiles too
    slow = _by_engine(c)

    def once() -> Measured:
        fast = timed(lambda: run_chunk(c, 1, 0, count))() / count
        note = f"{asked:.2f} rounds by the engine, which alone takes {slow / fast:.0f} times as long"
        return Measured(fast, note, slow / 20)

    return once


def _by_engine(c: Configuration) -> float:
    work = timed(lambda: [measures(c, play_through_engine(c, 1, i)) for i in range(BY_ENGINE)])
    return work() / BY_ENGINE


def _rounds_asked(configuration: Configuration, count: int) -> float:
    """How many rounds of a tournament the kernels leave to the engine."""
    asked = 0

    def counted(*arguments: Any) -> None:
        nonlocal asked
        asked += 1
        ask_engine(*arguments)

    ask_engine: Any = score_groups_run.ask_engine
    score_groups_run.ask_engine = counted  # type: ignore[assignment]
    try:
        run_chunk(configuration, 1, 0, count)
    finally:
        score_groups_run.ask_engine = ask_engine
    return asked / count
