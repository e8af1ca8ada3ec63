"""What `make run` holds 30 seconds after it is ready, when nobody has asked it anything."""

import atexit
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from tests.bench.rows import Measured, Once, Row

SETTLED = 30.0
ROOT = Path(__file__).resolve().parents[2]


def rows() -> list[Row]:
    what = "resident memory of all its processes"
    # The old tree would run under its own environment, with its own packages.
    return [Row(what, "30 s after ready", _running, 350.0, compared=False, unit="MB")]


def _running() -> Once:
    """`dev.py run` on a database of its own; it stays until this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="pairwright-bench-")
    own = {"DATA_DIR": folder.name, "PORT": str(_free_port()), "LAN": "0", "ENV_FILE": os.devnull}
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    process = subprocess.Popen(
        [sys.executable, "dev.py", "run"], cwd=ROOT, env=env | own, stdout=subprocess.PIPE, text=True
    )
    atexit.register(_stop, process, folder)
    assert process.stdout
    if not any("is ready" in line for line in process.stdout):
        raise RuntimeError("dev.py run ended before it was ready")
    time.sleep(SETTLED)
    return lambda: _resident(process.pid)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _stop(process: subprocess.Popen[str], folder: tempfile.TemporaryDirectory[str]) -> None:
    process.send_signal(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(30)
    folder.cleanup()


def _resident(root: int) -> Measured:
    """The sum for a process and all below it, in MB; what processes share counts in each of them."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True)
    held: dict[int, int] = {}
    below: dict[int, list[int]] = defaultdict(list)
    for line in told.stdout.splitlines():
        pid, parent, kilobytes = map(int, line.split())
        held[pid] = kilobytes
        below[parent].append(pid)
    ours = [root]
    for pid in ours:
        ours += below[pid]
    return Measured(sum(held[pid] for pid in ours) / 1024, f"{len(ours)} processes")
