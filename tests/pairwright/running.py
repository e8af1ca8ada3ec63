"""A site that was started by a command, in a folder and on a port of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    """No assertion about speed: this is only where waiting ends, on the slowest and busiest machine."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.1)
    return pytest.fail(f"waited {PATIENCE:g} s in vain: {what}")


class Running:
    """`dev.py run`, or another command, in a folder of its own, on a free port."""

    def __init__(self, folder: Path, *command: object, **more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data = folder / "data"
        self.log = folder / "log"
        own = ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "ENV_FILE")
        surroundings = {name: value for name, value in os.environ.items() if name not in own}
        surroundings |= {"DATA_DIR": str(self.data), "PORT": str(self.port), "ENV_FILE": os.devnull, **more}
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [str(word) for word in command or (sys.executable, ROOT / "dev.py", "run")],
                cwd=folder,
                env=surroundings,
                stdout=out,
                stderr=out,
            )

    def said(self, text: str) -> bool:
        if self.process.poll() is not None:
            pytest.fail(f"it ended: {self.log.read_text()}")
        return text in self.log.read_text()

    def health(self) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except OSError:
            return {}

    def children(self) -> dict[str, int]:
        """Program name -> process, of those that it has started itself."""
        found = {}
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(entry.read_text().rpartition(")")[2].split()[1])
                words = (entry.parent / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if parent == self.process.pid and any(words):  # what has ended and nobody has waited for has none
                joined = b" ".join(words).decode()
                name = next((n for n in ("granian", "celery", "server") if n in joined), joined)
                found[name] = int(entry.parent.name)
        return found

    def ask_worker(self) -> None:
        """Leave a message of a job that is not there: it starts a worker, which finds nothing to do."""
        with Celery(broker=f"redis+socket://{self.data}/broker.sock?virtual_host=0") as program:
            program.send_task("tournaments.run_job", [0], retry_policy={"max_retries": 100})

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=PATIENCE)
