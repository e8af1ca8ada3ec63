"""An instance to attack: its own folder, database and web server, deleted afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devtools import PYTHON, ROOT, fail
from devtools.attack.places import Place, databases
from devtools.serve import answers, free_port, start_web

HOST = "127.0.0.1"
SECONDS_TO_START = 60
# Whatever an attack does: it is ended after so many seconds.
LONGEST_ATTACK = 900
NO_LIMIT = "1000000/min"


@dataclass(frozen=True)
class Instance:
    """A running instance: where it answers, the process of its web server, and how its owner is signed in."""

    name: str
    address: str
    server: int
    surroundings: dict[str, str]
    owner: dict[str, str]


@contextmanager
def instance(place: Place) -> Iterator[Instance]:
    with tempfile.TemporaryDirectory(prefix="pairwright-attack-") as folder, databases(place) as urls:
        surroundings = _surroundings(Path(folder), *urls)
        owner = inside(surroundings, "prepare")
        port = free_port(HOST)
        # Letters and tracebacks are nobody's news here.
        with (Path(folder) / "web.log").open("wb") as log:
            web = start_web(surroundings, HOST, port, output=log)
        try:
            _wait(port, Path(log.name))
            assert web.process is not None
            yield Instance(place.name, f"http://{HOST}:{port}", web.process.pid, surroundings, owner)
        finally:
            web.stop()


def inside(surroundings: dict[str, str], *words: str) -> Any:
    """What `devtools.attack.inside` answers: a process that has the settings and the tables of the instance."""
    command = [str(PYTHON), "-m", "devtools.attack.inside", *words]
    done = subprocess.run(
        command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, timeout=LONGEST_ATTACK, check=True
    )
    return json.loads(done.stdout)


def _surroundings(folder: Path, database: str, redis: str) -> dict[str, str]:
    (folder / "static").mkdir()
    return {
        **os.environ,
        "DATA_DIR": str(folder),
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "COLLECTED_STATIC": "0",
        "LOG_LEVEL": "ERROR",
        "WEB_WORKERS": "2",
        # Strangers of many addresses: what holds must hold without counting them.
        "API_RATE_ANONYMOUS": NO_LIMIT,
        "API_RATE_USER": NO_LIMIT,
        "API_RATE_TOOLS": NO_LIMIT,
        "PROXY_COUNT": "1",
        # Few, so that an attack gets to their end soon.
        "LIMIT_SIGN_UPS": "10/h",
        "LIMIT_RESETS_ADDRESS": "10/h",
        "LIMIT_SEARCHES": "10/h",
    }


def _wait(port: int, log: Path) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while not answers(HOST, port):
        if time.monotonic() > end:
            fail(f"the instance to be attacked does not start\n{log.read_text()[-2000:]}")
        time.sleep(0.2)
