"""What compiled kernels are made from. Imports neither Numba nor NumPy."""

import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

# Of `pairing.simulation`, with kernels. All their files count, because kernels call each other.
ROOMS = ("compiled", "drawing", "measuring", "playing", "whole_events")
SOURCES = sorted(path for room in ROOMS for path in (Path(__file__).parent / room).glob("*.py"))


def fingerprint() -> str:
    """What Numba asks of the code it has kept: the sources are as they were, and so are Numba and Python. The same in
    every copy of these sources, wherever it lies. Errors: ImportError without Numba.
    """
    digest = sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for path in SOURCES:
        digest.update(f"{path.parent.name}/{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()
