"""`dev.py bench --base COMMIT`: time every row in turns on this tree and on that of a commit, and print the ratio.

Each side of a row is a process of its own (`tests/bench/worker.py`), so that neither tree affects the other. Both run
today's benchmarks. A row that these cannot run on the old tree runs the old tree's own row of that name.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO, Any, NoReturn

from devtools import PYTHON, ROOT, TOOLS, say
from devtools.install import find_uv, uv_env

TURNS = 7
ABOVE = 1.05
BAD_INPUT = 2
WORKER = Path("tests") / "bench" / "worker.py"


class SideFailed(Exception):
    """One side of a row does not run; the last thing it said."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A row on both trees: the medians in seconds, and the median of the ratios turn by turn."""

    name: str
    base: float
    now: float
    ratio: float


def compare(name: str, base: Callable[[], float], now: Callable[[], float], turns: int) -> Compared:
    """Both once to warm up, then in turns: what else the machine does meets both alike."""
    base()
    now()
    pairs = [(base(), now()) for _ in range(turns)]
    ratio = median(new / old if old else 1.0 for old, new in pairs)
    return Compared(name, median(old for old, _ in pairs), median(new for _, new in pairs), ratio)


class Side:
    """A row in a process of its own; called, it measures once. Errors: SideFailed."""

    def __init__(self, python: Path, words: Sequence[str], env: dict[str, str]) -> None:
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [str(python), *words],
            env=env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        self.answer()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.errors.seek(0)
            said = self.errors.read().decode(errors="replace").strip().splitlines()
            raise SideFailed(said[-1] if said else f"it ended with exit code {self.process.returncode}")
        found: dict[str, Any] = json.loads(line)
        return found

    def __call__(self) -> float:
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.write("once\n")
            self.process.stdin.flush()
        return float(self.answer()["value"])

    def close(self) -> None:
        """With nothing more to read it ends by itself, and takes its database along."""
        assert self.process.stdin and self.process.stdout
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


@dataclass(frozen=True, slots=True)
class Trees:
    """Where both are, and the Python that runs the old one."""

    base: Path
    now: Path
    python_of_base: Path
    python: Path
    env: dict[str, str]

    def sides(self, row: dict[str, str], stack: ExitStack, *, own: bool) -> tuple[Side, Side]:
        """Errors: SideFailed."""
        name = [row["benchmark"], row["row"]]
        worker, bench_of_base = str(self.now / WORKER), self.base if own else self.now
        base = self._side(stack, self.python_of_base, [worker, str(self.base), str(bench_of_base), *name])
        return base, self._side(stack, self.python, [worker, str(self.now), str(self.now), *name])

    def _side(self, stack: ExitStack, python: Path, words: list[str]) -> Side:
        side = Side(python, words, self.env)
        stack.callback(side.close)
        return side

    def compare(self, row: dict[str, str], turns: int) -> Compared:
        """By the benchmarks of today, else each tree by its own. Errors: SideFailed."""
        try:
            return self._compare(row, turns, own=False)
        except SideFailed as today:
            try:
                return self._compare(row, turns, own=True)
            except SideFailed as own:
                raise SideFailed(f"{today}; by its own benchmark: {own}") from None

    def _compare(self, row: dict[str, str], turns: int, *, own: bool) -> Compared:
        with ExitStack() as stack:
            base, now = self.sides(row, stack, own=own)
            mark = " (base by its own benchmark)" if own else ""
            return compare(f"{row['benchmark']}: {row['row']}{mark}", base, now, turns)


def main(arguments: list[str]) -> int:
    given = parsed(arguments)
    # An ordinary end, at which workers and files go.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sha = commit(given.base)
    rows = rows_named(given.rows)
    with ExitStack() as stack:
        base = stack.enter_context(checked_out(sha))
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        env = surroundings(Path(scratch))
        trees = Trees(base, ROOT, python_for(base), PYTHON, env)
        found = list(printed(rows, lambda row: trees.compare(row, given.turns), sha))
    return verdict([row for row in found if row], len(rows), given.fail_above)


