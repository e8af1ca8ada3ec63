"""`manage.py backup`: a complete copy of the database while the event goes on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from tournaments.management import copies

PREFIX = "pairwright-"


class Command(BaseCommand):
    help = "Copy the whole database into a file, also during an event; `restore` reads it."

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

        parser.add_argument(
            "--with-key",
            action="store_true",
            help="Write the key as well, which opens what is sealed in the copy.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] < 0:
            raise CommandError("--keep: expected a whole number, 0 or more (0 keeps all).")
        folder: Path = options["folder"] or Path(settings.DATA_DIR) / "backups"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        suffix = copies.SUFFIXES[connection.vendor]
        target = folder / f"{PREFIX}{timezone.now():%Y%m%d-%H%M%S-%f}{suffix}"
        unfinished = target.with_name(target.name + ".part")
        try:
            # Names, addresses and password digests are in it: nobody else may read it.
            unfinished.touch(mode=0o600)
            copy_database(unfinished)
            unfinished.rename(target)
        finally:
            unfinished.unlink(missing_ok=True)
        self.stdout.write(f"{target} ({target.stat().st_size / 1024:,.0f} KiB)")
        if options["with_key"]:
            copies.write_private(copies.key_beside(target), settings.SECRET_KEY)
            self.stdout.write(f"{copies.key_beside(target)}: keep it in another place than the copy")
        if options["keep"]:
            for old in sorted(folder.glob(f"{PREFIX}*{suffix}"))[: -options["keep"]]:
                old.unlink()
                copies.key_beside(old).unlink(missing_ok=True)
                self.stdout.write(f"deleted {old.name}")


def copy_database(target: Path) -> None:
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        copies.copy_sqlite(connection.connection, target)
    else:
        copies.run_postgresql("pg_dump", "--format=custom", "--no-owner", "--file", str(target))
