"""Work outside the request: a job row with a lease. Whoever holds the lease works; nobody else touches the
row.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.steps.refusals import ServiceError
from tournaments.steps.refusals import common as refuse

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
# A job nobody took after this time has no worker coming for it.
PATIENCE = timedelta(seconds=3)
OPEN_STATES = (JobState.QUEUED.value, JobState.RUNNING.value)

Progress = Callable[[int, int], None]
Work = Callable[[Job, Progress], dict[str, Any]]

_WORK: dict[JobKind, Work] = {}


def register(kind: JobKind, work: Work) -> None:
    """What is done for a job of this kind; each room registers its own kinds (`tournaments.apps`)."""
    _WORK[kind] = work


class LeaseLost(Exception):
    """Somebody else took the job over, because we were silent for too long. Their work counts."""


def open_job(tournament: Tournament, kind: JobKind = JobKind.PAIR_ROUND) -> Job | None:
    """The job of this kind that is waiting or at work, if any."""
    return Job.objects.filter(tournament=tournament, kind=kind, state__in=OPEN_STATES).first()


def create_job(
    *, tournament: Tournament, actor: User | None, kind: JobKind, params: dict[str, Any]
) -> tuple[Job, bool]:
    """Queue a job, or return the one that is open already (False): two clicks share one job."""
    try:
        with transaction.atomic():
            return (
                Job.objects.create(tournament=tournament, kind=kind, params=params, created_by=actor),
                True,
            )
    except IntegrityError:
        job = open_job(tournament, kind)
        if job is None:  # it ended between the two statements
            return create_job(tournament=tournament, actor=actor, kind=kind, params=params)
        return job, False


def is_abandoned(job: Job) -> bool:
    """Nobody works on it: it waits longer than a worker takes, or its lease ran out."""
    now = timezone.now()
    if job.state == JobState.QUEUED:
        return job.created_at < now - PATIENCE
    return job.state == JobState.RUNNING and (job.lease_until is None or job.lease_until < now)


def claim(job_id: int) -> str | None:
    """Take a job that waits or whose lease ran out, by one conditional UPDATE. The token, or None if it is
    not free.
    """
    token, now = secrets.token_hex(16), timezone.now()
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job_id).update(
        state=JobState.RUNNING, token=token, lease_until=now + LEASE, progress=0, total=0
    )
    return token if taken else None


def renew(job_id: int, token: str, progress: int, total: int) -> None:
    """Write the progress and hold the job for another lease. Errors: LeaseLost."""
    held = Job.objects.filter(pk=job_id, token=token, state=JobState.RUNNING).update(
        progress=progress, total=total, lease_until=timezone.now() + LEASE
    )
    if not held:
        raise LeaseLost(job_id)


def run(job_id: int) -> bool:
    """Do a job to its end; every way out is done or failed with a reason. False: somebody else has it."""
    token = claim(job_id)
    if token is None:
        return False
    job = Job.objects.select_related("tournament", "created_by").get(pk=job_id)

    def progress(done: int, total: int) -> None:
        renew(job_id, token, done, total)

    try:
        result = _WORK[JobKind(job.kind)](job, progress)
    except LeaseLost:
        logger.warning("job %s was taken over by another process", job_id)
        return False
    except ServiceError as error:
        _finish(job_id, token, JobState.FAILED, error=error.to_json())
    except Exception:
        logger.exception("job %s failed", job_id)
        _finish(job_id, token, JobState.FAILED, error=unexpected().to_json())
    else:
        _finish(job_id, token, JobState.DONE, result=result)
    return True


def unexpected() -> ServiceError:
    return refuse.internal()


def _finish(job_id: int, token: str, state: JobState, **outcome: Any) -> None:
    Job.objects.filter(pk=job_id, token=token).update(
        state=state, finished_at=timezone.now(), lease_until=None, **outcome
    )
