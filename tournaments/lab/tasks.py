"""The Celery task of simulations. A message may come late, twice or never; the row decides."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task

from tournaments.lab.services import kernels, simulation_work


@shared_task(name="tournaments.play_slice", bind=True, max_retries=5)
def play_slice(self: Task[..., Any], chunk_id: int) -> bool:
    """Play a slice of a simulation, unless somebody else has it.

    A slice that somebody has comes again after the lease: whoever has it may be the worker that was killed with this
    message in its hands.
    """
    if simulation_work.play(chunk_id):
        return True
    if simulation_work.is_held(chunk_id):
        raise self.retry(countdown=simulation_work.CHUNKS.length.total_seconds() + 1)
    return False


@shared_task(name="tournaments.compile_kernels", ignore_result=True)
def compile_kernels() -> None:
    """While somebody fills in the form."""
    kernels.compile_first()
