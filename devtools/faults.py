"""`dev.py faults`: sixty faults, planted one at a time, and which test finds each of them.

faults list         the faults, where each of them is now, and which have lost their code
faults run [ID ...] plant them (all, or these) in a copy of the tree, each for the test that found it the last time,
                    or else for the whole suite; --record keeps what was found in faults_found.json
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from devtools import PYTHON, ROOT, VENV, fail, git, say
from devtools.suite import in_parallel, test_env

LIST = ROOT / "devtools" / "faults.json"
FOUND = ROOT / "devtools" / "faults_found.json"
# Where product code is; faults are looked for nowhere else.
PACKAGES = ("pairing", "pairwright", "research", "tournaments", "accounts", "config")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".tools", "var", "*_cache", ".hypothesis", "test-results")
# Seconds: kernels may have to be compiled first, and a test that does not end has found the fault.
LONGEST = 1500
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$", re.MULTILINE)
WHOLE_SUITE = "tests"
# `old` and `new` are whole lines; `verdict` says why it may live; `replaces` is the fault whose code was gone.
Fault = dict[str, Any]


def find(fault: Fault, tree: Path = ROOT) -> tuple[Path, int]:
    """File and line, counted from 0: code moves, so its lines are looked for in its file, then anywhere.

    Errors: LookupError if they are gone, or stand in more than one place.
    """
    everywhere = (path for package in PACKAGES for path in sorted((tree / package).rglob("*.py")))
    places = _places(fault, [tree / fault["file"]]) or _places(fault, everywhere)
    if len(places) != 1:
        names = ", ".join(f"{path.relative_to(tree)}:{line + 1}" for path, line in places) or "nowhere"
        raise LookupError(f"{fault['id']}: its code ({fault['function'] or 'top level'}) stands {names}")
    return places[0]


def _places(fault: Fault, paths: Iterable[Path]) -> list[tuple[Path, int]]:
    old = [line.strip() for line in fault["old"]]
    texts = (
        (path, [line.strip() for line in path.read_text().splitlines()]) for path in paths if path.is_file()
    )
    return [(path, at) for path, text in texts for at in range(len(text)) if text[at : at + len(old)] == old]


def planted(fault: Fault, path: Path, at: int) -> str:
    """The whole text of the file with the fault in it."""
    lines = path.read_text().splitlines(keepends=True)
    indent = lines[at][: -len(lines[at].lstrip())]
    new = textwrap.indent(textwrap.dedent("\n".join(fault["new"])), indent)
    return "".join([*lines[:at], new, "\n", *lines[at + len(fault["old"]) :]])


def copied(home: Path) -> Path:
    """A copy of the working tree, beside what others have published and tests read."""
    shutil.copytree(ROOT, home / "tree", ignore=LEFT_OUT, symlinks=True)
    (home / "tree" / ".venv").symlink_to(VENV.resolve())
    if (shared := ROOT.parent / "shared").is_dir():
        (home / "shared").symlink_to(shared)
    return home / "tree"


def finder(fault: Fault, tree: Path, last: str) -> str:
    """The test that fails with the fault and passes without it: the last one, or else any; "" if none does."""
    path, at = find(fault, tree)
    good, times = path.read_text(), path.stat()
    for test in dict.fromkeys((last or WHOLE_SUITE, WHOLE_SUITE)):
        path.write_text(planted(fault, path, at))
        failed = failing(test, tree)
        path.write_text(good)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        if failed and not failing(failed, tree):
            return failed
    return ""


def failing(test: str, tree: Path) -> str:
    """The first test that fails, or the word given where it cannot be started or does not end; "" if all pass."""
    env = {
        name: test_env()[name]
        for name in test_env()
        if name not in ("DATABASE_URL", "REDIS_URL", "CI", "DATA_DIR")
    }
    words = [str(PYTHON), "-m", "pytest", "-qx", "--tb=no", "-p", "no:cacheprovider", test]
    words += in_parallel() if test == WHOLE_SUITE else []
    try:
        run = subprocess.run(words, cwd=tree, env=env, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return test
    named = FAILED.search(run.stdout)
    return "" if run.returncode == 0 else named[1] if named else test


def run(faults: list[Fault], *, record: bool) -> None:
    last = json.loads(FOUND.read_text())["found_by"]
    by: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="pairwright-faults-") as home:
        tree = copied(Path(home))
        for fault in faults:
            try:
                by[fault["id"]] = "" if fault["verdict"] else finder(fault, tree, last.get(fault["id"], ""))
                say(f"{fault['id']}  {by[fault['id']] or 'survived  ' + fault['verdict']}")
            except LookupError as gone:
                say(f"GONE  {gone}")
    say(
        f"{sum(map(bool, by.values()))} found, {list(by.values()).count('')} survived, {len(faults) - len(by)} gone"
    )
    if record:
        table = {"commit": git("rev-parse", "HEAD"), "found_by": {**last, **by}}
        FOUND.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n")


def show(faults: list[Fault]) -> None:
    for fault in faults:
        try:
            path, at = find(fault)
            print(
                f"{fault['id']}  {fault['kind']:<18} {path.relative_to(ROOT)}:{at + 1}  {fault['function']}"
            )
        except LookupError as gone:
            print(f"GONE  {gone}")
        for sign, lines, others in (("-", fault["old"], fault["new"]), ("+", fault["new"], fault["old"])):
            print("".join(f"       {sign} {line.strip()}\n" for line in lines if line not in others), end="")
        if fault["verdict"]:
            print(f"       may live: {fault['verdict']}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py faults", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("word", choices=("list", "run"))
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--record", action="store_true")
    words = parser.parse_args()
    known = {fault["id"]: fault for fault in json.loads(LIST.read_text())}
    if unknown := set(words.ids) - set(known):
        fail(f"ID: there is no fault {', '.join(sorted(unknown))}; `dev.py faults list` names them")
    chosen = [known[name] for name in words.ids or known]
    if words.word == "list":
        show(chosen)
    else:
        run(chosen, record=words.record)


if __name__ == "__main__":
    main()
