"""The Celery task of jobs. A message may come late, twice or never; the row decides."""

from celery import shared_task

from tournaments.jobs import lease


@shared_task(name="tournaments.run_job")
def run_job(job_id: int) -> bool:
    """Do a job, unless somebody else has it."""
    return lease.run(job_id)
