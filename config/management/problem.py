"""A problem report: what somebody who helps has to know, as one text without secrets, to be read before it is sent."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import django
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from config import env, logs
from config.release import VERSION, running

MOST_OF_ERRORS = 40_000
PACKAGES = ("djangorestframework", "celery", "redis", "psycopg", "granian", "numba", "numpy")


def problem_report(*, with_errors: bool) -> str:
    """Versions, machine, settings, sizes, and the last errors where the reader may see those of the whole site."""
    sections = {
        "Pairwright": [
            f"version {VERSION}",
            f"code {running()}",
            f"made {timezone.now():%Y-%m-%d %H:%M} UTC",
        ],
        "Machine": _machine(),
        "Database": _database(),
        "Settings that differ from their defaults": [
            f"{name}={value}" for name, value in env.described().items()
        ],
    }
    if with_errors:
        errors = logs.last_errors(Path(settings.DATA_DIR), MOST_OF_ERRORS)
        sections["Last errors"] = errors.splitlines() or ["none"]
    else:
        sections["Last errors"] = ["in the log of the site, which its operator has"]
    return "\n".join(
        f"## {title}\n\n" + "\n".join(lines or ["none"]) + "\n" for title, lines in sections.items()
    )


def _machine() -> list[str]:
    lines = [platform.platform(), f"Python {platform.python_version()}", f"Django {django.__version__}"]
    for name in PACKAGES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} missing")
    return lines


def _database() -> list[str]:
    """Its kind, and how much is in it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT version()" if connection.vendor == "postgresql" else "SELECT sqlite_version()"
            )
            (kind,) = cursor.fetchone()
            counts = []
            for table in (
                "tournaments_tournament",
                "tournaments_player",
                "tournaments_match",
                "accounts_user",
            ):
                cursor.execute(f"SELECT COUNT(*) FROM {table}")
                counts.append(f"{table} {cursor.fetchone()[0]}")
    except DatabaseError as error:
        return [connection.vendor, f"does not answer: {type(error).__name__}"]
    return [f"{connection.vendor} {kind}", *counts]
