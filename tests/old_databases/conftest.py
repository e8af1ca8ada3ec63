"""An old database on the machine's own kind: loaded and migrated once, and a copy of that for every test."""

from __future__ import annotations

import fcntl
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import time_machine
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from devtools.old_database import dumps
from devtools.old_database.asking import Program, Visitors
from tests.outlook import worked_out
from tournaments.models import Tournament
from tournaments.outlook.selectors.outlook import has_outlook

FOLDERS = sorted(Path(__file__).parent.glob("20*-*"))


def without_secret_seeds(recorded: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """A recorded document without what none tells any more: secret seeds of the next round and of a draft."""
    draft = recorded["rounds"] and "seed" not in now["rounds"][-1]
    last = (
        [{k: v for k, v in recorded["rounds"][-1].items() if k != "seed"}]
        if draft
        else recorded["rounds"][-1:]
    )
    kept = {**recorded, "rounds": [*recorded["rounds"][:-1], *last]}
    if "draw_seed" not in now and any("seed" in round_ for round_ in recorded["rounds"]):
        del kept["draw_seed"]
    return kept


@dataclass(frozen=True)
class Old:
    """A database that stands open, and what was recorded when it was made."""

    recorded: dict[str, Any]
    dump: str

    @property
    def token(self) -> str:
        return str(self.recorded["secrets"]["token"])

    @property
    def program(self) -> Program:
        """The program of the owner, with its old token."""
        return Program(self.token)

    @property
    def visitors(self) -> Visitors:
        return Visitors(self.token)


class Databases:
    """Databases beside that of the other tests: files of SQLite, or databases of the same server."""

    def __init__(self, connection: BaseDatabaseWrapper, folder: Path, name: str) -> None:
        self.connection, self.folder, self.name = connection, folder, name
        self.usual = connection.settings_dict["NAME"]

    def named(self, what: str) -> str:
        if self.connection.vendor == "sqlite":
            return str(self.folder / f"{what}.sqlite3")
        return f"{self.name}_{what}"

    @contextmanager
    def open(self, what: str) -> Iterator[None]:
        """For a while this is the database of the installation."""
        self._use(self.named(what))
        try:
            yield
        finally:
            self._use(self.usual)

    def _use(self, name: Any) -> None:
        self.connection.close()
        self.connection.settings_dict["NAME"] = name

    def create(self, what: str, like: str = "") -> None:
        self.drop(what)
        if self.connection.vendor == "postgresql":
            self._order(
                f'CREATE DATABASE "{self.named(what)}"' + (f' TEMPLATE "{self.named(like)}"' if like else "")
            )
        elif like:
            shutil.copyfile(self.named(like), self.named(what))

    def drop(self, what: str) -> None:
        if self.connection.vendor == "postgresql":
            self._order(f'DROP DATABASE IF EXISTS "{self.named(what)}" WITH (FORCE)')
        else:
            for end in ("", "-wal", "-shm"):
                Path(self.named(what) + end).unlink(missing_ok=True)

    def _order(self, text: str) -> None:
        params = self.connection.get_connection_params()
        wanted = {key: params[key] for key in ("host", "port", "user", "password") if params.get(key)}
        with psycopg.connect(dbname="postgres", autocommit=True, **wanted) as server:
            server.execute(text.encode())


@pytest.fixture(scope="package", params=FOLDERS, ids=lambda folder: folder.name)
def migrated(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> Iterator[tuple[Databases, Old]]:
    """A dump, opened with the code of today; of SQLite by the first process of the run that wants it, for all."""
    connection = connections["default"]
    folder, shared = tmp_path_factory.mktemp("old"), tmp_path_factory.getbasetemp().parent
    databases = Databases(connection, folder, f"test_old_{worker_id}")
    recorded = dumps.read_json(request.param / dumps.RECORDED)
    kept = shared / f"{request.param.name}.sqlite3"
    with django_db_blocker.unblock(), (shared / "old.lock").open("w") as lock:
        databases.create("first")
        if connection.vendor == "sqlite" and worker_id != "master":
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                _migrate(databases, request.param, recorded["moment"])
                shutil.copyfile(databases.named("first"), kept)
            fcntl.flock(lock, fcntl.LOCK_UN)
            shutil.copyfile(kept, databases.named("first"))
        else:
            _migrate(databases, request.param, recorded["moment"])
        yield databases, Old(recorded, dumps.read(request.param / dumps.FILES[connection.vendor]))
        databases.drop("first")


def _migrate(databases: Databases, folder: Path, moment: str) -> None:
    """Load a dump and bring it up to the code of today, outlooks worked out."""
    with databases.open("first"):
        dumps.load(databases.connection, folder)
        call_command("migrate", verbosity=0)
        with time_machine.travel(moment, tick=False):
            _work_out_outlooks()
        if databases.connection.vendor == "sqlite":
            with databases.connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _work_out_outlooks() -> None:
    """What a page asks for that nobody has looked at before: "What do I need?" is worked out beside it."""
    for event in Tournament.objects.all():
        if has_outlook(event):
            worked_out(event)


@pytest.fixture(autouse=True)
def _no_work_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at a page must not begin any work; loading kernels for a form, which takes a while, is left out."""
    start = threading.Thread.start

    def only_helpers(thread: threading.Thread) -> None:
        assert not thread.name.startswith(("job-", "simulation-")), thread.name
        if thread.name != "warm-up":
            start(thread)

    monkeypatch.setattr(threading.Thread, "start", only_helpers)


@pytest.fixture
def old(migrated: tuple[Databases, Old], django_db_blocker: Any) -> Iterator[Old]:
    """An old database, migrated, at the moment when it was dumped. Nothing a test does to it is seen by the next."""
    databases, found = migrated
    with django_db_blocker.unblock():
        databases.create("copy", like="first")
        with databases.open("copy"), time_machine.travel(found.recorded["moment"], tick=False):
            yield found
        databases.drop("copy")
