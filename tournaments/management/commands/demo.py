"""manage.py demo: events of many kinds in progress, a league of three seasons, and the account of their owner."""

import secrets
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts.demo import MINUTES, USERNAME, claim_database, find_organiser, make_organiser
from accounts.models import User
from tournaments.management.copies import write_private
from tournaments.management.demo.events import EVENTS
from tournaments.management.demo.league import is_there, make_league
from tournaments.models import Tournament

# Tables of Django's own that are filled when they are made.
LOOKED_UP = {"django_content_type", "auth_permission"}


class Command(BaseCommand):
    help = "Create the demo: events in progress, a league, and the account of their owner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--again-and-again",
            action="store_true",
            help=f"throw EVERYTHING away and make the demo anew, every {MINUTES} minutes; only with PUBLIC_DEMO=1",
        )

    def handle(self, *args: object, **options: object) -> None:
        if options["again_and_again"]:
            self._again_and_again()
        owner, password = organiser()
        make_events(owner)
        if password:
            login = {"name": USERNAME, "password": password}
            self.stdout.write(_("Sign in as the owner: %(name)s / %(password)s") % login)
            self.stdout.write(_("(kept in %(path)s)") % {"path": login_file()})
        else:
            self.stdout.write(
                _("The demo is there. To sign in as the owner, see %(path)s") % {"path": login_file()}
            )

    def _again_and_again(self) -> NoReturn:
        if not settings.PUBLIC_DEMO:
            raise CommandError("--again-and-again throws everything away, so it needs PUBLIC_DEMO=1.")
        claim_database()
        while True:
            make_anew()
            connection.close()
            time.sleep(60 * MINUTES)


def make_anew() -> None:
    """Whoever reads meanwhile sees the old demo until the new one is whole."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            if table not in LOOKED_UP:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        make_events(make_organiser(password=None))


def organiser() -> tuple[User, str]:
    """The organiser, and the password if the account was made just now."""
    if known := find_organiser():
        return known, ""
    password = "-".join(secrets.token_hex(2) for _part in range(4))
    login_file().parent.mkdir(parents=True, exist_ok=True)
    write_private(login_file(), f"{USERNAME}\n{password}\n")
    return make_organiser(password), password


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
