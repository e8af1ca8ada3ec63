"""Compiled code of simulations, kept between clones: python -m devtools.kernels. Runs inside .venv.

Compiling takes over a minute of one core, and what comes out follows from the sources, Numba and Python, all of which
Numba compares before it takes code from a disk. So a new clone begins with what another one has compiled.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from devtools import PYTHON, ROOT, call

SOURCES = ROOT / "pairing" / "simulation"
# Beside their sources: Numba's index and code, and the note that all of it is there.
MADE = ("**/__pycache__/*.nb[ci]", "__pycache__/compiled")
HOME = Path.home() / ".cache" / "pairwright" / "kernels"
KEPT = 4


def main() -> int:
    contents = [path.read_text() for path in sorted(SOURCES.rglob("*.py"))]
    versions = (version("numba"), version("numpy"), sys.version, platform.machine())
    mark = sha256("\0".join((*versions, *contents)).encode()).hexdigest()
    store = HOME / mark[:16]
    if store.is_dir() and not any(SOURCES.glob(MADE[0])):
        copy(store, SOURCES)
    code = call(PYTHON, "manage.py", "warm")
    if code == 0 and not store.is_dir():
        keep(store)
    return code


def copy(source: Path, target: Path) -> None:
    for pattern in MADE:
        for path in source.glob(pattern):
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def keep(store: Path) -> None:
    """Whole or not at all, for others may be looking; and only the newest few."""
    draft = store.with_name(f".{os.getpid()}")
    copy(SOURCES, draft)
    draft.rename(store)
    stores = sorted(HOME.glob("[!.]*"), key=lambda path: path.stat().st_mtime)
    for old in stores[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
