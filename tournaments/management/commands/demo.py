"""manage.py demo: events of many kinds in progress, a league of three seasons, and the account of their owner."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.management.demo.events import EVENTS
from tournaments.management.demo.league import is_there, make_league
from tournaments.models import Tournament

USERNAME = "organiser"


class Command(BaseCommand):
    help = "Create the demo: events in progress, a league, and the account of their owner."

    def handle(self, *args: object, **options: object) -> None:
        owner, password = self._organiser()
        make_events(owner)
        if password:
            login = {"name": USERNAME, "password": password}
            self.stdout.write(_("Sign in as the owner: %(name)s / %(password)s") % login)
            self.stdout.write(_("(kept in %(path)s)") % {"path": login_file()})
        else:
            self.stdout.write(
                _("The demo is there. To sign in as the owner, see %(path)s") % {"path": login_file()}
            )

    def _organiser(self) -> tuple[User, str]:
        """The organiser, and the password if the account was made just now."""
        known = User.objects.filter(username__iexact=USERNAME).first()
        if known:
            return known, ""
        password = "-".join(secrets.token_hex(2) for _part in range(4))
        keep_login(password)
        return User.objects.create_user(USERNAME, password=password, display_name="Olga Organiser"), password


def make_events(owner: User) -> None:
    """Those whose address is not taken."""
    for slug, make in EVENTS.items():
        if not Tournament.objects.filter(slug=slug).exists():
            with transaction.atomic():
                make(owner)
    if not is_there():
        with transaction.atomic():
            make_league(owner)


def login_file() -> Path:
    return Path(settings.DATA_DIR) / "demo-login.txt"


def keep_login(password: str) -> None:
    """For its owner's eyes only: the file is made with its rights, never opened to all first."""
    path = login_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{USERNAME}\n{password}\n")
