"""The rows as benchmarks of pytest-benchmark, which keeps and compares their figures. Nothing is asserted.

CPU time is shown as it is and as a multiple of a fixed piece of pure Python measured in the same run, so that figures
from different machines can be compared.
"""

from time import process_time
from typing import Any

import pytest

from tests.bench.rows import Measured, Row, chosen, line, measured, timed


class Figures:
    """The clock of pytest-benchmark: it goes on by what a row says it took, as only the row knows what counts."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Figures()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rows = list(chosen(metafunc.config.getoption("--row")))
    metafunc.parametrize(("benchmark_name", "row"), rows, ids=[f"{name}: {row.name}" for name, row in rows])


@pytest.fixture(scope="session")
def plain() -> float:
    """CPU seconds of a loop that has nothing to do with pairing: dictionary, integer and list work."""
    taken = sorted(measured(timed(_two_hundred_thousand_steps, process_time)).seconds for _ in range(7))
    print(
        f"baseline: {1000 * taken[3]:.1f} ms CPU for two hundred thousand steps of plain Python", flush=True
    )
    return taken[3]


def _two_hundred_thousand_steps() -> None:
    seen: dict[int, int] = {}
    row: list[int] = []
    for step in range(200_000):
        key = step * 7919 % 1009
        seen[key] = seen.get(key, 0) + step
        row.append(key ^ step)


@pytest.mark.benchmark(timer=CLOCK)
def test_row(
    benchmark: Any, benchmark_name: str, row: Row, plain: float, pytestconfig: pytest.Config
) -> None:
    once = row.prepare()

    def measure() -> Measured:
        found = measured(once)
        CLOCK.now += found.seconds
        return found

    CLOCK.now = 0.0
    last = benchmark.pedantic(measure, rounds=pytestconfig.getoption("--repeats"))
    figure = row.summary(benchmark.stats.stats.data)
    benchmark.extra_info |= {"row": f"{benchmark_name}: {row.name}", "figure": figure, "unit": row.unit}
    benchmark.extra_info |= {"goal": row.goal if last.goal is None else last.goal, "compared": row.compared}
    print(line(f"{benchmark_name}: {row.what}", row, last, figure, plain), flush=True)
