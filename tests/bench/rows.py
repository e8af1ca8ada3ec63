"""What a benchmark is made of: rows, each of which can be prepared and measured alone, and which of them are asked for.

Every module here with a function `rows()` is a benchmark.
"""

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple


class Measured(NamedTuple):
    """A figure with what else came out; a goal given here goes before that of the row."""

    seconds: float
    note: str = ""
    goal: float | None = None


# Measures once. What has to be made anew each time is made outside the time it takes.
Once = Callable[[], float | Measured]


@dataclass(frozen=True, slots=True)
class Row:
    """`prepare` makes the input and returns what measures; nothing is made before it is called.

    `goal` is in seconds, as every figure where no other `unit` is named; `summary` makes one figure of several; a row
    that is not `compared` says nothing about us.
    """

    what: str
    how: str
    prepare: Callable[[], Once]
    goal: float | None = None
    summary: Callable[[Sequence[float]], float] = median
    compared: bool = True
    unit: str = "s"

    @property
    def name(self) -> str:
        return f"{self.what}, {self.how}" if self.how else self.what


def measured(once: Once) -> Measured:
    found = once()
    return found if isinstance(found, Measured) else Measured(found)


def timed(work: Callable[[], object], clock: Callable[[], float] = process_time) -> Callable[[], float]:
    """The CPU seconds of some work, or those of another clock."""

    def once() -> float:
        start = clock()
        work()
        return clock() - start

    return once


def benchmarks() -> list[str]:
    files = Path(__file__).parent.glob("*.py")
    return sorted(path.stem for path in files if "\ndef rows()" in path.read_text(encoding="utf-8"))


def chosen(words: Sequence[str]) -> Iterator[tuple[str, Row]]:
    """The rows of the benchmarks that are named, or of `BENCHMARK:PART OF A NAME`. Errors: LookupError."""
    for word in words or benchmarks():
        name, _colon, text = word.partition(":")
        if name not in benchmarks():
            raise LookupError(f"there is no benchmark {name!r}; there are {', '.join(benchmarks())}")
        rows: list[Row] = importlib.import_module(f"tests.bench.{name}").rows()
        matching = [row for row in rows if text.strip().lower() in row.name.lower()]
        if not matching:
            raise LookupError(f"{name} has no row with {text.strip()!r} in its name")
        yield from ((name, row) for row in matching)


def line(what: str, row: Row, last: Measured, figure: float, plain: float) -> str:
    """Time in thousandths, beside it how that compares with this machine, and the goal."""
    size, unit = (1000, "ms") if row.unit == "s" else (1, row.unit)
    times = f"{figure / plain:>8.2f} x" if row.unit == "s" else " " * 10
    goal = row.goal if last.goal is None else last.goal
    missed = "" if goal is None or figure <= goal else ", MISSED"
    aim = "" if goal is None else f"   goal {size * goal:.0f} {unit}{missed}"
    how = "; ".join(filter(None, (row.how, last.note)))
    return f"{what:<56} {how:<34} {size * figure:>9.1f} {unit} {times}{aim}"
