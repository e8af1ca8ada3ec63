"""WSGI entry: pages and API are served this way (under ASGI every middleware would cost two thread hops)."""

import logging
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config import garbage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def _warn_of_open_files() -> None:
    """No command runs before a server, so the check that others cannot read our files is asked for here."""
    from config.checks import others_cannot_read_our_files

    for message in others_cannot_read_our_files(None):
        logging.getLogger(__name__).warning("%s %s", message.msg, message.hint)


_warn_of_open_files()
get_resolver().url_patterns  # noqa: B018  (all pages are imported here, and not in the first request)
garbage.set_aside()
garbage.seldom()
