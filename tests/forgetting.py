"""What the program keeps of an event is forgotten: for tests that count questions, or take a version back."""

from django.core.cache import cache

from tournaments.steps.version_cache import forget_unpacked
from tournaments.web import unchanged


def forget_all() -> None:
    cache.clear()
    forget_unpacked()
    unchanged.forget()
