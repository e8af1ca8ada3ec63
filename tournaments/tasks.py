"""All Celery tasks, where Celery looks for them. Each stands in the `jobs` of the noun whose work it does."""

from tournaments.jobs.tasks import run_job
from tournaments.lab.jobs import compile_kernels, play_slice

__all__ = ["compile_kernels", "play_slice", "run_job"]
