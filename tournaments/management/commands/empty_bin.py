"""`manage.py empty_bin`: deletes for good what has been in the bin for 30 days."""

from django.core.management.base import BaseCommand

from tournaments.events.services.bin import empty_bin


class Command(BaseCommand):
    help = "Delete for good the events that have been in the bin for 30 days. The site does so itself once a day."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(f"{empty_bin()} deleted for good")
