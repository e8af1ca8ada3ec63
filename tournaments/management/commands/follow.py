"""`manage.py follow SLUG FOLDER`: takes the newest FIDE report of a folder, whenever there is a newer one."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from tournaments.commandline import one_line
from tournaments.files.services import following
from tournaments.files.services.event_files import MAX_BYTES
from tournaments.models import Tournament
from tournaments.rounds.selectors.rounds import speaker
from tournaments.steps.refusals import ServiceError

SUFFIXES = (".trf", ".trfx")
# Another attempt may go well, with the same file.
_LATER = ("event_changed", "busy")


def newest(folder: Path) -> tuple[int, str, int] | None:
    """When it was changed, its name and size. Every report holds all rounds up to then, so only this one counts."""
    files = ((path.name, path.stat()) for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    return max(((stat.st_mtime_ns, name, stat.st_size) for name, stat in files), default=None)


class Command(BaseCommand):
    help = (
        "Watch a folder into which another program exports FIDE reports (.trf), and take the newest into the event. "
        "A file that cannot be taken changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "slug", help="address of the event: one without rounds, or one that follows already"
        )
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--program", default="", help="whose reports they are, such as Vega; for the first one"
        )
        parser.add_argument("--every", type=float, default=3, help="seconds between two looks (3)")
        parser.add_argument("--once", action="store_true", help="take the newest that is there, and end")

    def handle(self, *_args: Any, slug: str, folder: Path, every: float, once: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None or not folder.is_dir():
            raise CommandError(
                f"there is no event {slug}" if tournament is None else f"{folder} is no folder"
            )
        last = done = None
        while True:
            try:
                found = newest(folder)
                # What has not changed since the last look is written to the end.
                if found and found == last != done:
                    done = found if self._take(tournament, folder / found[1], options["program"]) else None
                last = found
            except OSError as error:  # a file that goes between two looks, a share that is away for a moment
                self.stderr.write(one_line(error))
            if once and last in (None, done):
                return
            time.sleep(every)
            if not once:
                close_old_connections()

    def _take(self, tournament: Tournament, path: Path, program: str) -> bool:
        """Whether there is nothing more to be done with this file. Errors: OSError."""
        with path.open("rb") as file:
            given: Any = {"content": file.read(MAX_BYTES + 1), "filename": path.name, "program": program}
        try:
            taking = following.take(tournament=tournament, actor=None, **given)
        except ServiceError as error:
            self.stderr.write(one_line(f"{path.name}: not taken: {error}"))
            return error.code not in _LATER
        say = speaker(taking.names)
        others = [f"Round {one['round']}: {' '.join(map(say, one['why']))}" for one in taking.otherwise or ()]
        for text in (
            f"{path.name}: {'taken' if taking.changes else 'nothing new'}",
            *taking.changes,
            *others,
        ):
            self.stdout.write(one_line(text))
        return True
