"""The parts of `dev.py` that need the packages in .venv, most of them Django."""

from __future__ import annotations

import io
import os

from devtools import DEMO_LOADED, ROOT


def translations() -> None:
    """Build .mo files from .po files. No gettext tools are needed."""
    import polib

    for source in sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            # In one move: another process may be reading the catalogue, or building it too.
            fresh = target.with_name(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(fresh))
            fresh.replace(target)


def prepare() -> None:
    """Everything between an installed environment and a server that can start."""
    translations()
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    if not DEMO_LOADED.exists():
        call_command("demo", stdout=io.StringIO())
        DEMO_LOADED.touch()
