"""A program that `pairwright start` looks after."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import IO, Any

from pairwright import sources
from pairwright.terminal import say

# Own group: Ctrl-C reaches only this process, which then ends everybody in order.
OWN_GROUP: dict[str, Any]
if sys.platform == "win32":
    OWN_GROUP, ASKS_TO_STOP = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}, signal.CTRL_BREAK_EVENT
else:
    OWN_GROUP, ASKS_TO_STOP = {"start_new_session": True}, signal.SIGTERM


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
        self.process = subprocess.Popen(
            self.command,
            cwd=sources.ROOT,
            env=self.env,
            stdout=self.output,
            stderr=self.output,
            **OWN_GROUP,
        )

    def look_after(self) -> None:
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_again_at:
                self.start()
        elif (code := self.process.poll()) is not None:
            self.end_group()
            if now - self.started > self.SETTLED_AFTER:
                self.pause = self.FIRST_PAUSE
            say(f"{self.name} ended ({code}), starting it again in {self.pause:g} s")
            self.start_again_at = now + self.pause
            self.pause = min(self.LONGEST_PAUSE, self.pause * 2)
            self.process = None

    def end_group(self) -> None:
        """End it at once, with all that it has started."""
        if self.process is None:
            return
        if sys.platform == "win32":
            tree = ["taskkill", "/F", "/T", "/PID", str(self.process.pid)]
            subprocess.call(tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def ask_to_stop(self) -> None:
        # The main process alone first: it knows how to end its own children.
        if self.process is not None:
            with contextlib.suppress(OSError):
                self.process.send_signal(ASKS_TO_STOP)

    def stop(self) -> None:
        self.ask_to_stop()
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=8)
            self.end_group()
            self.process.wait()
