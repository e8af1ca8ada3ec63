"""Work whose worker died is ended with nobody looking: by a thread of every web process."""

import logging
import threading
import time

from django.db import connection

from tournaments.jobs import lease

logger = logging.getLogger(__name__)

EVERY = 60.0  # seconds


def begin() -> None:
    """Look from time to time, for as long as this process lives."""
    threading.Thread(target=_go_on, name="watch-jobs", daemon=True).start()


def look() -> int:
    """End what nobody works on any more; how much that was. A database in trouble is asked again next time."""
    try:
        return sum(leases.end_lost() for leases in lease.WATCHED)
    except Exception as error:
        logger.warning("work without a worker could not be looked for: %s", error)
        return 0


def _go_on() -> None:
    while True:
        time.sleep(EVERY)
        look()
        connection.close()
