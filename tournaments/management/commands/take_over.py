"""`manage.py take_over FILE --owner USER`: an event from a hand-over pack."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.management import account_named
from tournaments.files.services.hand_over import open_pack
from tournaments.management import pass_phrases
from tournaments.steps.refusals import ServiceError


class Command(BaseCommand):
    help = f"Open a hand-over pack that `hand_over` or the desk of another installation made. {pass_phrases.HELP}"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the hand-over pack")
        parser.add_argument("--owner", metavar="USER", required=True, help="the user name of its owner here")
        parser.add_argument(
            "--slug", metavar="ADDRESS", default="", help="another address, where that of the event is taken"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        owner = account_named(options["owner"])
        if not owner.is_active:
            raise CommandError(f"--owner: the account {owner.username} is disabled.")
        try:
            content = options["file"].read_bytes()
            phrase = pass_phrases.asked()
            done = open_pack(
                content=content, pass_phrase=phrase, owner=owner, slug=options["slug"], limited=False
            )
        except (ServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{done.event.name}: {done.event.slug}")
        for name in done.without_account:
            self.stdout.write(f"no account here: {name}")
