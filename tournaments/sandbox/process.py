"""The other end of `sandbox.sandbox`: a process without Django that does one piece of work after another under limits.

It is asked in pickles by those that started it, and answers in JSON: who has read a stranger's file may be the
stranger's by now, and nobody makes objects of what it says.

It ends when it has had nothing to do for a while, after a piece of work that left it with much memory, and when the
process that asks is gone.
"""

import contextlib
import json
import math
import os
import pickle
import selectors
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from pairing.model.errors import PairingError
from tournaments.sandbox import bounds
from tournaments.sandbox.unread import Unreadable

# A process that has grown over this gives its memory back by ending; starting takes less than half a second.
STAYS_MEGABYTES = 100
DONE, REFUSED, UNREADABLE, BUG = "done", "refused", "unreadable", "bug"
OUT_OF_MEMORY = 70  # an exit code of our own
_LENGTH = struct.Struct(">Q")


def send(pipe: IO[bytes], data: bytes) -> None:
    """Errors: BrokenPipeError if nobody is at the other end."""
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes], seconds: float, longest: float = math.inf) -> bytes | None:
    """What comes; None if it does not begin in so many seconds, breaks off or has more bytes than that."""
    head = _head(pipe, seconds)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length) if length <= longest else b""
    return data if len(data) == length else None


def _head(pipe: IO[bytes], seconds: float) -> bytes:
    """The length of what comes; "" if it does not begin in so many seconds."""
    if bounds.ARE_THERE:
        # Not select(): it refuses every file from the 1024th on, which a busy web process has open.
        with selectors.DefaultSelector() as ends:
            ends.register(pipe, selectors.EVENT_READ)
            return pipe.read(_LENGTH.size) if ends.select(seconds) else b""
    # Windows waits for no pipe. Whoever gives up ends the process at one of its ends, and so this thread.
    head: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=lambda: head.put(pipe.read(_LENGTH.size)), daemon=True).start()
    with contextlib.suppress(Empty):
        return head.get(timeout=seconds)
    return b""


def main(cpu_seconds: int, megabytes: int, idle_seconds: float) -> None:
    """Answer on the standard output what is asked on the standard input."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # whoever presses Ctrl-C ends the web process, and so this one
    bounds.bound_memory(megabytes)
    while (question := receive(questions, idle_seconds)) is not None:
        work, given, named = pickle.loads(question)
        # Not before what this imports: at a low priority that alone takes half a minute on a busy machine.
        bounds.bound_work(cpu_seconds)
        with contextlib.suppress(BrokenPipeError):
            send(answers, _answer(work, given, named))
        if bounds.memory_held() > STAYS_MEGABYTES * 1024 * 1024:
            return


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


def _as_json(kind: str, value: object, otherwise: Callable[[object], str] | None = None) -> bytes:
    """Errors: TypeError for what JSON does not know."""
    text = json.dumps((kind, value), ensure_ascii=False, separators=(",", ":"), default=otherwise)
    return text.encode("utf-8", "surrogatepass")


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
        os._exit(0)  # also where a thread still waits for a question
    except MemoryError:  # the question alone is too much
        os._exit(OUT_OF_MEMORY)
