"""The Celery task of simulations. A message may come late, twice or never; the row decides."""

from __future__ import annotations

import threading
from typing import Any

from celery import Task, shared_task
from celery.signals import worker_process_init

from tournaments.lab.services import simulation_work


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


@worker_process_init.connect
def warm_up(**_signal: Any) -> None:
    """Beside other work: a round to be paired does not wait for the kernels of simulations."""
    threading.Thread(target=simulation_work.warm_up, name="warm-up", daemon=True).start()
