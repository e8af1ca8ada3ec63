"""A plugin of pytest, for runs with a fault: which tests run in which order, how long one may take, what was found.

It is copied to a folder of its own and named on the command line there, so it knows nothing but pytest. Settings come
as JSON in the file that `--fault-plan` names: `tests` (ids of tests, or names of their files, in order;
none for all), `limits` (seconds by id), `limit` (added to that), `report` (the file to write), `times` (a file for how
long each test took).
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PLAN: dict[str, Any] = {}
FOUND: dict[str, Any] = {"failed": [], "current": "", "hangs": "", "broken": []}
TIMES: list[tuple[str, str | None, float, str]] = []
# With parallel processes the one that starts them hears of every test, and only that one writes.
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fault-plan")


def pytest_configure(config: pytest.Config) -> None:
    PLAN.update(json.loads(Path(config.getoption("fault_plan")).read_text()))


def _write() -> None:
    if not IS_WORKER:
        Path(PLAN["report"]).write_text(json.dumps(FOUND))


def _hangs(signum: int, frame: object) -> None:
    """The test that is running will not end: neither will anything that waits for it."""
    FOUND["hangs"] = FOUND["current"]
    _write()
    os._exit(99)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if PLAN["tests"] is None:
        return
    place = {name: at for at, name in enumerate(PLAN["tests"])}
    at = {item: place.get(item.nodeid, place.get(item.nodeid.partition("::")[0])) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if at[item] is None])
    items[:] = sorted((item for item in items if at[item] is not None), key=lambda item: at[item] or 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    FOUND["current"] = item.nodeid
    _write()
    signal.signal(signal.SIGALRM, _hangs)
    signal.setitimer(signal.ITIMER_REAL, PLAN["limits"].get(item.nodeid, 0) + PLAN["limit"])
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    TIMES.append((report.nodeid, report.when, report.duration, report.outcome))
    if report.failed and report.nodeid not in FOUND["failed"]:
        FOUND["failed"].append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        FOUND["broken"].append(report.nodeid)


def pytest_sessionfinish() -> None:
    _write()
    if "times" in PLAN and not IS_WORKER:
        Path(PLAN["times"]).write_text(json.dumps(TIMES))
