"""A service that is there only while it has work: the worker of `dev.py run`, which an event needs rarely."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

from devtools.service import Service

# Where Celery's messages lie in the broker: those nobody has yet, and those somebody has and has not done.
QUEUE, HELD = "celery", "unacked"


def has_messages(broker: Path) -> bool:
    """Whether a broker on this socket holds messages for a worker; one that does not answer holds none."""
    words = [("LLEN", QUEUE), ("HLEN", HELD)]
    question = "".join(f"*2\r\n${len(name)}\r\n{name}\r\n${len(key)}\r\n{key}\r\n" for name, key in words)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(1)
            line.connect(str(broker))
            line.sendall(question.encode())
            with line.makefile("rb") as answers:
                return any(int(answers.readline().removeprefix(b":")) for _ in words)
    except (OSError, ValueError):
        return False


class OnDemand(Service):
    """Started when it is wanted, and asked to leave when it has not been for a while; it may be wanted again then."""

    IDLE = 120.0

    def __init__(
        self, name: str, command: list[str], env: dict[str, str], is_wanted: Callable[[], bool]
    ) -> None:
        self.is_wanted = is_wanted
        self.wanted_at = 0.0
        self.leaving = False
        super().__init__(name, command, env, at_once=False)

    def start(self) -> None:
        self.leaving = False
        super().start()

    def look_after(self) -> None:
        if self.leaving and self.process is not None and self.process.poll() is not None:
            self.signal_group(signal.SIGKILL)
            self.process = None
            self.pause = self.FIRST_PAUSE
        now = time.monotonic()
        if self.is_wanted():
            self.wanted_at = now
            super().look_after()
        elif self.process is not None:
            super().look_after()
            if now - self.wanted_at > self.IDLE and not self.leaving:
                # It ends what it may have begun since, and leaves in the broker what it has not.
                self.leaving = True
                self.ask_to_stop()
