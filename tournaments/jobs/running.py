"""Now, or on a worker? Small work is done in the request, large work beside it; an event never waits for a worker.

Where no broker answers, or no worker comes for the job, a thread of the web process does it.
"""

import logging
import threading
from collections.abc import Callable
from functools import partial

from celery import Signature
from django.conf import settings
from django.db import connection, transaction

from tournaments.jobs import lease
from tournaments.jobs.tasks import run_job
from tournaments.models import Job

logger = logging.getLogger(__name__)


def look_after(job: Job) -> Job:
    """Call this when somebody looks at an open job: one that nobody works on is done in a thread. Returns
    it fresh.
    """
    if lease.is_abandoned(job):
        logger.warning("job %s has no worker: a thread takes it over", job.pk)
        transaction.on_commit(partial(_run_in_thread, job.pk))
    job.refresh_from_db()
    return job


def send(job_id: int) -> None:
    """Hand the job to a worker, or to a thread where that cannot be. Runs after the commit."""
    if not ask_worker(run_job.s(job_id)):
        _run_in_thread(job_id)


def _run_in_thread(job_id: int) -> None:
    in_thread(f"job-{job_id}", lease.run, job_id)


def ask_worker(message: Signature[object]) -> bool:
    """Whether a broker has taken the message, or all of a group; what it says is done on a worker then."""
    if not settings.CELERY_BROKER_URL:
        return False
    try:
        message.apply_async()
    except Exception:  # kombu lets every kind of connection error out
        logger.warning("no broker answers: %s runs in a thread", message.task, exc_info=True)
        return False
    return True


def in_thread(name: str, action: Callable[..., object], *arguments: object) -> None:
    """Beside the request, in this process."""

    def run() -> None:
        try:
            action(*arguments)
        finally:
            connection.close()

    threading.Thread(target=run, name=name, daemon=True).start()
