"""Names outside the program: environment variables, messages to workers, what browsers and programs store."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from django.conf import settings

from config.celery import app
from devtools import ROOT
from tournaments.api.idempotency import HEADER
from tournaments.people import desk as staff
from tournaments.phones.public import at_table, my_page
from tournaments.public import displays

Lines = Iterator[tuple[str, str]]


def lines() -> Lines:
    """Another test compares the example file with what is really read."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name, default in re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.MULTILINE):
        yield f"variable {name}", ""
        yield f"variable {name} default {default.strip() or 'empty'}", ""
    for name, task in app.tasks.items():
        if not name.startswith("celery."):
            yield f"task {name}({', '.join(inspect.signature(task.run).parameters)})", ""
    for kept in _kept_by_browsers():
        yield kept, ""
    yield f"header {HEADER}", ""
    yield f"token begins with {settings.REST_KNOX['TOKEN_PREFIX']}", ""
    for language, _name in settings.LANGUAGES:
        yield f"language {language}", ""


def _kept_by_browsers() -> Iterator[str]:
    for name in ("SESSION", "CSRF", "LANGUAGE", "DEVICE"):
        yield f"cookie {getattr(settings, f'{name}_COOKIE_NAME')}"
    yield f"cookie {at_table.COOKIE}"
    yield f"cookie {my_page.COOKIE}"
    for name in (displays.SESSION_KEY, staff.SHOWN_ONCE):
        yield f"session {name}"
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        for name in re.findall(r"`(pairwright:[^`]*)`", path.read_text(encoding="utf-8")):
            yield f"storage {re.sub(r'[$][{][^}]*[}]', '<part>', name)}"
