"""The compiled code of simulations: made when the first study on a machine needs it, and kept on disk."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from pairing.model.errors import PairingError
from pairing.simulation import Arithmetic, Configuration, chains, refuse_without_lab, run_chunk
from pairing.simulation.fingerprint import fingerprint
from tournaments.steps.refusals import CoreError

LONGEST = 600.0
BEAT = 2.0


def missing() -> CoreError | None:
    """What to say where only what an event needs is installed."""
    try:
        refuse_without_lab()
    except PairingError as error:
        return CoreError(error)
    return None


def are_compiled() -> bool:
    """Whether all of them lie on disk, as their sources are now. Imports neither Numba nor NumPy."""
    try:
        return _stamp().read_text() == fingerprint()
    except (OSError, ImportError):
        return False


def compile_first(beat: Callable[[], object] = lambda: None) -> None:
    """Where they are not compiled yet, have another process of low priority do it, and call `beat` while it does.

    Many may ask at once: one compiles, the others wait for it. Where that fails, the kernels are compiled in this
    process when they are called, which is only less considerate.
    """
    if are_compiled():
        return
    try:
        process = subprocess.Popen(
            [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "warm"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        try:
            process.wait(BEAT)
            return
        except subprocess.TimeoutExpired:
            beat()


def make() -> None:
    """Compile what is not compiled, in this process, and note that all of it is."""
    wanted = fingerprint()
    load()
    stamp = _stamp()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    draft = stamp.with_name(f".compiled.{os.getpid()}")
    draft.write_text(wanted)
    draft.replace(stamp)


def load() -> None:
    """Play tiny tournaments, which loads the kernels (or compiles them, in this process)."""
    for system in ("random_swiss", "monrad"):  # the kernels of Monrad are those of the shogi championship too
        tiny = Configuration(field=Arithmetic(8), rounds=2, chains=chains(["solkoff"]), system=system, cut=2)
        run_chunk(tiny, seed=0, start=0, count=2)


def _stamp() -> Path:
    """Beside the compiled code, whoever has made it."""
    return Path(settings.COMPILED_CODE) / "compiled"
