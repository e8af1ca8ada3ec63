"""An instance to attack: its own folder, database and web server, deleted afterwards."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg
import redis

from devtools import PYTHON, ROOT, fail, say
from pairwright.start.run import answers
from pairwright.start.services import free_port, start_web

HOST = "127.0.0.1"
SECONDS_TO_START = 60
SQLITE = "sqlite"
POSTGRESQL, REDIS = "postgres://postgres@127.0.0.1:5432/postgres", "redis://127.0.0.1:6379/15"
INSIDE = "import django; django.setup(); from devtools.attack.inside import main; main()"


class Instance(NamedTuple):
    """A running instance: where it answers, the process of its web server, and what the process inside has made."""

    name: str
    address: str
    server: int
    env: dict[str, str]
    given: dict[str, Any]


class Inside:
    """A part that has the settings and the tables of the instance (`inside.py`)."""

    def __init__(self, env: dict[str, str], name: str, address: str = "") -> None:
        # Whoever attacks has machines of their own: theirs is not the processor of the web server.
        words = ["nice", "-n5", str(PYTHON), "-c", INSIDE, name, address]
        self.process = subprocess.Popen(
            words, cwd=ROOT, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdout
        self.given: dict[str, Any] = json.loads(self.process.stdout.readline())

    def faults(self, known: str = "{}") -> list[str]:
        """It ends with this. `known`: what people outside know."""
        said, _errors = self.process.communicate(f"{known}\n")
        return list(json.loads(said))


def places(database: str, redis_url: str) -> list[tuple[str, str]]:
    """The databases to attack on: what was named, or SQLite and what answers on this machine."""
    if database or redis_url:
        return [("" if database == SQLITE else database or POSTGRESQL, redis_url)]
    try:
        psycopg.connect(POSTGRESQL, connect_timeout=2).close()
        if not redis.from_url(REDIS).dbsize():
            return [("", ""), (POSTGRESQL, REDIS)]
    except (psycopg.OperationalError, redis.RedisError):
        pass
    say(f"SKIPPED: PostgreSQL with Redis. Nothing to use answers at {POSTGRESQL} and {REDIS}.")
    return [("", "")]


@contextmanager
def database_of(server: str, redis_url: str) -> Iterator[str]:
    """The URL of a database that nobody else uses, gone afterwards; "" for SQLite. Redis is emptied."""
    if redis_url and redis.from_url(redis_url).dbsize():
        fail(f"{redis_url} is in use. Name a free one, such as {REDIS}.")
    if not server:
        yield ""
        return
    name = f"pairwright_attack_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
            if redis_url:
                redis.from_url(redis_url).flushdb()


@contextmanager
def instance(server: str, redis_url: str) -> Iterator[Instance]:
    with (
        tempfile.TemporaryDirectory(prefix="pairwright-attack-") as folder,
        database_of(server, redis_url) as database,
    ):
        env = surroundings(Path(folder), database, redis_url)
        first = Inside(env, "everybody")
        first.faults()
        port = free_port(HOST)
        # Letters and tracebacks are nobody's news here.
        with (Path(folder) / "web.log").open("wb") as log:
            web = start_web(env, HOST, port, output=log)
        try:
            end = time.monotonic() + SECONDS_TO_START
            while not answers(HOST, port):
                if time.monotonic() > end:
                    fail(f"the instance to be attacked does not start\n{Path(log.name).read_text()[-2000:]}")
                time.sleep(0.2)
            assert web.process
            name = "PostgreSQL" if server else "SQLite"
            yield Instance(name, f"http://{HOST}:{port}", web.process.pid, env, first.given)
        finally:
            web.stop()


def surroundings(folder: Path, database: str, redis_url: str) -> dict[str, str]:
    (folder / "static").mkdir()
    unlimited = dict.fromkeys(("API_RATE_ANONYMOUS", "API_RATE_USER", "API_RATE_TOOLS"), "1000000/min")
    # Few, so that an attack gets to their end soon.
    few = dict.fromkeys(("LIMIT_SIGN_UPS", "LIMIT_RESETS_ADDRESS", "LIMIT_SEARCHES"), "10/h")
    return {
        **os.environ,
        **few,
        **unlimited,  # strangers of many addresses: what holds must hold without counting them
        "PROXY_COUNT": "1",
        "WEB_WORKERS": "2",
        "DATA_DIR": str(folder),
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database,
        "REDIS_URL": redis_url,
        "COLLECTED_STATIC": "0",
        "LOG_LEVEL": "ERROR",
    }
