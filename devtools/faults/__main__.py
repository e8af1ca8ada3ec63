"""`dev.py faults`: sixty faults, planted one at a time, and which test finds each of them.

faults list         the faults, where each of them is now, and which have lost their code
faults run [ID ...] plant them (all, or these) in a copy of the tree, each for the test that found it the last time,
                    or else for the whole suite; --record keeps what was found in after.json
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from devtools import PYTHON, ROOT, VENV, git, say
from devtools.faults.planting import Fault, Gone, chosen, find, load, plant
from devtools.suite import in_parallel, test_env

LAST = Path(__file__).with_name("after.json")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".tools", "var", "*_cache", ".hypothesis", "test-results")
# Seconds: kernels may have to be compiled first, and a test that does not end has found the fault.
LONGEST = 1500
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$", re.MULTILINE)
WHOLE_SUITE = "tests"


class Copy:
    """A copy of the working tree, in which one fault at a time is planted."""

    def __init__(self, home: Path) -> None:
        self.tree = home / "tree"
        shutil.copytree(ROOT, self.tree, ignore=LEFT_OUT, symlinks=True)
        (self.tree / ".venv").symlink_to(VENV.resolve())
        # Tests read what others have published from the folder beside the tree.
        if (shared := ROOT.parent / "shared").is_dir():
            (home / shared.name).symlink_to(shared)
        left_out = {"DATABASE_URL", "REDIS_URL", "CI", "DATA_DIR"}
        self.env = {name: value for name, value in test_env().items() if name not in left_out}

    def finder(self, fault: Fault, test: str) -> str:
        """The test that fails with the fault and passes without it: the one named, or else any; "" if none does."""
        place = find(fault, self.tree)
        good, number = place.path.read_text(), place.path.stat().st_mtime_ns
        for tests in ([test], [WHOLE_SUITE]) if test else ([WHOLE_SUITE],):
            place.path.write_text(plant(fault, place))
            failed = self.failing(tests)
            place.path.write_text(good)
            os.utime(place.path, ns=(number, number))
            if failed and not self.failing([failed]):
                return failed
        return ""

    def failing(self, tests: Sequence[str]) -> str:
        """The first of these tests that fails, or all of them where they cannot be started or do not end."""
        command = [str(PYTHON), "-m", "pytest", "-qx", "--tb=no", "-p", "no:cacheprovider"]
        command += in_parallel() if WHOLE_SUITE in tests else []
        try:
            run = subprocess.run(
                [*command, *tests],
                cwd=self.tree,
                env=self.env,
                capture_output=True,
                text=True,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return tests[0]
        named = FAILED.search(run.stdout)
        return "" if run.returncode == 0 else named[1] if named else tests[0]


def run(ids: list[str], *, record: bool) -> None:
    last = json.loads(LAST.read_text())["faults"]
    rows: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory(prefix="pairwright-faults-") as home:
        copy = Copy(Path(home))
        for fault in chosen(load(), ids):
            rows[fault.id] = _row(copy, fault, last.get(fault.id, {}).get("by", ""))
            row = rows[fault.id]
            say(f"{fault.id}  {row['outcome']:<8}  {row['by'] or fault.verdict}")
    outcomes = [row["outcome"] for row in rows.values()]
    say(", ".join(f"{outcomes.count(word)} {word}" for word in ("found", "survived", "gone")))
    if record:
        table = {"commit": git("rev-parse", "HEAD"), "faults": {**last, **rows}}
        LAST.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n")


def _row(copy: Copy, fault: Fault, test: str) -> dict[str, Any]:
    if fault.verdict:
        return {"outcome": "survived", "by": ""}
    try:
        by = copy.finder(fault, test)
    except Gone as gone:
        return {"outcome": "gone", "by": str(gone)}
    return {"outcome": "found" if by else "survived", "by": by}


def show() -> None:
    for fault in load():
        try:
            place = find(fault)
            where = f"{place.path.relative_to(ROOT)}:{place.first}"
        except Gone as error:
            where = f"GONE. {error}"
        print(f"{fault.id}  {fault.kind:<18} {where}  {fault.function}")
        for sign, lines, others in (("-", fault.old, fault.new), ("+", fault.new, fault.old)):
            print("".join(f"       {sign} {line.strip()}\n" for line in lines if line not in others), end="")
        if fault.verdict:
            print(f"       may live: {fault.verdict}")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="dev.py faults", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("word", choices=("list", "run"))
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--record", action="store_true")
    words = parser.parse_args(arguments)
    if words.word == "list":
        show()
    else:
        run(words.ids, record=words.record)


if __name__ == "__main__":
    main(sys.argv[1:])
