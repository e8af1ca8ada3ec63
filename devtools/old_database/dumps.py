"""A database as SQL text, and back: one for SQLite, one for PostgreSQL."""

from __future__ import annotations

import json
import lzma
import sqlite3
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
