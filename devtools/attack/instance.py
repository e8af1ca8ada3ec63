"""An instance to be attacked: its own folder, database and web server, gone afterwards."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devtools import fail
from devtools.serve import answers, free_port, start_web

HOST = "127.0.0.1"
SECONDS_TO_START = 60
NO_LIMIT = "1000000/min"


@contextmanager
def instance(database: str) -> Iterator[str]:
    """The address of a running instance, whose settings and database this process has, too."""
    with tempfile.TemporaryDirectory(prefix="pairwright-attack-") as folder, _database(database) as url:
        _surroundings(Path(folder), url)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        port = free_port(HOST)
        web = start_web(dict(os.environ), HOST, port)
        try:
            _wait(port)
            yield f"http://{HOST}:{port}"
        finally:
            web.stop()
            from django.db import connections

            connections.close_all()
            for connection in connections.all():
                if connection.vendor == "postgresql":
                    connection.close_pool()  # type: ignore[attr-defined]


def _surroundings(folder: Path, url: str) -> None:
    (folder / "static").mkdir()
    os.environ |= {
        "DATA_DIR": str(folder),
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "COLLECTED_STATIC": "0",
        "LOG_LEVEL": "ERROR",
        "WEB_WORKERS": "2",
        "API_RATE_ANONYMOUS": NO_LIMIT,
        "API_RATE_USER": NO_LIMIT,
    }


def _wait(port: int) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while not answers(HOST, port):
        if time.monotonic() > end:
            fail("the instance to be attacked does not start")
        time.sleep(0.2)


@contextmanager
def _database(server: str) -> Iterator[str]:
    """The URL of a database of its own on this server; "" is SQLite in the data directory."""
    if not server:
        yield ""
        return
    import psycopg

    name = f"pairwright_attack_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
