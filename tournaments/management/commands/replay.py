"""`manage.py replay SLUG`: does the log lead to the event as it is? One line of JSON."""

import json
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from tournaments.commandline import BAD_INPUT
from tournaments.history.replay import Replay, replay
from tournaments.models import Tournament

DIFFERENT = 3


class Command(BaseCommand):
    help = "Replay the log of an event from its first known state and compare the end with the event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the address of the event")

    def handle(self, *args: object, **options: object) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            self.stderr.write(f"slug: there is no event {options['slug']}")
            raise SystemExit(BAD_INPUT)
        found = replay(tournament)
        self.stdout.write(json.dumps(_answer(found), ensure_ascii=False))
        if not found.same:
            raise SystemExit(DIFFERENT)


def _answer(found: Replay) -> dict[str, object]:
    return {
        "same": found.same,
        "since": found.since and found.since.isoformat(timespec="seconds"),
        "steps": found.steps,
        "misfits": [{"line": line, "place": list(place)} for line, place in found.misfits],
        "differences": {section: sorted(rows) for section, rows in found.differences.items()},
    }
