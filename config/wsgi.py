"""WSGI entry: pages and API are served this way (under ASGI every middleware would cost two thread hops)."""

from __future__ import annotations

import gc
import logging
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def _warn_of_open_files() -> None:
    """No command runs before a server, so the check that others cannot read our files is asked for here."""
    from config.checks import others_cannot_read_our_files

    for message in others_cannot_read_our_files(None):
        logging.getLogger(__name__).warning("%s %s", message.msg, message.hint)


def _set_aside_what_stays() -> None:
    """Keep the program itself from the garbage collector, which now and then took 0.1 s of a request to look at it."""
    get_resolver().url_patterns  # noqa: B018  (all pages are imported here, and not in the first request)
    gc.collect()
    gc.freeze()


_warn_of_open_files()
_set_aside_what_stays()
