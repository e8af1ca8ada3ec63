"""Wide nets: cases too many for every day. `make test` leaves them out, `make sweep` runs them all.

A case belongs to the sweep by its marker, `@pytest.mark.sweep`; `seeds()` marks all but the first of a row. The
hooks here are imported by `tests/conftest.py`; `devtools/sweep.py` gives the words of the command line.
"""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NONE, ALL = "none", "all"
# Whether the wide nets run: before the modules of tests are read, `configure` says so.
_asked = False


def seeds(every_day: int, swept: int) -> list[Any]:
    """The seeds 0, 1, ... for `parametrize`: the first `every_day` run always, up to `swept` with the sweep.

    Nobody makes a case that will not run: there are as many of these as of all others together.
    """
    return [
        pytest.param(seed, id=f"seed={seed}", marks=() if seed < every_day else (pytest.mark.sweep,))
        for seed in range(swept if _asked else every_day)
    ]


def sweep_too(*values: Any) -> Iterator[Any]:
    """The same values for `parametrize`, for the sweep only: `[*every_day, *sweep_too(*wide)]`."""
    return sweep_rows(*((value,) for value in values))


def sweep_rows(*rows: tuple[Any, ...]) -> Iterator[Any]:
    """As `sweep_too`, where `parametrize` has several names: each row is a value for each of them."""
    return (pytest.param(*row, marks=pytest.mark.sweep) for row in rows if _asked)


def share_of(nodeid: str, shares: int) -> int:
    """Which share of the sweep a case belongs to, 0 to shares - 1; the same on every machine."""
    return zlib.crc32(nodeid.encode()) % shares


def addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sweep", "the wide nets")
    group.addoption(
        "--sweep",
        default=NONE,
        metavar="all|K/N",
        help="run the sweep instead, or its share K of N (0 to N-1)",
    )
    group.addoption(
        "--sweep-passed", metavar="FILE", help="leave out the cases named here; add those that pass"
    )


def unwanted(config: pytest.Config, made: object) -> bool:
    """What is for the sweep as a whole, where nobody asks for that: to make the cases of some of it takes seconds."""
    marks = getattr(made, "pytestmark", None)
    swept = isinstance(marks, list) and any(mark.name == "sweep" for mark in marks)
    return swept and config.getoption("--sweep") == NONE


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out either the sweep, or everything that is not in the asked share of it."""
    asked = config.getoption("--sweep")
    done = _passed(config)
    keep: list[Any] = []
    drop: list[Any] = []
    for item in items:
        swept = item.get_closest_marker("sweep") is not None
        wanted = not swept if asked == NONE else swept and _in_share(item.nodeid, asked)
        (keep if wanted and item.nodeid not in done else drop).append(item)
    if drop:
        config.hook.pytest_deselected(items=drop)
        items[:] = keep


def _in_share(nodeid: str, asked: str) -> bool:
    if asked == ALL:
        return True
    share, _, shares = asked.partition("/")
    return share_of(nodeid, int(shares)) == int(share)


def _passed(config: pytest.Config) -> set[str]:
    name = config.getoption("--sweep-passed")
    return set(Path(name).read_text().splitlines()) if name and Path(name).is_file() else set()


class Keeper:
    """Remembers, in the process that collects all reports, which cases have passed; says how to repeat the others."""

    def __init__(self, config: pytest.Config) -> None:
        self.file: str | None = config.getoption("--sweep-passed")
        self.hypothesis_seed = config.getoption("--hypothesis-seed", None)
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        elif self.file and report.when == "call":
            with Path(self.file).open("a") as passed:
                passed.write(f"{report.nodeid}\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.failed:
            terminalreporter.section("to repeat what failed")
        seed = f" --hypothesis-seed={self.hypothesis_seed}" if self.hypothesis_seed else ""
        for nodeid in dict.fromkeys(self.failed):
            terminalreporter.line(f"python3 dev.py sweep{seed} '{nodeid}'")


def configure(config: pytest.Config) -> None:
    global _asked
    _asked = config.getoption("--sweep") != NONE
    if _asked and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Keeper(config), "sweep-keeper")
