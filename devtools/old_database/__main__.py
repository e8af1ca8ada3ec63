"""`python -m devtools.old_database FOLDER`: see the package."""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from devtools import ROOT
from devtools.old_database import dumps

NAME = "pairwright_old_database"


def main() -> None:
    parser = argparse.ArgumentParser(prog="devtools.old_database", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the dumps and the recording go")
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        STEPS[given.step](given.folder)
    else:
        make(given.folder.resolve())


def make(folder: Path) -> None:
    """Both dumps, each from an installation that was built there; what is recorded must be the same for both."""
    folder.mkdir(parents=True, exist_ok=True)
    postgres = os.environ.get("DATABASE_URL", "")
    if not postgres.startswith("postgres"):
        sys.exit("DATABASE_URL: name a PostgreSQL server on which a database can be made for a while")
    server = postgres.rpartition("/")[0]
    in_process("build", folder, {})
    in_process("record", folder, {})
    for step in ("build", "compare"):
        with database_for_a_while(postgres):
            in_process(step, folder, {"DATABASE_URL": f"{server}/{NAME}"})


@contextmanager
def database_for_a_while(server: str) -> Iterator[None]:
    import psycopg

    def order(text: str) -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(text.encode())

    order(f"DROP DATABASE IF EXISTS {NAME}")
    order(f"CREATE DATABASE {NAME}")
    try:
        yield
    finally:
        order(f"DROP DATABASE {NAME} WITH (FORCE)")


def in_process(step: str, folder: Path, more: Mapping[str, str]) -> None:
    """A step in a process of its own, with a database of its own and nothing by chance."""
    with tempfile.TemporaryDirectory() as data:
        surroundings = {
            **{key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")},
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATA_DIR": data,
            "LOG_LEVEL": "ERROR",
            "PYTHONHASHSEED": "0",
            **more,
        }
        command = [sys.executable, "-m", "devtools.old_database", str(folder), "--step", step]
        subprocess.run(command, check=True, env=surroundings, cwd=ROOT)


def set_up() -> None:
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()


def build(folder: Path) -> None:
    set_up()
    from django.core.management import call_command
    from django.db import connection

    from devtools.old_database.installation import make_installation
    from devtools.old_database.surroundings import surroundings

    # Migrations draw defaults, on each database another number of them: not from the secrets of the installation.
    with surroundings():
        call_command("migrate", verbosity=0)
    with surroundings() as clock:
        secrets.token_bytes(
            24
        )  # what the first dump had drawn before; without it, it would not come out again
        known = make_installation(clock)
        facts = {"secrets": known, "moment": clock.now().isoformat()}
    if connection.vendor == "sqlite":
        text = dumps.of_sqlite(str(connection.settings_dict["NAME"]))
        dumps.write_json(folder / dumps.RECORDED, facts)
    else:
        text = dumps.of_postgres(os.environ["DATABASE_URL"])
    dumps.write(folder / dumps.FILES[connection.vendor], text)


def record(folder: Path) -> None:
    facts = dumps.read_json(folder / dumps.RECORDED)
    dumps.write_json(folder / dumps.RECORDED, {**facts, **asked(folder)})


def asked(folder: Path) -> dict[str, object]:
    """Everything that is recorded, of the dump for the database that is set up here."""
    set_up()
    import time_machine
    from django.core.management import call_command
    from django.db import connection

    from devtools.old_database import asking, recording

    facts = dumps.read_json(folder / dumps.RECORDED)
    dumps.load(connection, folder)
    with time_machine.travel(facts["moment"], tick=False):
        call_command("migrate", verbosity=0)
        events = recording.events_of(facts["secrets"])
        before = asking.rows()
        pages = recording.pages_of(facts["secrets"])
        changed = [label for label, rows in asking.rows().items() if rows != before[label]]
        assert not changed, changed
        back = recording.ways_back(facts["secrets"])
    return {"events": events, "pages": pages, "back": back}


def compare(folder: Path) -> None:
    """Stop if PostgreSQL answers otherwise than what was recorded."""
    from devtools.old_database.asking import differences

    here = asked(folder)
    recorded = dumps.read_json(folder / dumps.RECORDED)
    found = differences({key: recorded[key] for key in here}, here)
    if found:
        sys.exit("\n".join(["not the same on PostgreSQL:", *found[:20]]))


STEPS: dict[str, Callable[[Path], None]] = {"build": build, "record": record, "compare": compare}

if __name__ == "__main__":
    main()
