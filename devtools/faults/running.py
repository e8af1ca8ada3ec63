"""Planting the faults one by one, and which test finds each: `dev.py faults contexts` and `run`."""

from __future__ import annotations

import hashlib
import json
import os
import queue
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devtools import PYTHON, ROOT, call, fail, say
from devtools.checks import test_env
from devtools.faults.catalogue import Fault, chosen, load
from devtools.faults.copies import Copy, Plan, plugin_in
from devtools.faults.covering import COVERAGE, DURATIONS, KEPT, Covering
from devtools.faults.planting import PACKAGES, Gone

# Seconds of tests, as they usually take, that one fault gets before it is left to the run of the whole suite.
ENOUGH = 300.0
STATE = KEPT / "found.json"
CODE = ("accounts", "config", "pairing", "tournaments", "templates", "static", "locale", "tests")
Row = dict[str, Any]


@dataclass(frozen=True)
class How:
    """How to run: processes at once, where to record, whether to begin anew, whether without the whole suite."""

    jobs: int = 2
    record: str = ""
    again: bool = False
    alone: bool = False


def contexts() -> None:
    """Run the suite once with a context for each test, and keep how long each took."""
    KEPT.mkdir(parents=True, exist_ok=True)
    COVERAGE.unlink(missing_ok=True)
    workers = os.environ.get("PYTEST_WORKERS") or "2"
    words = [
        "-q",
        "-n",
        workers,
        "--dist",
        "worksteal",
        "-p",
        "fault_order",
        "--cov-context=test",
        "--cov-report=",
    ]
    words += [f"--cov={package}" for package in PACKAGES]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        plan: dict[str, Any] = {
            "tests": None,
            "limits": {},
            "limit": 0,
            "report": str(home / "report"),
            "times": str(DURATIONS),
        }
        (home / "plan.json").write_text(json.dumps(plan))
        env = {**test_env(), "COVERAGE_FILE": str(COVERAGE), "PYTHONPATH": str(plugin_in(home))}
        words.append(f"--fault-plan={home / 'plan.json'}")
        code = call(PYTHON, "-m", "pytest", *words, "tests", env=env)
    if code:
        say("tests failed without any fault: they are not used to find one")


def run(ids: list[str], how: How) -> None:
    faults = chosen(load(), ids)
    covering = Covering()
    finding = Finding(covering, how)
    try:
        finding.each(faults)
        if not how.alone:
            finding.together(faults)
    finally:
        finding.end()
    _show(faults, finding.rows)
    if how.record:
        path = Path(__file__).with_name(f"{how.record}.json")
        path.write_text(json.dumps(_record(faults, finding.rows), indent=1, ensure_ascii=False) + "\n")


