"""`python -m tests.bench [NAME ...] [--repeats N]`: measure and print; nothing is asserted.

Every module here with a function `run(repeats)` is a benchmark. It returns rows: what was measured, with what, the
median CPU seconds, and the goal in seconds (or None). CPU time is shown as it is and as a multiple of a fixed piece
of pure Python measured in the same run, so that figures from different machines can be compared.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from statistics import median
from time import process_time

import tests.bench


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure and print figures.")
    parser.add_argument("names", nargs="*", help="benchmarks to run; all of them if none is named")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    unit = baseline()
    print(f"baseline: {1000 * unit:.1f} ms CPU for two hundred thousand steps of plain Python")
    for name in arguments.names or benchmarks():
        module = importlib.import_module(f"tests.bench.{name}")
        print(f"\n{name}: {(module.__doc__ or '').splitlines()[0]}")
        for what, how, seconds, goal in module.run(arguments.repeats):
            aim = (
                "" if goal is None else f"   goal {1000 * goal:.0f} ms{'' if seconds <= goal else ', MISSED'}"
            )
            print(
                f"  {what:<44} {how:<34} {1000 * seconds:>9.1f} ms {seconds / unit:>8.2f} x{aim}", flush=True
            )


def benchmarks() -> list[str]:
    """The modules of this package that measure something."""
    names = [m.name for m in pkgutil.iter_modules(tests.bench.__path__) if m.name != "__main__"]
    return [name for name in names if hasattr(importlib.import_module(f"tests.bench.{name}"), "run")]


def baseline() -> float:
    """CPU seconds of a loop that has nothing to do with pairing: dictionary, integer and list work."""
    taken = []
    for _ in range(7):
        start = process_time()
        seen: dict[int, int] = {}
        row: list[int] = []
        for step in range(200_000):
            key = step * 7919 % 1009
            seen[key] = seen.get(key, 0) + step
            row.append(key ^ step)
        taken.append(process_time() - start)
    return median(taken)


if __name__ == "__main__":
    main()