def surroundings(scratch: Path) -> dict[str, str]:
    """One thread, no data of this copy, and no cache in which one tree would find the pages of the other."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "REDIS_URL"}}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "DATA_DIR": str(scratch), "ENV_FILE": os.devnull}


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dev.py bench", description="Measure every row in turns on two trees."
    )
    parser.add_argument("rows", nargs="*", help="benchmarks, or BENCHMARK:TEXT; all rows if none is named")
    parser.add_argument(
        "--base", required=True, metavar="COMMIT", help="what is compared with the tree of now"
    )
    parser.add_argument("--turns", type=_turns, default=TURNS, help=f"how often each is measured ({TURNS})")
    parser.add_argument(
        "--fail-above", type=_limit, metavar="RATIO", help="exit with 1 when a row is above this ratio"
    )
    parser.error = refuse  # type: ignore[method-assign]
    return parser.parse_intermixed_args(arguments)


def refuse(message: str) -> NoReturn:
    print(f"bench: {message}", file=sys.stderr)
    raise SystemExit(BAD_INPUT)


def _turns(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to 1000")
    return int(text)


def _limit(text: str) -> float:
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no ratio such as {ABOVE}")
    return limit


def commit(name: str) -> str:
    """The whole name of a commit."""
    words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        refuse(f"--base: {name!r} is no commit of this repository")
    return done.stdout.strip()


def rows_named(words: Sequence[str]) -> list[dict[str, str]]:
    """The rows that are asked for, as tests.bench lists them; ends with its message where one is not known."""
    command = [str(PYTHON), "-m", "tests.bench", "--list", "--", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stderr)
        raise SystemExit(done.returncode)
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def checked_out(sha: str) -> Iterator[Path]:
    """The files of a commit in a folder of their own, for as long as they are needed."""
    folder = TOOLS / "bench" / sha[:12]
    shutil.rmtree(folder, ignore_errors=True)  # of a run that was killed
    folder.mkdir(parents=True)
    try:
        packed = subprocess.run(["git", "archive", sha], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def python_for(base: Path) -> Path:
    """The environment of this tree, where the lock is the same; else one that is made for the old tree."""
    lock = base / "uv.lock"
    if lock.is_file() and lock.read_bytes() == (ROOT / "uv.lock").read_bytes():
        return PYTHON
    uv = find_uv()
    if uv is None:
        say("the base has another uv.lock, and there is no uv: both trees are measured with today's packages")
        return PYTHON
    say("the base has another uv.lock: its packages are installed beside it, and may make the difference")
    env = {**uv_env(), "UV_PROJECT_ENVIRONMENT": str(base / ".venv")}
    subprocess.run([uv, "sync", "--frozen", "--quiet"], cwd=base, env=env, check=True)
    return base / ".venv" / "bin" / "python"


def printed(
    rows: Sequence[dict[str, str]], compared: Callable[[dict[str, str]], Compared], sha: str
) -> Iterator[Compared | None]:
    """Every row as soon as it is measured; None where it cannot be compared, which is named with the reason."""
    print(f"{'base ' + sha[:12]:>21} {'now':>12} {'ratio':>7}   median of the ratios, in turns", flush=True)
    for row in rows:
        try:
            found = compared(row)
        except SideFailed as error:
            print(f"{'not compared':>42}   {row['benchmark']}: {row['row']}: {error}", flush=True)
            yield None
            continue
        figures = f"{shown(found.base):>21} {shown(found.now):>12} {found.ratio:>7.2f}"
        print(f"{figures}   {found.name}", flush=True)
        yield found


def shown(seconds: float) -> str:
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e9:.1f} ns"


def verdict(found: Sequence[Compared], asked: int, fail_above: float | None) -> int:
    """Names what is slower, the slowest first. Figures are no verdict unless one is asked for."""
    limit = ABOVE if fail_above is None else fail_above
    slower = sorted((row for row in found if row.ratio > limit), key=lambda row: -row.ratio)
    print(
        f"\n{len(found)} of {asked} rows compared, {len(slower) or 'none'} above {limit:g}{':' if slower else ''}"
    )
    for row in slower:
        print(f"  {row.ratio:.2f}  {row.name}")
    return 1 if fail_above is not None and (slower or len(found) < asked) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
