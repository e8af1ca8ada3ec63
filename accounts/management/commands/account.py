"""`manage.py account create|disable|enable NAME`: for the people who run the site."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management import account_named
from accounts.models import User
from accounts.names import validate_no_blanks


class Command(BaseCommand):
    help = (
        "Create an account without a password (then: sign_in_link), or disable one: its sessions and API tokens stop at"
        " once, its events stay for their staff. Enabling restores all of it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["create", "disable", "enable"])
        parser.add_argument("name", help="the user name; of an account that exists also the e-mail address")

    def handle(self, *args: Any, **options: Any) -> None:
        action, name = options["action"], options["name"]
        self.stdout.write(
            self.create(name) if action == "create" else self.set_active(name, action == "enable")
        )

    def create(self, name: str) -> str:
        user = User(username=User.normalize_username(name))
        user.set_unusable_password()
        try:
            validate_no_blanks(user.username)
            user.full_clean()
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.save()
        return f"{user.username} has an account. Print a link to sign in with: manage.py sign_in_link {user.username}"

    def set_active(self, name: str, active: bool) -> str:
        user = account_named(name)
        changed = User.objects.filter(pk=user.pk, is_active=not active).update(is_active=active)
        return f"{user.username} is {'enabled' if active else 'disabled'}{'' if changed else ' already'}."
