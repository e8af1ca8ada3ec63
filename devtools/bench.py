"""`dev.py bench --base COMMIT`: measure every row in turns on this tree and on that of a commit, and print the ratio.

Each turn runs a benchmark on the one tree and then on the other, in processes of their own. Both run today's rows; what
these cannot measure on the old tree is measured by its own rows of those names.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from devtools import PYTHON, ROOT, TOOLS, say
from devtools.install import find_uv, uv_env

TURNS, REPEATS = 5, 3
ABOVE = 1.05
ROWS = Path("tests") / "bench"
OWN = "rows_of_the_base"
# What runs the rows: always that of today.
RUNNER = ("__main__.py", "measure.py", "rows.py")
Figures = Mapping[str, float]


class Compared(NamedTuple):
    """A row on both trees: the medians in seconds, and the median of the ratios turn by turn."""

    name: str
    base: float
    now: float
    ratio: float


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("rows", nargs="*", help="benchmarks, or BENCHMARK:TEXT; all rows if none is named")
    parser.add_argument(
        "--base", required=True, metavar="COMMIT", help="what is compared with the tree of now"
    )
    parser.add_argument("--turns", type=int, default=TURNS, help=f"how often each is measured ({TURNS})")
    parser.add_argument(
        "--fail-above", type=float, metavar="RATIO", help="exit with 1 when a row is above this ratio"
    )
    given = parser.parse_intermixed_args(arguments)
    if unknown := [word for word in given.rows if word.partition(":")[0] not in benchmarks()]:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(benchmarks())}")
    found: list[Compared] = []
    with checked_out(commit(given.base)) as base:
        python = python_for(base)
        print(f"{'base':>12} {'now':>12} {'ratio':>7}   median of the ratios, in turns", flush=True)
        for word in given.rows or benchmarks():
            rows = compared([turn(word, python, base) for _ in range(given.turns)])
            for row in rows:
                print(
                    f"{duration_text(row.base):>12} {duration_text(row.now):>12} {row.ratio:>7.2f}   {row.name}",
                    flush=True,
                )
            found += rows
    return verdict(found, given.fail_above)


def benchmarks() -> list[str]:
    """Those that tests/bench has: this runs where nothing is installed, so they are read."""
    files = (ROOT / ROWS).glob("*.py")
    return sorted(path.stem for path in files if "\ndef rows()" in path.read_text(encoding="utf-8"))


def turn(word: str, python: Path, base: Path) -> tuple[Figures, Figures]:
    """Every row once on the base and once on this tree."""
    lay(base, ROOT / ROWS)
    old = measured(word, python, base)
    now = measured(word, PYTHON, ROOT)
    if not now:
        raise SystemExit(
            f"bench: {word!r} has no row that can be compared; `python -m tests.bench {word!r}` says more"
        )
    if missing := set(now) - set(old):
        say(f"the base measures by its own rows: {', '.join(sorted(missing))}")
        lay(base, base / OWN)
        old = {**measured(word, python, base), **old}
    return old, now


def lay(base: Path, rows: Path) -> None:
    """These rows on the base, with what runs them today."""
    shutil.copytree(rows, base / ROWS, dirs_exist_ok=True)
    for name in RUNNER:
        shutil.copy(ROOT / ROWS / name, base / ROWS)


def measured(word: str, python: Path, tree: Path) -> dict[str, float]:
    """The figures of the rows that could be measured, by their names."""
    with tempfile.TemporaryDirectory(prefix="pairwright-bench-") as folder:
        file = Path(folder) / "figures.json"
        words = [str(python), "-m", "tests.bench", word, f"--repeats={REPEATS}", f"--benchmark-json={file}"]
        subprocess.run(words, cwd=tree, env=surroundings(folder), stdout=subprocess.DEVNULL, check=False)
        found = json.loads(file.read_text() or "{}") if file.exists() else {}
    rows = [row["extra_info"] for row in found.get("benchmarks", ())]
    return {row["row"]: row["figure"] for row in rows if row.get("compared")}


def surroundings(scratch: str) -> dict[str, str]:
    """One thread, no data of this copy, and no cache in which one tree would find the pages of the other. Nor what
    a run of pytest around it has set: in a process that looks like one of several, pytest-benchmark measures nothing.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"PYTHONPATH", "REDIS_URL"} and not name.startswith("PYTEST_")
    }
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "DATA_DIR": scratch, "ENV_FILE": os.devnull}


def compared(turns: Sequence[tuple[Figures, Figures]]) -> list[Compared]:
    """Rows that only one tree has cannot be compared."""
    rows = []
    for name in turns[0][1]:
        pairs = [(old[name], now[name]) for old, now in turns if name in old and name in now]
        if not pairs:
            say(f"not compared: the base cannot measure {name}")
            continue
        ratio = median(now / old if old else 1.0 for old, now in pairs)
        rows.append(Compared(name, median(old for old, _ in pairs), median(now for _, now in pairs), ratio))
    return rows


def commit(name: str) -> str:
    """The whole name of a commit."""
    words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"bench: --base: {name!r} is no commit of this repository")
    return done.stdout.strip()


@contextmanager
def checked_out(sha: str) -> Iterator[Path]:
    """The files of a commit in a folder of their own, for as long as they are needed; its own rows aside."""
    folder = TOOLS / "bench" / sha[:12]
    shutil.rmtree(folder, ignore_errors=True)  # of a run that was killed
    folder.mkdir(parents=True)
    try:
        packed = subprocess.run(["git", "archive", sha], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        shutil.copytree(folder / ROWS, folder / OWN)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def python_for(base: Path) -> Path:
    """The environment of this tree, where the lock is the same; else one that is made for the old tree."""
    uv, lock = find_uv(), base / "uv.lock"
    if uv is None or (lock.is_file() and lock.read_bytes() == (ROOT / "uv.lock").read_bytes()):
        return PYTHON
    say("the base has another uv.lock: its packages are installed beside it, and may make the difference")
    python, env = (
        base / ".venv" / "bin" / "python",
        {**uv_env(), "UV_PROJECT_ENVIRONMENT": str(base / ".venv")},
    )
    subprocess.run([uv, "sync", "--frozen", "--quiet"], cwd=base, env=env, check=True)
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--python", python, "pytest-benchmark"], env=env, check=True
    )
    return python


def duration_text(seconds: float) -> str:
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e9:.1f} ns"


def verdict(rows: Sequence[Compared], fail_above: float | None) -> int:
    """Names what is slower, the slowest first. Figures are no verdict unless one is asked for."""
    limit = ABOVE if fail_above is None else fail_above
    slower = sorted((row for row in rows if row.ratio > limit), key=lambda row: -row.ratio)
    print(f"\n{len(rows)} rows compared, {len(slower) or 'none'} above {limit:g}{':' if slower else ''}")
    for row in slower:
        print(f"  {row.ratio:.2f}  {row.name}")
    return 1 if fail_above is not None and (slower or not rows) else 0
