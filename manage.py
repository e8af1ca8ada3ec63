#!/usr/bin/env python
"""Run a Django command with the project's settings."""

from __future__ import annotations

import os
import sys
from importlib import import_module

# They read documents and need neither settings nor database: without Django's setup they start at once.
FILE_COMMANDS = (
    "pair",
    "standings",
    "recheck",
    "repair",
    "seating",
    "lots",
    "random_event",
    "simulate",
    "study",
)


def main() -> None:
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError as error:
        raise SystemExit(
            "Django is not installed for this Python. Run `python3 dev.py setup`, then use .venv/bin/python."
        ) from error
    if len(sys.argv) > 1 and sys.argv[1] in FILE_COMMANDS:
        import_module(f"tournaments.management.commands.{sys.argv[1]}").Command().run_from_argv(sys.argv)
        return
    if sys.argv[1:] == ["--version"]:
        from config.release import VERSION

        print(VERSION)
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except (
        ImproperlyConfigured
    ) as error:  # a variable that makes no sense: its reader says which, and what may be
        raise SystemExit(str(error)) from None
    except DatabaseError as error:
        if "--traceback" in sys.argv:
            raise
        raise SystemExit(
            f"The database: {error}. `prepare` makes it, or brings it to this version."
        ) from None


if __name__ == "__main__":
    main()
