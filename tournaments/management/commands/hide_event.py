"""`manage.py hide_event SLUG`: takes a public event away from everybody but its staff; `--undo` shows it again."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.events.services.bin import set_hidden
from tournaments.models import Tournament
from tournaments.steps.refusals import ServiceError


class Command(BaseCommand):
    help = (
        "Hide an event from everyone but its staff, whatever its settings. The log of the event records it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event: the last part of its address")
        parser.add_argument("--undo", action="store_true", help="show it again, by its settings")
        parser.add_argument("--reason", default="", help="what the staff reads in the log")

    def handle(self, *args: object, slug: str, undo: bool, reason: str, **options: object) -> None:
        hidden = not undo
        event = Tournament.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event {slug!r}.")
        try:
            changed = set_hidden(tournament=event, hidden=hidden, reason=reason)
        except ServiceError as error:
            raise CommandError(str(error)) from error
        state = "hidden" if hidden else "not hidden"
        self.stdout.write(f"{event.name} is {state}{'' if changed else ' already'}.")
