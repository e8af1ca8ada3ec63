"""Empty the bin now and then, beside the requests."""

from functools import partial

from django.core.cache import cache
from django.db import transaction

from tournaments.events.services import bin as event_bin
from tournaments.jobs import running

A_DAY = 24 * 3600
_BIN_EMPTIED = "bin:emptied"


def empty_bin_sometimes() -> None:
    """Once a day, whoever looks at the list of events: what has been in the bin too long goes, beside the request."""
    if cache.add(_BIN_EMPTIED, True, A_DAY):
        # It is nearly always one question to the database: no reason to start a worker.
        transaction.on_commit(partial(running.in_thread, "empty-bin", event_bin.empty_bin))
