"""`manage.py hand_over EVENT --out FILE`: an event as a hand-over pack."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.files.services.hand_over import make_pack
from tournaments.management import pass_phrases
from tournaments.models import Tournament
from tournaments.steps.refusals import ServiceError


class Command(BaseCommand):
    help = f"Write the hand-over pack of an event, which `take_over` opens elsewhere. {pass_phrases.HELP}"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the address of the event")
        parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="the new file")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["event"]).first()
        if tournament is None:
            raise CommandError(f"EVENT: there is no event {options['event']}.")
        target: Path = options["out"]
        if target.exists():
            raise CommandError(f"--out: {target} exists already. Choose a new file name.")
        try:
            phrase = pass_phrases.asked(twice=True)
            pack = make_pack(tournament=tournament, actor=None, pass_phrase=phrase, limited=False)
            _write(target, pack)
        except (ServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{target} ({len(pack) / 1024:,.0f} KiB)")


def _write(target: Path, pack: bytes) -> None:
    """A new file that nobody else may read."""
    with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pack)
