"""`python -m tests.bench [ROWS ...] [--repeats N]`: measure and print; further options go to pytest-benchmark.

A row is named by its benchmark, or by `BENCHMARK:TEXT` with a part of its name. `--benchmark-json=FILE` keeps the
figures for programs.
"""

import argparse
import os
import sys
from pathlib import Path

import pytest

from tests.bench.rows import chosen

MEASURE = Path(__file__).with_name("measure.py")
# Not as a part of the suite: none of its settings and fixtures, and of plugins only the one that measures: the garbage
# collector looks through what the others hold while a row is measured.
APART = ["-c", os.devnull, f"--rootdir={MEASURE.parents[2]}", "--noconftest", "-p", "no:cacheprovider"]
APART += ["--disable-plugin-autoload", "-p", "pytest_benchmark.plugin"]
PRINTED = ["-qq", "-s", "--tb=short", "--no-summary", "--benchmark-quiet", "--import-mode=importlib"]


class Options:
    """What pytest has to hand on to the rows."""

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        parser.addoption("--row", action="append", default=[])
        parser.addoption("--repeats", type=int)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        return ("", "", "") if report.passed else None  # the row has said it


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure and print figures.")
    parser.add_argument("rows", nargs="*", help="benchmarks, or BENCHMARK:TEXT; all of them if none is named")
    parser.add_argument("--repeats", type=positive, default=5)
    given, others = parser.parse_known_args()
    try:
        list(chosen(given.rows))
    except LookupError as error:
        parser.error(str(error.args[0]))
    rows = [f"--row={row}" for row in given.rows]
    return pytest.main(
        [str(MEASURE), *APART, *PRINTED, *rows, f"--repeats={given.repeats}", *others], [Options()]
    )


def positive(text: str) -> int:
    if not text.isdecimal() or int(text[:9]) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text[:9])


if __name__ == "__main__":
    sys.exit(main())
