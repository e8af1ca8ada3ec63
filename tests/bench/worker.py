"""One row of one tree in a process of its own: `worker.py TREE BENCH_TREE BENCHMARK ROW`.

TREE is what is measured; the benchmark is that of BENCH_TREE, usually today's. Once the row is prepared, it is measured
for every line on standard input, and each figure is a line of JSON on standard output.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import signal
import sys
from pathlib import Path


def main(tree: str, bench_tree: str, name: str, row_name: str) -> int:
    # Not the folder of this file: the tree that is measured, and nothing of another one.
    sys.path[0] = tree
    # An ordinary end, at which a scratch database goes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.chdir(tree)
    answers, sys.stdout = sys.stdout, sys.stderr  # a row may print what it likes
    if bench_tree != tree:
        graft(Path(bench_tree) / "tests" / "bench")
    rows = {row.name: row for row in importlib.import_module(f"tests.bench.{name}").rows()}
    if row_name not in rows:
        print(f"{name} has no row {row_name!r}", file=sys.stderr)
        return 1
    once = rows[row_name].prepare()
    print(json.dumps({"ready": row_name}), file=answers, flush=True)
    for _line in sys.stdin:
        found = once()
        value = found[0] if isinstance(found, tuple) else found
        line = {"name": f"{name}: {row_name}", "value": value, "unit": "s"}
        print(json.dumps(line), file=answers, flush=True)
    return 0


def graft(folder: Path) -> None:
    """`tests.bench` from another tree; all the rest of `tests` stays that of the tree being measured."""
    importlib.import_module("tests")
    places = [str(folder)]
    spec = importlib.util.spec_from_file_location(
        "tests.bench", folder / "__init__.py", submodule_search_locations=places
    )
    assert spec and spec.loader
    package = importlib.util.module_from_spec(spec)
    sys.modules["tests.bench"] = package
    spec.loader.exec_module(package)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
