"""Copies of the working tree to plant faults in, and pytest in such a copy."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from devtools import ROOT, VENV
from devtools.checks import test_env
from devtools.faults.catalogue import Fault
from devtools.faults.planting import Place, find, plant

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
# A test may take this long beside what it usually takes; where kernels are compiled anew, this long.
PATIENCE, PATIENCE_COMPILING = 240.0, 1200.0
STARTING = 300.0


@dataclass
class Ran:
    """What one run of pytest with a fault has shown: by which test it was found ("" where all passed), and how."""

    by: str = ""
    how: str = ""
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def said(self) -> dict[str, str]:
        """What is kept of it."""
        return {"by": self.by, "how": self.how} if self.how else {"by": self.by}


@dataclass(frozen=True)
class Plan:
    """Which tests a run is for (None: all), and how long each usually takes."""

    tests: Sequence[str] | None
    seconds: dict[str, float]
    first_only: bool = True
    jobs: int = 1
    slow: bool = False


def plugin_in(home: Path) -> Path:
    """A folder that holds only the plugin, under the name `fault_order`."""
    folder = home / "plugin"
    folder.mkdir()
    shutil.copy(Path(__file__).with_name("order.py"), folder / "fault_order.py")
    return folder


class Copy:
    """A copy of the working tree, for one run at a time."""

    def __init__(self, number: int, root: Path = ROOT) -> None:
        self.home = Path(tempfile.mkdtemp(prefix=f"pairwright-faults-{number}-"))
        self.tree = self.home / "tree"
        shutil.copytree(root, self.tree, ignore=LEFT_OUT, symlinks=True)
        (self.tree / ".venv").symlink_to(VENV.resolve())
        self.plugin = plugin_in(self.home)
        self._kept: dict[Path, str] = {}
        self._moment = time.time() - 1_000_000
        self._running: subprocess.Popen[bytes] | None = None
        self._compiles = False

    def plant(self, fault: Fault) -> Place:
        """Put a fault into this copy, beside those that are there. Errors: Gone."""
        place = find(fault, self.tree)
        changed = plant(fault, place)
        self._kept.setdefault(place.path, place.path.read_text())
        self._write(place.path, changed)
        # Code compiled from a fault must not stay beside the good one, nor the other way round.
        self._compiles = self._compiles or "numba" in changed or "simulation.compiled" in changed
        return place

    def clear(self) -> None:
        for path, text in self._kept.items():
            self._write(path, text)
        self._kept.clear()
        self._compiles = False
        shutil.rmtree(self.home / "numba", ignore_errors=True)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def stop(self) -> None:
        """End what this copy has started, with everything that was started by it."""
        if self._running is not None and self._running.poll() is None:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()

    def run(self, plan: Plan) -> Ran:
        """Run pytest here. What does not end counts as found."""
        report = self.home / "report.json"
        report.unlink(missing_ok=True)
        began = time.monotonic()
        with (self.home / "out.txt").open("wb") as out:
            self._running = subprocess.Popen(
                self._command(plan),
                cwd=self.tree,
                env=self._env(plan, report),
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            code = self._wait(plan)
        took = time.monotonic() - began
        said = json.loads(report.read_text()) if report.is_file() else {}
        return judged(code, said, _last_line(self.home / "out.txt"), round(took, 1))

    def _command(self, plan: Plan) -> list[str]:
        words = [str(VENV / "bin" / "python"), "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider"]
        words += [
            "-p",
            "fault_order",
            f"--fault-plan={self.home / 'plan.json'}",
            *(["-x"] if plan.first_only else []),
        ]
        if plan.jobs > 1:
            words += ["-n", str(plan.jobs), "--dist", "worksteal"]
        files = ["tests"] if plan.tests is None else dict.fromkeys(t.partition("::")[0] for t in plan.tests)
        return [*words, *files]

    def _env(self, plan: Plan, report: Path) -> dict[str, str]:
        patience = PATIENCE_COMPILING if self._compiles or plan.slow else PATIENCE
        tests = None if plan.tests is None else list(plan.tests)
        limits = {name: 20 * took for name, took in plan.seconds.items() if took > 1}
        settings = {"tests": tests, "limits": limits, "limit": patience, "report": str(report)}
        (self.home / "plan.json").write_text(json.dumps(settings))
        left_out = {"DATABASE_URL", "REDIS_URL", "CI", "COVERAGE_FILE", "DATA_DIR"}
        env = {name: value for name, value in test_env().items() if name not in left_out}
        env["PYTHONPATH"] = str(self.plugin)
        env |= {"PYTHONPYCACHEPREFIX": str(self.home / "bytecode")}
        return env | ({"NUMBA_CACHE_DIR": str(self.home / "numba")} if self._compiles else {})

    def _wait(self, plan: Plan) -> int | None:
        """The exit code, or None if it had to be ended."""
        assert self._running is not None
        names = plan.seconds if plan.tests is None else plan.tests
        usual = sum(plan.seconds.get(name, 1.0) for name in names)
        try:
            return self._running.wait(
                STARTING + PATIENCE_COMPILING * (self._compiles or plan.slow) + 6 * usual
            )
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.stop()

    def _write(self, path: Path, text: str) -> None:
        """Python knows compiled files by length and second: no two texts here are of the same second."""
        path.write_text(text)
        self._moment += 2
        os.utime(path, (self._moment, self._moment))


def judged(code: int | None, said: dict[str, Any], last: str, took: float) -> Ran:
    if code == 0:
        return Ran(seconds=took)
    failed = list(said.get("failed", []))
    if code is None or said.get("hangs"):
        return Ran(said.get("hangs") or said.get("current") or "pytest", "does not end", failed, took)
    if failed:
        return Ran(failed[0], "", failed, took)
    broken = [name for name in said.get("broken", []) if name]
    return Ran(broken[0] if broken else "pytest", f"cannot be started: {last}", failed, took)


def _last_line(path: Path) -> str:
    lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""
