"""The folder with a site's data, which one site at a time may serve."""

from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from pairwright.terminal import fail


def only_one(data: Path) -> BaseFileLock:
    """A lock to be held as long as the site runs: two servers on one folder would fight over it."""
    lock = FileLock(data / "run.lock")
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return lock.acquire(blocking=False).lock
    except Timeout:
        fail(
            f"It is already running from {data}. Stop it first (Ctrl-C there), or name another folder: DATA_DIR=..."
        )
    except OSError as error:
        fail(f"The folder {data} cannot be used ({error.strerror}). Name another one: DATA_DIR=...")
