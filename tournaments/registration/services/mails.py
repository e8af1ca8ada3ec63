"""Mails about an entry: its own link after signing up. None of them holds anything else up."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils.translation import gettext

from tournaments.models import Entry, Tournament

logger = logging.getLogger(__name__)


def can_send() -> bool:
    """Whether this site sends mail."""
    return bool(settings.EMAIL_HOST) or "locmem" in settings.EMAIL_BACKEND


def send_own_link(tournament: Tournament, entry: Entry, address: str) -> None:
    """The own link, after the commit; the address is confirmed by opening it."""
    if not entry.email or not can_send():
        return
    facts = {"event": tournament.name, "name": entry.name, "address": address}
    subject = gettext("Your entry: %(event)s") % facts
    body = gettext(
        "%(name)s is signed up for %(event)s. This link shows the place, and is for changes and withdrawal:\n\n"
        "%(address)s\n\nWhoever has the link can use it. If you have not signed up, do nothing."
    )
    transaction.on_commit(lambda: _send(subject, body % facts, entry.email))


def _send(subject: str, body: str, to: str) -> None:
    try:
        send_mail(subject, body, None, [to])
    except (SMTPException, OSError):
        logger.warning("a mail about an entry was not sent", exc_info=True)
