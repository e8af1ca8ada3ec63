"""Copies of the working tree to plant faults in, and pytest in such a copy."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from devtools import PYTHON, ROOT, VENV
from devtools.faults import reports
from devtools.faults.catalogue import Fault
from devtools.faults.planting import Place, find, plant
from devtools.suite import in_parallel, test_env

LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".tools",
    "var",
    "*_cache",
    ".hypothesis",
    ".coverage*",
    "htmlcov",
    "test-results",
    "*.pyc",
)
# Seconds that a run may take beside six times what it usually takes: kernels may have to be compiled first.
PATIENCE = 1500.0
WHOLE_SUITE = "tests"


@dataclass(frozen=True)
class Ran:
    """What one run of pytest has shown: by which test a fault was found ("" where all passed), and how."""

    by: str = ""
    how: str = ""
    seconds: float = 0.0

    @property
    def is_test(self) -> bool:
        return "::" in self.by


class Copy:
    """A copy of the working tree, for one run at a time."""

    def __init__(self, root: Path = ROOT) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pairwright-faults-"))
        self.tree = self.home / "tree"
        shutil.copytree(root, self.tree, ignore=LEFT_OUT, symlinks=True)
        (self.tree / ".venv").symlink_to(VENV.resolve())
        # Tests read what others have published from the folder beside the tree.
        if (shared := root.parent / "shared").is_dir():
            (self.home / shared.name).symlink_to(shared)
        self._kept: tuple[Path, str] | None = None
        self._moment = time.time() - 1_000_000
        self._running: subprocess.Popen[bytes] | None = None

    def plant(self, fault: Fault) -> Place:
        """Put a fault into this copy. Errors: Gone."""
        place = find(fault, self.tree)
        changed = plant(fault, place)
        self._kept = (place.path, place.path.read_text())
        self._write(place.path, changed)
        return place

    def clear(self) -> None:
        if self._kept is not None:
            self._write(*self._kept)
            self._kept = None
        # Code compiled from a fault must not stay beside the good one.
        shutil.rmtree(self.home / "numba", ignore_errors=True)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def stop(self) -> None:
        """End what this copy has started, with everything that was started by it."""
        if self._running is not None and self._running.poll() is None:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()

    def run(self, tests: Sequence[str], usual: float) -> Ran:
        """Run these tests here in their order, up to the first failure; `usual` is how many seconds they take.

        A word may be an option of pytest, too.
        """
        began, report, out = time.monotonic(), self.home / "report.xml", self.home / "out.txt"
        report.unlink(missing_ok=True)
        with out.open("wb") as written:
            self._running = subprocess.Popen(
                self._command(tests, report),
                cwd=self.tree,
                env=self._env(),
                stdout=written,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code: int | None = self._running.wait(PATIENCE + 6 * usual)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                self.stop()
        return judged(code, report, _last_line(out), round(time.monotonic() - began, 1))

    def _command(self, tests: Sequence[str], report: Path) -> list[str]:
        # As a file: there may be more of them than a command line holds.
        chosen = self.home / "tests.txt"
        chosen.write_text("".join(f"{name}\n" for name in tests))
        words = [str(PYTHON), "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider"]
        whole = in_parallel() if WHOLE_SUITE in tests else []
        return [*words, *reports.words(report), *whole, f"@{chosen}"]

    def _env(self) -> dict[str, str]:
        left_out = {"DATABASE_URL", "REDIS_URL", "CI", "COVERAGE_FILE", "DATA_DIR"}
        env = {name: value for name, value in test_env().items() if name not in left_out}
        env["PYTHONPYCACHEPREFIX"] = str(self.home / "bytecode")
        changed = self._kept[0].read_text() if self._kept else ""
        if "numba" in changed or "simulation.compiled" in changed:
            env["NUMBA_CACHE_DIR"] = str(self.home / "numba")
        return env

    def _write(self, path: Path, text: str) -> None:
        """Python knows compiled files by length and second: no two texts here are of the same second."""
        path.write_text(text)
        self._moment += 2
        os.utime(path, (self._moment, self._moment))


def judged(code: int | None, report: Path, last: str, took: float) -> Ran:
    """What does not end, and what cannot even be started, counts as found."""
    if code in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        return Ran(seconds=took)
    if code is None:
        return Ran("pytest", "does not end", took)
    if code < 0:
        raise KeyboardInterrupt  # ended from outside: nothing was found out
    tests = reports.read(report) if report.is_file() else iter(())
    failed = [name for name, outcome, _seconds in tests if outcome == reports.FAILED]
    # Several processes that stop at the first failure end as if somebody had interrupted them.
    if code in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED) and failed:
        return Ran(failed[0], "", took)
    return Ran("pytest", f"cannot be started: {last}", took)


def _last_line(path: Path) -> str:
    lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""
