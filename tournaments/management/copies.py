"""What `backup` writes and `restore` reads: a copy of the whole database, and its key beside it where that was asked
for.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.core.management.base import CommandError
from django.db import connection

SUFFIXES = {"sqlite": ".sqlite3", "postgresql": ".dump"}
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
BEGINNINGS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}


def kind_of(copy: Path) -> str:
    """The kind of database a copy is of. Errors: CommandError."""
    with copy.open("rb") as file:
        beginning = file.read(16)
    for kind, expected in BEGINNINGS.items():
        if beginning.startswith(expected):
            return kind
    raise CommandError(f"FILE: {copy} is no copy that `backup` made.")


def key_beside(copy: Path) -> Path:
    """Where the key lies that opens what is sealed in a copy."""
    return copy.with_suffix(".secret_key")


def write_private(target: Path, text: str) -> None:
    """A file that nobody else may read, from its first byte on."""
    target.unlink(missing_ok=True)
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)


def copy_sqlite(source: sqlite3.Connection, target: Path) -> None:
    """SQLite's own backup: a consistent copy, although others go on writing. Errors: CommandError."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise CommandError(f"The copy is damaged: {verdict}")


def run_postgresql(program: str, *words: str) -> None:
    """A program of PostgreSQL, on the database of this site. Errors: CommandError."""
    path = shutil.which(program)
    if path is None:
        raise CommandError(f"{program} is missing. Debian: apt-get install postgresql-client")
    database = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    # By environment, not as arguments: those can be read by everybody on the machine.
    own = {name: str(database[key]) for name, key in names.items() if database[key]}
    if mode := database.get("OPTIONS", {}).get("sslmode"):
        own["PGSSLMODE"] = mode
    done = subprocess.run(
        [path, *words], env=surroundings(**own), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CommandError(f"{program} failed: {done.stderr.strip()}")


def surroundings(**own: str) -> dict[str, str]:
    """The variables of this process, for a program it starts."""
    return {**os.environ, **own}
