"""Plan a schedule, in the request or on a worker."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts.models import User
from tournaments.jobs import lease, running
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.schedules import services as schedules


def plan_schedule(*, tournament: Tournament, actor: User | None, seconds: int = 0) -> Job:
    """A proposal for the whole schedule: made before this returns, or (`seconds`) searched for beside the request.

    Where there is no plan yet, one made at once is kept at once. While a plan is being made, another click returns that
    job. Errors: those of schedules.services.request and keep.
    """
    job, is_new = lease.create_job(
        tournament=tournament,
        actor=actor,
        kind=JobKind.PLAN_SCHEDULE,
        params=schedules.request(tournament, seconds),
    )
    if not is_new:
        return running.look_after(job)
    if seconds:
        transaction.on_commit(partial(running.send, job.pk))
        return job
    lease.run(job.pk)
    job.refresh_from_db()
    if job.state == JobState.DONE and not tournament.schedule:
        schedules.keep(tournament=tournament, actor=actor, job=job)
        job.refresh_from_db()
    return job