class Finding:
    """One go through the faults. What is known is written after each of them, so that a stop costs little."""

    def __init__(self, covering: Covering, how: How, root: Path = ROOT) -> None:
        self.covering, self.how, self.mark = covering, how, _fingerprint(root)
        self.rows: dict[str, Row] = {} if how.again else _known(self.mark)
        # Tests that fail with nothing planted find nothing.
        self.useless = set(covering.failed)
        self.copies: queue.Queue[Copy] = queue.Queue()
        self.all_copies = [Copy(number, root) for number in range(how.jobs)]
        self._lock = threading.Lock()
        for copy in self.all_copies:
            self.copies.put(copy)

    def end(self) -> None:
        for copy in self.all_copies:
            copy.remove()

    def each(self, faults: list[Fault]) -> None:
        """Every fault alone, with the tests that execute its lines."""
        while left := [fault for fault in faults if fault.id not in self.rows]:
            with ThreadPoolExecutor(self.how.jobs) as pool:
                try:
                    list(pool.map(self._one, left))
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    for copy in self.all_copies:
                        copy.stop()
                    raise
            self._forget_false_alarms(left)

    def together(self, faults: list[Fault]) -> None:
        """What survived, all at once, with the whole suite; a failure there is repeated with each of them alone."""
        left = [fault for fault in faults if self.rows[fault.id]["outcome"] == "survived"]
        left = [fault for fault in left if "whole" not in self.rows[fault.id]]
        copy = self.all_copies[0]
        while left:
            planted = _planted_together(copy, left)
            say(f"the whole suite with {', '.join(fault.id for fault in planted)}")
            try:
                ran = copy.run(Plan(None, self.covering.seconds, first_only=False, jobs=self.how.jobs))
            finally:
                copy.clear()
            if ran.by and not ran.failed:
                fail(f"the whole suite could not be run with the survivors: {ran.by} {ran.how}")
            suspects = [name for name in ran.failed if name not in self.useless]
            innocent = self._failing(copy, suspects)
            suspects = [name for name in suspects if name not in innocent]
            for fault in planted:
                self._whose(copy, fault, suspects)
            left = [fault for fault in left if fault not in planted]

    def _one(self, fault: Fault) -> None:
        """The first test that fails with the fault."""
        copy = self.copies.get()
        try:
            tests = self.covering.tests(fault, copy.plant(fault), copy.tree)
            some = _enough([name for name in tests if name not in self.useless], self.covering.seconds)
            ran = copy.run(Plan(some, self.covering.seconds))
            row = {"outcome": "found" if ran.by else "survived", **ran.said(), "seconds": ran.seconds}
            self._note(fault, {**row, "tests": len(tests)})
        except Gone as gone:
            self._note(fault, {"outcome": "gone", "by": str(gone), "seconds": 0.0})
        finally:
            copy.clear()
            self.copies.put(copy)

    def _forget_false_alarms(self, faults: list[Fault]) -> None:
        """What was found by a test that also fails without a fault is to be tried again without that test."""
        finders = {self.rows[f.id]["by"] for f in faults if self.rows[f.id]["outcome"] == "found"}
        failing = self._failing(self.all_copies[0], sorted(name for name in finders if "::" in name))
        self.useless |= failing
        for fault in faults:
            if self.rows[fault.id]["by"] in failing:
                del self.rows[fault.id]

    def _failing(self, copy: Copy, names: list[str]) -> set[str]:
        """Those of these tests that fail when nothing is planted."""
        if not names:
            return set()
        ran = copy.run(Plan(names, self.covering.seconds, first_only=False, slow=True))
        return {*ran.failed, *([ran.by] if ran.how else [])}

    def _whose(self, copy: Copy, fault: Fault, suspects: list[str]) -> None:
        """Whether one of these tests finds this fault alone."""
        row = {**self.rows[fault.id], "whole": True}
        if suspects:
            copy.plant(fault)
            ran = copy.run(Plan(suspects, self.covering.seconds))
            copy.clear()
            if ran.by:
                row |= {"outcome": "found", **ran.said()}
        self._note(fault, row)

    def _note(self, fault: Fault, row: Row) -> None:
        with self._lock:
            self.rows[fault.id] = row
            KEPT.mkdir(parents=True, exist_ok=True)
            STATE.write_text(json.dumps({"mark": self.mark, "rows": self.rows}))
        say(_line(fault, row))


def _planted_together(copy: Copy, faults: list[Fault]) -> list[Fault]:
    """Those that can stand in the code at the same time: two in the same lines cannot."""
    planted = []
    for fault in faults:
        try:
            copy.plant(fault)
            planted.append(fault)
        except Gone:
            continue
    return planted


def _enough(tests: list[str], seconds: dict[str, float]) -> list[str]:
    """As many of them as take `ENOUGH`, and one at least."""
    chosen_ones: list[str] = []
    total = 0.0
    for name in tests:
        total += seconds.get(name, 1.0)
        if chosen_ones and total > ENOUGH:
            break
        chosen_ones.append(name)
    return chosen_ones


def _fingerprint(root: Path) -> str:
    """Of the faults, the code and the tests: what was found is true of these only."""
    digest = hashlib.sha256(json.dumps([[fault.id, fault.old, fault.new] for fault in load()]).encode())
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


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
    counts = {
        word: sum(rows[f.id]["outcome"] == word for f in faults) for word in ("found", "survived", "gone")
    }
    print(", ".join(f"{count} {word}" for word, count in counts.items()))


def _record(faults: list[Fault], rows: dict[str, Row]) -> dict[str, Any]:
    command = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return {"commit": commit, "faults": {fault.id: rows[fault.id] for fault in faults}}
