"""Numba with types, and a few machine instructions it has no name for.

Compiled code is kept on disk (in `__pycache__`, or where NUMBA_CACHE_DIR says). Numba would compile a function again
only when its own file has changed; here all files of the rooms with kernels count, because kernels call each other.

Kernels never make arrays, so nothing has to be counted or freed while they run: without `_nrt` every view of an array
costs two atomic instructions. Dividing by nought is no error there; nothing here divides by it.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

from numba import njit, types
from numba.extending import intrinsic

from pairing.simulation.fingerprint import SOURCES

F = TypeVar("F", bound=Callable[..., object])

STAMP = sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()
OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
PART: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: F) -> F:
    """A function that plain Python calls, compiled when it is first called."""
    kernel: Any = njit(cache=True, **OPTIONS)(function)
    stored = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    if stored is not None:  # no part of Numba's interface; without it code of another version may be taken
        stored._source_stamp = STAMP
    typed: F = kernel
    return typed


def inner(function: F) -> F:
    """A function that only compiled ones call: compiled, and kept on disk, as a part of them."""
    kernel: F = njit(**PART)(function)
    return kernel


def inlined(function: F) -> F:
    """The same, copied to where it is called: where handing over the arrays, each of them seven to nine numbers, takes
    longer than what is done. Every copy is compiled again.
    """
    kernel: F = njit(**PART, forceinline=True)(function)
    return kernel


def _bits_set(context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


def _lowest_bit(context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        unknown_for_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], unknown_for_zero)

    return types.uint64(types.uint64), code


def _highest_bit(context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        unknown_for_zero = context.get_constant(types.boolean, True)
        return builder.xor(
            builder.ctlz(arguments[0], unknown_for_zero), context.get_constant(types.uint64, 63)
        )

    return types.uint64(types.uint64), code


# They take and return 64-bit unsigned integers: how many bits are set; the number of the lowest one, of the highest
# (of a word not 0).
bits_set: Any = intrinsic(_bits_set)
lowest_bit: Any = intrinsic(_lowest_bit)
highest_bit: Any = intrinsic(_highest_bit)
