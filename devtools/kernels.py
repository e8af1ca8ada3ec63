"""Compiled code of simulations, kept between clones.

Compiling takes over a minute of one core, and what comes out follows from the sources, Numba and Python, all of which
Numba compares before it takes code from a disk. So the tests of a new clone begin with what those of another one have
compiled, and a machine's first ones compile it when a test asks for it. Runs inside .venv.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from devtools import ROOT

SOURCES = ROOT / "pairing" / "simulation"
# Beside their sources: Numba's index and code, and the note of what all of it was made from.
STAMP = Path("__pycache__", "compiled")
MADE = ("**/__pycache__/*.nb[ci]", str(STAMP))
HOME = Path.home() / ".cache" / "pairwright" / "kernels"
KEPT = 4


def take() -> None:
    """Where nothing is compiled yet of the sources as they are, what another clone has compiled of the same."""
    stamp = SOURCES / STAMP
    made = stamp.stat().st_mtime if stamp.exists() else 0.0
    if all(path.stat().st_mtime <= made for path in SOURCES.glob("*/*.py")):
        return
    from pairing.simulation.fingerprint import fingerprint

    with suppress(ImportError):  # without Numba nothing is simulated, and nothing needed
        copy(HOME / fingerprint()[:16], SOURCES)


def copy(source: Path, target: Path) -> None:
    """Nothing where there is no source."""
    for pattern in MADE:
        for path in source.glob(pattern):
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def keep() -> None:
    """What has been compiled here, whole or not at all, for others may be looking; and only the newest few."""
    stamp = SOURCES / STAMP
    if not stamp.exists() or (store := HOME / stamp.read_text()[:16]).is_dir():
        return
    draft = store.with_name(f".{os.getpid()}")
    copy(SOURCES, draft)
    try:
        draft.rename(store)
    except OSError:  # another clone was faster
        shutil.rmtree(draft)
    stores = sorted(HOME.glob("[!.]*"), key=lambda path: path.stat().st_mtime)
    for old in stores[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
