"""Celery tasks: load by id, call one service. A message may come late, twice or never; the row decides."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import work


@shared_task(name="tournaments.run_job")
def run_job(job_id: int) -> bool:
    """Do a job, unless somebody else has it."""
    return work.run(job_id)
