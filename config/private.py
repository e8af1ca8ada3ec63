"""Files with names, addresses, password digests and secrets are readable only by the account that runs the site.

SQLite gives its journal files (`-wal`, `-shm`) the mode of the database file. The next start closes what an older
release left open; a system check (`config/checks.py`) names what cannot be closed.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

JOURNALS = ("", "-wal", "-shm", "-journal")
_OTHERS = 0o077


def directory(path: Path) -> None:
    """Make a directory for us alone; one that is there and is ours is closed to others."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    close(path)


def database_file(path: Path) -> None:
    """An SQLite file for us alone, made now if it is not there: SQLite itself would let everybody read it."""
    with suppress(OSError):  # a read-only disk: the database says so itself
        path.touch(mode=0o600, exist_ok=True)
    for file in files_of(path):
        close(file)


def files_of(database: Path) -> Iterator[Path]:
    """An SQLite file and its journals, as far as they are there."""
    for end in JOURNALS:
        file = database.with_name(database.name + end)
        if file.is_file():
            yield file


def close(path: Path) -> None:
    """Take the rights of everybody else away, if it is ours. A directory like /tmp is everybody's and stays so."""
    with suppress(OSError):
        if is_open(path) and not path.stat().st_mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def is_open(path: Path) -> bool:
    """Whether others on this machine have any right to the file; Windows keeps that elsewhere."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & _OTHERS)
