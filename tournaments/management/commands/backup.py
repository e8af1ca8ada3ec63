"""`manage.py backup`: a complete copy of the database while the event goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

PREFIX = "pairwright-"


class Command(BaseCommand):
    help = "Copy the whole database into a file, also during an event. docs/deploy.md says how to restore."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, default=None, help="Where to; default: backups in DATA_DIR."
        )
        parser.add_argument(
            "--keep",
            type=int,
            default=0,
            help="Delete all but this many of the newest copies; default: keep all.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] < 0:
            raise CommandError("--keep: expected a whole number, 0 or more (0 keeps all).")
        folder: Path = options["folder"] or Path(settings.DATA_DIR) / "backups"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        suffix, copy = KINDS[connection.vendor]
        target = folder / f"{PREFIX}{timezone.now():%Y%m%d-%H%M%S-%f}{suffix}"
        unfinished = target.with_name(target.name + ".part")
        try:
            # Names, addresses and password digests are in it: nobody else may read it.
            unfinished.touch(mode=0o600)
            copy(unfinished)
            unfinished.rename(target)
        finally:
            unfinished.unlink(missing_ok=True)
        self.stdout.write(f"{target} ({target.stat().st_size / 1024:,.0f} KiB)")
        if options["keep"]:
            for old in sorted(folder.glob(f"{PREFIX}*{suffix}"))[: -options["keep"]]:
                old.unlink()
                self.stdout.write(f"deleted {old.name}")


def copy_sqlite(target: Path) -> None:
    """SQLite's own backup: a consistent copy, although others go on writing."""
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        connection.connection.backup(copy)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise CommandError(f"The copy is damaged: {verdict}")


def copy_postgresql(target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise CommandError("pg_dump is missing. Debian: apt-get install postgresql-client")
    given = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    # By environment, not as arguments: those can be read by everybody on the machine.
    surroundings = os.environ | {name: str(given[key]) for name, key in names.items() if given[key]}
    if mode := given.get("OPTIONS", {}).get("sslmode"):
        surroundings["PGSSLMODE"] = mode
    words = [program, "--format=custom", "--no-owner", "--file", str(target)]
    done = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(f"pg_dump failed: {done.stderr.strip()}")


KINDS = {"sqlite": (".sqlite3", copy_sqlite), "postgresql": (".dump", copy_postgresql)}
