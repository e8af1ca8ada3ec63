"""An old database on the machine's own kind: loaded and migrated once. Each test has a copy."""

import hashlib
import json
import lzma
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test import Client
from filelock import FileLock

from tests.conftest import migrated_database

FOLDER = Path(__file__).parent / "2026-11"
WHERE = ("host", "port", "user", "password")


def unpacked(name: str, folder: Path = FOLDER) -> str:
    return lzma.decompress((folder / name).read_bytes()).decode()


RECORDED: dict[str, Any] = json.loads(unpacked("recorded.json.xz"))


class Program:
    """The program of the owner, with its old token."""

    def __init__(self) -> None:
        self.client, self.headers = Client(), {"authorization": f"Token {RECORDED['secrets']['token']}"}

    def get(self, path: str) -> Any:
        answer = self.client.get(f"/api/v1/{path}", headers=self.headers)
        assert answer.status_code == 200, (path, answer.content[:400])
        return answer.json()

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        answer = self.client.post(f"/api/v1/{path}", body, "application/json", headers=self.headers | headers)
        return answer.status_code, answer.json()

    def step(self, event: str, way: str) -> bool:
        """One step, `undo` or `redo`; False where there is none. Any other refusal is a fault."""
        status, answer = self.post(f"events/{event}/{way}/", {})
        assert status == 200 or answer["code"] == f"nothing_to_{way}", (event, way, answer)
        return status == 200


@contextmanager
def opened(name: Any) -> Iterator[None]:
    """For a while this is the database of the installation."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def make(name: str, like: str = "") -> None:
    """An empty database of this name, or one like another."""
    if connection.vendor == "sqlite":
        Path(name).unlink(missing_ok=True)
        if like:
            shutil.copyfile(like, name)
        return
    with psycopg.connect(**params() | {"dbname": "postgres"}, autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        template = f' TEMPLATE "{like}"' if like else ""
        server.execute(f'CREATE DATABASE "{name}"{template}'.encode())


def load(name: str, folder: Path = FOLDER) -> None:
    """The dump."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(name)) as file:
            file.executescript(unpacked("sqlite.sql.xz", folder))
        return
    with psycopg.connect(**params() | {"dbname": name}) as server:
        server.execute(unpacked("postgres.sql.xz", folder).encode())


def params() -> dict[str, Any]:
    return {key: value for key, value in connection.get_connection_params().items() if key in WHERE and value}


@pytest.fixture(scope="package")
def migrated(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> str:
    """The name of a database with the dump, brought up to the code of today."""
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            make(name := f"test_old_{worker_id}")
            _bring_up(name)
        else:
            name = str(tmp_path_factory.mktemp("old") / "old.sqlite3")
            shutil.copyfile(_brought_up(), name)
    return name


def _bring_up(name: str) -> None:
    load(name)
    with opened(name):
        call_command("migrate", verbosity=0)


def _brought_up() -> Path:
    """Made by one process of tests for all of them, and kept as the migrated empty one is."""
    dump = hashlib.sha256((FOLDER / "sqlite.sql.xz").read_bytes()).hexdigest()[:16]
    kept = migrated_database().with_suffix(f".{dump}.sqlite3")
    with FileLock(f"{kept}.lock"):
        if not kept.exists():
            make(draft := f"{kept}.draft")
            _bring_up(draft)
            Path(draft).replace(kept)
    return kept


@pytest.fixture
def old(migrated: str, django_db_blocker: Any) -> Iterator[Program]:
    """A copy of the installation at the moment when it was dumped, and its owner's program."""
    with django_db_blocker.unblock():
        make(copy := f"{migrated}_copy", like=migrated)
        with opened(copy), time_machine.travel(RECORDED["moment"], tick=False):
            yield Program()
