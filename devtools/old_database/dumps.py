"""A database as SQL text, and back: one for SQLite, one for PostgreSQL."""

from __future__ import annotations

import json
import lzma
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

FILES = {"sqlite": "sqlite.sql.xz", "postgresql": "postgres.sql.xz"}
RECORDED = "recorded.json.xz"


def write(path: Path, text: str) -> None:
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def read(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode()


def write_json(path: Path, data: Any) -> None:
    write(path, json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


def read_json(path: Path) -> Any:
    return json.loads(read(path))


def of_sqlite(database: str) -> str:
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def of_postgres(url: str) -> str:
    """Without comments and commands of psql, so that any client can load it."""
    command = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=50", url]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return "\n".join(_statements(dumped.splitlines())) + "\n"


def _statements(lines: Iterable[str]) -> Iterable[str]:
    return (line for line in lines if line and not line.startswith(("--", "\\")))


def load(connection: BaseDatabaseWrapper, folder: Path) -> None:
    """Everything of the dump into an empty database."""
    text = read(folder / FILES[connection.vendor])
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as file:
            file.executescript(text)
        return
    with connection.cursor() as cursor:
        cursor.execute(text)
    # The dump empties the search path of its connection.
    connection.close()
