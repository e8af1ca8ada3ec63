"""Empty the bin now and then, beside the requests."""

from __future__ import annotations

from celery import shared_task
from django.core.cache import cache
from django.db import transaction

from tournaments.events.services import bin as event_bin
from tournaments.jobs import running

A_DAY = 24 * 3600
_BIN_EMPTIED = "bin:emptied"


@shared_task(name="tournaments.empty_bin")
def empty_bin() -> int:
    """Delete for good what has been in the bin too long; returns how many events."""
    return event_bin.empty_bin()


def empty_bin_sometimes() -> None:
    """Once a day, whoever looks at the list of events: what has been in the bin too long goes, beside the request."""
    if cache.add(_BIN_EMPTIED, True, A_DAY):
        transaction.on_commit(_empty_bin)


def _empty_bin() -> None:
    if not running.ask_worker(empty_bin.s()):
        running.in_thread("empty-bin", event_bin.empty_bin)
