"""The account that everybody has at the desk of a public demo (`PUBLIC_DEMO`)."""

from __future__ import annotations

from accounts.models import User

USERNAME = "organiser"
DISPLAY_NAME = "Olga Organiser"
MINUTES = 30  # then everything is thrown away


def find_organiser() -> User | None:
    return User.objects.filter(username__iexact=USERNAME).first()


def make_organiser(password: str | None) -> User:
    """Without a password nobody can type one."""
    return User.objects.create_user(USERNAME, password=password, display_name=DISPLAY_NAME)
