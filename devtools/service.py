"""A program that `dev.py run` looks after."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from typing import IO

from devtools import ROOT, say


class Service:
    """A program that is started again when it ends, later each time it ends soon after its start."""

    FIRST_PAUSE, LONGEST_PAUSE, SETTLED_AFTER = 0.5, 30.0, 60.0

    def __init__(
        self,
        name: str,
        command: list[str],
        env: dict[str, str],
        output: IO[bytes] | None = None,
        *,
        at_once: bool = True,
    ) -> None:
        """What it writes goes to `output`, or where this script writes."""
        self.name, self.command, self.env, self.output = name, command, env, output
        self.pause = self.FIRST_PAUSE
        self.process: subprocess.Popen[bytes] | None = None
        self.start_again_at = 0.0
        if at_once:
            self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        # Own group: Ctrl-C reaches only this script, which then ends everybody in order.
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.env,
            stdout=self.output,
            stderr=self.output,
            start_new_session=True,
        )

    def look_after(self) -> None:
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_again_at:
                self.start()
        elif (code := self.process.poll()) is not None:
            self.signal_group(signal.SIGKILL)
            if now - self.started > self.SETTLED_AFTER:
                self.pause = self.FIRST_PAUSE
            say(f"{self.name} ended ({code}), starting it again in {self.pause:g} s")
            self.start_again_at = now + self.pause
            self.pause = min(self.LONGEST_PAUSE, self.pause * 2)
            self.process = None

    def signal_group(self, number: int) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def ask_to_stop(self) -> None:
        # The main process alone first: it knows how to end its own children.
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()

    def stop(self) -> None:
        self.ask_to_stop()
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=8)
            self.signal_group(signal.SIGKILL)
            self.process.wait()
