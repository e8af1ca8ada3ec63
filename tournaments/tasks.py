"""All Celery tasks, where Celery looks for them. Each stands in the room whose work it does."""

from __future__ import annotations

from tournaments.jobs.tasks import run_job
from tournaments.lab.tasks import play_slice

__all__ = ["play_slice", "run_job"]
