"""`manage.py sign_in_link NAME`: prints a link that signs somebody in once, without a password or an e-mail."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from accounts.links import MINUTES, link_text
from accounts.management import account_named


class Command(BaseCommand):
    help = (
        f"Print a link that signs this account in once, within {MINUTES} minutes. For an owner who is locked out:"
        " only someone working on the machine itself can run this."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user name, or the e-mail address")
        parser.add_argument(
            "--address",
            default="http://127.0.0.1:8000",
            help="how the site is reached (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_named(options["name"])
        if not user.is_active:
            raise CommandError(
                f"The account {user.username} is disabled: manage.py account enable {user.username}"
            )
        path = reverse("accounts:sign_in_link", args=[link_text(user)])
        self.stdout.write(options["address"].rstrip("/") + path)
