"""Plant the faults one by one and record which test finds each: `dev.py faults contexts` and `run`."""

from __future__ import annotations

import json
import os
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

from devtools import PYTHON, call, fail, git, say, tree_mark
from devtools.faults import reports
from devtools.faults.catalogue import Fault, chosen, load
from devtools.faults.copies import WHOLE_SUITE, Copy, Ran
from devtools.faults.covering import COVERAGE, KEPT, REPORT, Covering
from devtools.faults.planting import PACKAGES, Gone, find
from devtools.suite import test_env

AT_ONCE = 2
# Seconds of tests, as they usually take, that one fault gets before it is left to the run of the whole suite.
ENOUGH = 300.0
STATE = KEPT / "found.json"
LAST = Path(__file__).with_name("after.json")
Row = dict[str, Any]


def contexts() -> None:
    """Run the suite once with a context for each test, and keep how long each took."""
    KEPT.mkdir(parents=True, exist_ok=True)
    COVERAGE.unlink(missing_ok=True)
    workers = os.environ.get("PYTEST_WORKERS") or "2"
    words = ["-q", "-n", workers, "--dist", "worksteal", "--cov-context=test", "--cov-report="]
    words += [*reports.words(REPORT), *(f"--cov={package}" for package in PACKAGES)]
    # A test whose first steps were taken in an earlier one would not be known to execute them.
    env = {**test_env(), "COVERAGE_FILE": str(COVERAGE), "TAKE_EVERY_STEP": "1"}
    if call(PYTHON, "-m", "pytest", *words, "tests", env=env):
        say("tests failed without any fault: they are not used to find one")


def run(ids: list[str], *, record: str, again: bool) -> None:
    faults = chosen(load(), ids)
    finding = Finding(again=again)
    try:
        finding.each(faults)
        finding.with_whole_suite(faults)
    finally:
        finding.end()
    rows = {fault.id: finding.rows[fault.id] for fault in faults}
    _show(faults, rows)
    if record:
        table = {"commit": git("rev-parse", "HEAD"), "faults": rows}
        path = Path(__file__).with_name(f"{record}.json")
        path.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n")


class Finding:
    """One go through the faults. What is known is written after each of them, so that a stop costs little."""

    def __init__(self, *, again: bool) -> None:
        self.mark = tree_mark()
        self.finders = {name: row["by"] for name, row in json.loads(LAST.read_text())["faults"].items()}
        self.rows: dict[str, Row] = {} if again else _known(self.mark)
        self.copies = [Copy() for _ in range(AT_ONCE)]
        self.free: queue.Queue[Copy] = queue.Queue()
        for copy in self.copies:
            self.free.put(copy)
        self._lock = threading.Lock()

    @cached_property
    def covering(self) -> Covering:
        """Asked for only where no test is known that found the fault before."""
        return Covering()

    def end(self) -> None:
        for copy in self.copies:
            copy.remove()

    def each(self, faults: list[Fault]) -> None:
        """Every fault with the tests that execute its lines."""
        left = [fault for fault in faults if fault.id not in self.rows]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                list(pool.map(self._one, left))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in self.copies:
                    copy.stop()
                raise

    def with_whole_suite(self, faults: list[Fault]) -> None:
        """What survived and was not looked at yet, with every test there is."""
        for fault in faults:
            row = self.rows[fault.id]
            if row["outcome"] == "survived" and not fault.verdict and "whole" not in row:
                say(f"the whole suite with {fault.id}")
                ran = self._found(self.copies[0], fault, [WHOLE_SUITE])
                self._note(fault, {**row, **_row(ran), "whole": True})

    def _one(self, fault: Fault) -> None:
        copy = self.free.get()
        try:
            ran, count = self._by_finder(copy, fault), 1
            if not ran.by and COVERAGE.is_file():
                tests = self.covering.tests(fault, find(fault, copy.tree), copy.tree)
                ran, count = self._found(copy, fault, self._enough(tests)), len(tests)
            self._note(fault, {**_row(ran), "tests": count})
        except Gone as gone:
            self._note(fault, {"outcome": "gone", "by": str(gone), "seconds": 0.0})
        finally:
            self.free.put(copy)

    def _by_finder(self, copy: Copy, fault: Fault) -> Ran:
        """What the test that found the fault last time says of it now; nothing where that test is gone."""
        test = self.finders.get(fault.id, "")
        if not _is_there(copy.tree, test):
            return Ran()
        copy.plant(fault)
        ran = copy.run([test], 0)
        copy.clear()
        return ran if ran.by and not copy.run([test], 0).by else Ran()

    def _found(self, copy: Copy, fault: Fault, tests: list[str]) -> Ran:
        """The first of these tests that fails with the fault and passes without it."""
        usual = self.covering.usual(self.covering.seconds if WHOLE_SUITE in tests else tests)
        copy.plant(fault)
        ran = copy.run(tests, usual)
        copy.clear()
        if not ran.by or not copy.run([ran.by] if ran.is_test else tests, usual).by:
            return ran
        if not ran.is_test:
            fail(f"{ran.how} with nothing planted, too; is it long since `dev.py faults contexts`?")
        return self._found(copy, fault, [*tests, f"--deselect={ran.by}"])

    def _enough(self, tests: list[str]) -> list[str]:
        """As many of them as take `ENOUGH`, and one at least."""
        count = 1
        while count < len(tests) and self.covering.usual(tests[: count + 1]) <= ENOUGH:
            count += 1
        return tests[:count]

    def _note(self, fault: Fault, row: Row) -> None:
        with self._lock:
            self.rows[fault.id] = row
            STATE.write_text(json.dumps({"mark": self.mark, "rows": self.rows}))
        say(_line(fault, row))


def _is_there(tree: Path, test: str) -> bool:
    path, _, name = test.partition("::")
    function = name.split("::")[-1].partition("[")[0]
    return bool(name) and (tree / path).is_file() and f"def {function}(" in (tree / path).read_text()


def _row(ran: Ran) -> Row:
    how = {"how": ran.how} if ran.how else {}
    return {"outcome": "found" if ran.by else "survived", "by": ran.by, **how, "seconds": ran.seconds}


def _known(mark: str) -> dict[str, Row]:
    kept = json.loads(STATE.read_text()) if STATE.is_file() else {}
    rows: dict[str, Row] = kept.get("rows", {})
    return rows if kept.get("mark") == mark else {}


def _line(fault: Fault, row: Row) -> str:
    said = row["by"] or fault.verdict
    return f"{fault.id}  {row['outcome']:<8} {row['seconds']:7.1f} s  {said} {row.get('how', '')}".rstrip()


def _show(faults: list[Fault], rows: dict[str, Row]) -> None:
    for fault in faults:
        print(_line(fault, rows[fault.id]))
    outcomes = [row["outcome"] for row in rows.values()]
    print(", ".join(f"{outcomes.count(word)} {word}" for word in ("found", "survived", "gone")))
