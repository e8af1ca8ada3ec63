"""The account that everybody has at the desk of a public demo (`PUBLIC_DEMO`)."""

from pathlib import Path

from django.conf import settings
from django.core.management import CommandError

from accounts.models import User

USERNAME = "organiser"
DISPLAY_NAME = "Olga Organiser"
MINUTES = 30  # then everything is thrown away


def claim_database() -> None:
    """What a public demo throws away again and again is a database that it began on. Errors: CommandError."""
    name = str(settings.DATABASES["default"]["NAME"])
    claim = Path(settings.DATA_DIR) / "public-demo"
    if not (claim.exists() and claim.read_text() == name) and User.objects.exists():
        raise CommandError(
            f"PUBLIC_DEMO=1 throws everything away, and {name} holds accounts that are not of a public demo. Name an"
            " empty database: DATA_DIR=... or DATABASE_URL=..."
        )
    claim.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    claim.write_text(name)


def find_organiser() -> User | None:
    return User.objects.filter(username__iexact=USERNAME).first()


def make_organiser(password: str | None) -> User:
    """Without a password nobody can type one."""
    return User.objects.create_user(USERNAME, password=password, display_name=DISPLAY_NAME)
