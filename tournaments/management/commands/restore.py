"""`manage.py restore FILE`: a whole site from a copy that `backup` made, or one event of it with --event."""

import secrets
import sqlite3
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from accounts.management import account_named
from accounts.models import User
from pairwright.start.folder import only_one
from tournaments.files.services.hand_over import open_pack
from tournaments.management import copies
from tournaments.models import Tournament
from tournaments.seals import BadSeal, Purpose, opened
from tournaments.steps.refusals import ServiceError


class Command(BaseCommand):
    help = (
        "Make a site from a copy that `backup` made, where DATA_DIR or DATABASE_URL name an empty place; with --event"
        " bring one event of the copy into this site."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the copy")
        parser.add_argument(
            "--key",
            metavar="FILE",
            type=Path,
            help="the `secret_key` of the site that was copied, where it does not lie beside the copy",
        )
        parser.add_argument("--event", metavar="ADDRESS", help="only this event, into the site that is here")
        parser.add_argument("--owner", metavar="USER", help="with --event: the user name of its owner here")
        parser.add_argument(
            "--slug", metavar="ADDRESS", default="", help="with --event: another address, where that is taken"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            key = _key(options["file"], options["key"])
            if options["event"]:
                self._event(key, options)
            else:
                self._site(options["file"], key)
        except (ServiceError, OSError, sqlite3.Error) as error:
            raise CommandError(str(error)) from error

    def _site(self, copy: Path, key: str) -> None:
        kind = copies.kind_of(copy)
        if kind != connection.vendor:
            here, there = copies.NAMES[connection.vendor], copies.NAMES[kind]
            raise CommandError(
                f"FILE: {copy} is of {there}, this site has {here}. Restore it where DATABASE_URL names {there}."
            )
        _refuse_a_site()
        if kind == "sqlite":
            with only_one(
                Path(settings.DATA_DIR)
            ):  # a site that runs would go on with the file that was there
                _restore_sqlite(copy)
        else:
            connection.close()
            words = "--no-owner --clean --if-exists --single-transaction --dbname".split()
            copies.run_postgresql("pg_restore", *words, connection.settings_dict["NAME"], str(copy))
        if key and not copies.surroundings().get("SECRET_KEY"):
            copies.write_private(Path(settings.DATA_DIR) / "secret_key", key)
            settings.SECRET_KEY = key
        self.stdout.write(
            f"{Tournament.objects.count()} events and {User.objects.count()} accounts are restored."
        )
        self.stdout.write(_about_keys())

    def _event(self, key: str, options: dict[str, Any]) -> None:
        """The copy becomes a site of its own for a moment, which hands the event over."""
        copy, address = options["file"].resolve(), options["event"]
        if not options["owner"]:
            raise CommandError("--owner: name the account that the event belongs to here.")
        owner = account_named(options["owner"])
        if copies.kind_of(copy) != "sqlite":
            raise CommandError(
                f"FILE: {copy} is of PostgreSQL. Restore it into an empty database, then `hand_over` the event there."
            )
        phrase = secrets.token_urlsafe()
        with tempfile.TemporaryDirectory() as folder:
            pack = Path(folder) / "event.pairwright"
            key = key or settings.SECRET_KEY
            env = copies.surroundings(DATA_DIR=folder, DATABASE_URL="", REDIS_URL="", SECRET_KEY=key)
            _run(env, "restore", str(copy))
            _run(env, "migrate", "--verbosity", "0")
            _run(env, "hand_over", address, "--out", str(pack), typed=phrase)
            done = open_pack(
                content=pack.read_bytes(),
                pass_phrase=phrase,
                owner=owner,
                slug=options["slug"],
                limited=False,
            )
        self.stdout.write(f"{done.event.name}: {done.event.slug}")


def _key(copy: Path, named: Path | None) -> str:
    """The key of the site that was copied; "" where nobody has it."""
    file = named or copies.key_beside(copy)
    if named is None and not file.exists():
        return ""
    return file.read_text().strip()


def _refuse_a_site() -> None:
    """Errors: CommandError where the place is not empty."""
    try:
        is_used = "tournaments_tournament" in connection.introspection.table_names() and (
            Tournament.objects.exists() or User.objects.exists()
        )
    except DatabaseError as error:
        raise CommandError(f"The database that is here cannot be read: {error}") from error
    if is_used:
        raise CommandError(
            f"There is a site here already: {connection.settings_dict['NAME']}. Name another folder or database with"
            " DATA_DIR=... or DATABASE_URL=...; --event brings one event of the copy into this one."
        )


def _restore_sqlite(copy: Path) -> None:
    target = Path(connection.settings_dict["NAME"])
    unfinished = target.with_name(target.name + ".part")
    connection.close()
    try:
        unfinished.touch(mode=0o600)
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as source:
            copies.copy_sqlite(source, unfinished)
        for journal in ("-wal", "-shm"):
            target.with_name(target.name + journal).unlink(missing_ok=True)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _about_keys() -> str:
    """Whether what is sealed in the copy opens here."""
    sealed = Tournament.objects.values_list("table_key", flat=True).first()
    if sealed is None:
        return "Nothing in it is sealed."
    try:
        opened(sealed, Purpose.TABLES)
    except BadSeal:
        return (
            "The key of that site is missing: links and cards that were printed open nothing here, and secret seeds are"
            " lost. With --key FILE, or SECRET_KEY set to the old key, they stay good; restore once more into an empty"
            " place."
        )
    return "Its key is here too: links and cards that were printed stay good."


def _run(env: dict[str, str], *words: str, typed: str = "") -> None:
    """A command of ours in another site. Errors: CommandError."""
    command = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), *words]
    done = subprocess.run(command, env=env, input=typed + "\n", capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(done.stderr.strip().removeprefix("CommandError: "))
