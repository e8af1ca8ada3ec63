"""The race of an event, worked out at once: what a worker does beside the requests."""

from __future__ import annotations

from tournaments.models import JobKind, Tournament
from tournaments.services import work


def worked_out(event: Tournament) -> None:
    """The answer at the version that is stored now."""
    event.refresh_from_db()
    job, _is_new = work.create_job(
        tournament=event, actor=None, kind=JobKind.RACE, params={"version": event.version}
    )
    assert work.run(job.pk)
