"""`manage.py prepare [--demo]`: the database as this version has it, before its site starts.

One of a newer version is refused: a migration that this one does not know has changed it. One of an older version is
copied before it is migrated.
"""

import io
import sqlite3
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from accounts.demo import claim_database
from config.release import VERSION
from pairwright.terminal import fail, say

OURS = {"accounts", "tournaments"}


def refuse_newer(executor: MigrationExecutor) -> None:
    """Errors: SystemExit."""
    here = executor.loader.disk_migrations
    known = set(here).union(*(migration.replaces for migration in here.values()))
    unknown = [key for key in executor.recorder.applied_migrations() if key not in known and key[0] in OURS]
    if unknown:
        fail(
            f"{settings.DATABASES['default']['NAME']} is of a newer version than {VERSION}: {'.'.join(max(unknown))} is"
            " not known here. Install that version, or name another folder: DATA_DIR=..."
        )


def migrate() -> None:
    executor = MigrationExecutor(connection)
    refuse_newer(executor)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    say("preparing the database")
    if executor.recorder.applied_migrations() and connection.vendor == "sqlite":
        path = io.StringIO()
        call_command("backup", stdout=path)
        say(f"it is of an older version; a copy from before it is migrated: {path.getvalue().strip()}")
    call_command("migrate", interactive=False, verbosity=0)
    call_command("forget_again")


def load_demo() -> None:
    """Only once: who deletes the demo events does not want to see them again."""
    loaded = Path(settings.DATA_DIR) / "demo-loaded"
    if not loaded.exists():
        say("loading the demo events")
        call_command("demo", stdout=io.StringIO())
        loaded.touch()


class Command(BaseCommand):
    help = (
        "Make the database, or bring it to this version: a newer one is refused, an older one copied first."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demo events, the first time")

    def handle(self, *args: object, **options: object) -> None:
        try:
            migrate()
            if settings.PUBLIC_DEMO:
                claim_database()  # its own command makes the events, again and again
            elif options["demo"]:
                load_demo()
        except (CommandError, DatabaseError, OSError, sqlite3.Error) as error:
            fail(f"The database cannot be prepared: {error}")
