"""The other end of `sandbox.sandbox`: a process without Django that does one piece of work after another under limits.

It is asked in pickles by those that started it, and answers in JSON: who has read a stranger's file may be the
stranger's by now, and nobody makes objects of what it says.

It ends when it has had nothing to do for a while, after a piece of work that left it with much memory, and when the
process that asks is gone.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import pickle
import resource
import selectors
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from pairing.model.errors import PairingError
from tournaments.sandbox.unread import Unreadable

# A process that has grown over this gives its memory back by ending; starting takes less than half a second.
STAYS_MEGABYTES = 100
DONE, REFUSED, UNREADABLE, BUG = "done", "refused", "unreadable", "bug"
LOW_PRIORITY = 10
OUT_OF_MEMORY = 70  # an exit code of our own
# What the system calls the most memory there was: bytes on macOS, kilobytes elsewhere.
_UNIT = 1 if sys.platform == "darwin" else 1024
# Pages of memory, of which the second number is held now; Linux only.
_PAGES = Path("/proc/self/statm")
_LENGTH = struct.Struct(">Q")


def send(pipe: IO[bytes], data: bytes) -> None:
    """Errors: BrokenPipeError if nobody is at the other end."""
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes], seconds: float, longest: float = math.inf) -> bytes | None:
    """What comes; None if it does not begin in so many seconds, breaks off or has more bytes than that."""
    # Not select(): it refuses every file from the 1024th on, which a busy web process has open.
    with selectors.DefaultSelector() as ends:
        ends.register(pipe, selectors.EVENT_READ)
        if not ends.select(seconds):
            return None
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length) if length <= longest else b""
    return data if len(data) == length else None


def main(cpu_seconds: int, megabytes: int, idle_seconds: float) -> None:
    """Answer on the standard output what is asked on the standard input."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # whoever presses Ctrl-C ends the web process, and so this one
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_DATA, megabytes * 1024 * 1024)
    while (question := receive(questions, idle_seconds)) is not None:
        work, given, named = pickle.loads(question)
        # Not before what this imports: at a low priority that alone takes half a minute on a busy machine.
        os.setpriority(os.PRIO_PROCESS, 0, max(LOW_PRIORITY, os.getpriority(os.PRIO_PROCESS, 0)))
        used = resource.getrusage(resource.RUSAGE_SELF)
        # The system ends the process where it is, also in the middle of a compiled loop.
        _limit(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime) + cpu_seconds)
        with contextlib.suppress(BrokenPipeError):
            send(answers, _answer(work, given, named))
        if _memory_held() > STAYS_MEGABYTES * 1024 * 1024:
            return


def _memory_held() -> int:
    """Bytes held now; where the system does not tell, the most there ever was.

    Linux hands the most of the process that started this one on to it: a web process, with more than may stay.
    """
    if _PAGES.exists():
        return int(_PAGES.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def _answer(work: Callable[..., object], given: tuple[object, ...], named: dict[str, object]) -> bytes:
    try:
        return _as_json(DONE, work(*given, **named))
    except PairingError as error:
        return _as_json(REFUSED, error.to_json(), otherwise=str)
    except Unreadable as error:
        return _as_json(UNREADABLE, error.args)
    except (MemoryError, RecursionError):
        os._exit(OUT_OF_MEMORY)  # nothing of its state can be relied on
    except Exception:
        return _as_json(BUG, traceback.format_exc())


def _as_json(kind: str, value: object, otherwise: Callable[[Any], str] | None = None) -> bytes:
    """Errors: TypeError for what JSON does not know."""
    text = json.dumps((kind, value), ensure_ascii=False, separators=(",", ":"), default=otherwise)
    return text.encode("utf-8", "surrogatepass")


def _limit(kind: int, most: int) -> None:
    """The soft limit, which is the one that counts, as far as the machine allows."""
    hardest = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hardest == resource.RLIM_INFINITY else min(most, hardest), hardest))


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
    except MemoryError:  # the question alone is too much
        os._exit(OUT_OF_MEMORY)
