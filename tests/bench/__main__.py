"""`python -m tests.bench [ROWS ...] [--repeats N] [--json | --list]`: measure and print; nothing is asserted.

Every module here with a function `rows()` is a benchmark. A row is named by its benchmark, or by `BENCHMARK:TEXT` with
a part of its name. CPU time is shown as it is and as a multiple of a fixed piece of pure Python measured in the same
run, so that figures from different machines can be compared.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby
from statistics import median
from time import process_time
from typing import Any, NoReturn

from tests.bench.choosing import UnknownRow, benchmark, chosen
from tests.bench.rows import Measured, Row


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure and print figures.")
    parser.add_argument("rows", nargs="*", help="benchmarks, or BENCHMARK:TEXT; all of them if none is named")
    parser.add_argument("--repeats", type=positive, default=5)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each row")
    parser.add_argument("--list", action="store_true", help="measure nothing: the rows, a line of JSON each")
    parser.error = refuse  # type: ignore[method-assign]
    arguments = parser.parse_args()
    try:
        rows = chosen(arguments.rows)
    except UnknownRow as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if arguments.list:
        for name, row in rows:
            if row.compared:
                print(json.dumps({"benchmark": name, "row": row.name}))
    elif arguments.json:
        for name, row in rows:
            print(json.dumps(figure(name, row, row.measure(arguments.repeats))), flush=True)
    else:
        show(rows, arguments.repeats)
    return 0


def refuse(message: str) -> NoReturn:
    print(f"bench: {message}", file=sys.stderr)
    raise SystemExit(2)


def positive(text: str) -> int:
    if not text.isdecimal() or int(text[:9]) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text[:9])


def figure(name: str, row: Row, found: Measured) -> dict[str, Any]:
    return {"name": f"{name}: {row.name}", "value": found.seconds, "unit": row.unit}


def show(rows: list[tuple[str, Row]], repeats: int) -> None:
    unit = baseline()
    print(f"baseline: {1000 * unit:.1f} ms CPU for two hundred thousand steps of plain Python")
    for name, group in groupby(rows, key=lambda item: item[0]):
        print(f"\n{name}: {(benchmark(name).__doc__ or '').splitlines()[0]}")
        for _name, row in group:
            seconds, note, goal = row.measure(repeats)
            how = "; ".join(filter(None, (row.how, note)))
            missed = "" if goal is None or seconds <= goal else ", MISSED"
            # Time in thousandths, and beside it how that compares with this machine.
            size, shown = (1000, "ms") if row.unit == "s" else (1, row.unit)
            times = f"{seconds / unit:>8.2f} x" if row.unit == "s" else " " * 10
            aim = "" if goal is None else f"   goal {size * goal:.0f} {shown}{missed}"
            print(f"  {row.what:<44} {how:<34} {size * seconds:>9.1f} {shown} {times}{aim}", flush=True)


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
    sys.exit(main())
