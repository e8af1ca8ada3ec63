"""The outlook of an event, worked out at once: what a worker does beside the requests."""

import time

from tournaments.jobs import lease
from tournaments.models import JobKind, Tournament


def worked_out(event: Tournament) -> None:
    """The answer at the version that is stored now."""
    event.refresh_from_db()
    job, _is_new = lease.create_job(
        tournament=event, actor=None, kind=JobKind.OUTLOOK, params={"version": event.public_version}
    )
    while not lease.run(job.pk):  # on a busy machine the server of an open page is faster
        if lease.open_job(event, JobKind.OUTLOOK) is None:
            return
        time.sleep(0.05)
