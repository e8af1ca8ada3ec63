"""The results of the single tests of a pytest run, from its report for other programs (`--junitxml`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


def words(report: Path) -> list[str]:
    """Have pytest write one; of this family each test names its file."""
    return ["-o", "junit_family=xunit1", f"--junitxml={report}"]


def read(report: Path) -> Iterator[tuple[str, str, float]]:
    """Every test that was run, in that order: its id, how it ended, and the seconds it took."""
    for case in ElementTree.parse(report).iter("testcase"):
        ends = {child.tag for child in case}
        outcome = FAILED if ends & {"failure", "error"} else SKIPPED if "skipped" in ends else PASSED
        yield f"{case.get('file')}::{case.get('name')}", outcome, float(case.get("time", 0))
