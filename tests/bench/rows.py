"""What a benchmark is made of: rows, each of which can be prepared and measured alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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

    def measure(self, repeats: int) -> Measured:
        once = self.prepare()
        found = [measured(once) for _ in range(repeats)]
        last = found[-1]
        goal = self.goal if last.goal is None else last.goal
        return Measured(self.summary([one.seconds for one in found]), last.note, goal)


def measured(once: Once) -> Measured:
    found = once()
    return found if isinstance(found, Measured) else Measured(found)


def timed(work: Callable[[], object], clock: Callable[[], float] = process_time) -> Once:
    """The CPU seconds of some work, or those of another clock."""

    def once() -> float:
        start = clock()
        work()
        return clock() - start

    return once
