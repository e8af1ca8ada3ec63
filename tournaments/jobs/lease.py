"""Work outside the request: rows with a lease. Whoever holds the lease works; nobody else touches the row."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from tournaments import audience
from tournaments.models import OPEN_WORK, Job, JobKind, JobState, Tournament
from tournaments.steps.refusals import ServiceError, common as refuse

logger = logging.getLogger(__name__)

# What nobody took after this time has no worker coming for it. The desk waits for a round, and a thread pairs it as
# well; what goes on for longer waits for a worker that is only started for it, on a busy machine too.
PATIENCE = timedelta(seconds=3)
STARTING = timedelta(seconds=15)
# After its lease somebody who looks may take work over for so long; then it ends by itself. Long enough for a pairing
# that says nothing while it is worked out, and for a lid that was closed.
GIVEN_UP_AFTER = timedelta(minutes=5)

Progress = Callable[[int, int], None]
Work = Callable[[Job, Progress], dict[str, object]]

_WORK: dict[JobKind, Work] = {}


def register(kind: JobKind, work: Work) -> None:
    """What is done for a job of this kind; each noun registers its own kinds (`tournaments.apps`)."""
    _WORK[kind] = work


class LeaseLost(Exception):
    """Somebody else took it over, because we were silent for too long, or it was cancelled. Theirs counts."""


@dataclass(frozen=True, slots=True)
class Leases:
    """Rows that are worked on by whoever holds `token` until `lease_until`; `at_first` is what they say at the start.

    Their states are those of `JobState`, whatever else they may have.
    """

    rows: QuerySet[Any]
    length: timedelta
    at_first: dict[str, object]

    def free(self) -> QuerySet[Any]:
        """What somebody may take: what waits, and what has a lease that ran out."""
        ran_out = Q(state=JobState.RUNNING, lease_until__lt=timezone.now())
        return self.rows.filter(Q(state=JobState.QUEUED) | ran_out)

    def claim(self, pk: int) -> str | None:
        """Take a row that is free, by one conditional UPDATE. The token, or None if it is not."""
        token, until = secrets.token_hex(16), timezone.now() + self.length
        taken = self.free().filter(pk=pk)
        is_ours = taken.update(state=JobState.RUNNING, token=token, lease_until=until, **self.at_first)
        return token if is_ours else None

    def renew(self, pk: int, token: str, **progress: int) -> None:
        """Write the progress and hold the row for another lease. Errors: LeaseLost."""
        if not self._held(pk, token).update(lease_until=timezone.now() + self.length, **progress):
            raise LeaseLost(pk)

    def end(self, pk: int, token: str, state: JobState, **outcome: object) -> bool:
        """Write how it ended, if the row is still ours. False: somebody else's work counts."""
        now = timezone.now()
        return bool(self._held(pk, token).update(state=state, finished_at=now, lease_until=None, **outcome))

    def work(self, pk: int, do: Callable[[Any], dict[str, Any]]) -> bool:
        """Take a row and do it to its end; every way out is stored: what `do` answers, or why it failed. False: it was
        not free, or it was lost on the way.
        """
        token = self.claim(pk)
        row = self.rows.filter(pk=pk, token=token).first() if token else None
        if token is None or row is None:
            return False
        try:
            return self.end(pk, token, JobState.DONE, **do(row))
        except LeaseLost:
            logger.warning("%s was cancelled or taken over by another process", row)
            return False
        except ServiceError as error:
            refusal = error
        except Exception:
            logger.exception("%s failed", row)
            refusal = refuse.internal()
        return self.end(pk, token, JobState.FAILED, error=refusal.to_json())

    def end_lost(self) -> int:
        """End what was at work and lost its lease long ago, with `worker_lost`; how many rows that were."""
        now = timezone.now()
        lost = self.rows.filter(state=JobState.RUNNING, lease_until__lt=now - GIVEN_UP_AFTER)
        if not lost.exists():  # the usual case writes nothing
            return 0
        error = refuse.worker_lost().to_json()
        return lost.update(state=JobState.FAILED, finished_at=now, lease_until=None, error=error)

    def _held(self, pk: int, token: str) -> QuerySet[Any]:
        return self.rows.filter(pk=pk, token=token, state=JobState.RUNNING)


JOBS = Leases(
    Job.objects.select_related("tournament", "created_by"), timedelta(seconds=30), {"progress": 0, "total": 0}
)
# Everything that `watch` looks after; nouns with rows of their own add theirs.
WATCHED = [JOBS]


def open_job(tournament: Tournament, kind: JobKind = JobKind.PAIR_ROUND) -> Job | None:
    """The job of this kind that is waiting or at work, if any."""
    return Job.objects.filter(tournament=tournament, kind=kind, state__in=OPEN_WORK).first()


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
        return job.created_at < now - (PATIENCE if job.kind == JobKind.PAIR_ROUND else STARTING)
    return job.state == JobState.RUNNING and (job.lease_until is None or job.lease_until < now)


def run(job_id: int) -> bool:
    """Do a job to its end; every way out is done or failed with a reason. False: somebody else has it."""
    with audience.staff():
        return JOBS.work(job_id, _result)


def _result(job: Job) -> dict[str, Any]:
    def progress(done: int, total: int) -> None:
        JOBS.renew(job.pk, job.token, progress=done, total=total)

    return {"result": _WORK[JobKind(job.kind)](job, progress)}
