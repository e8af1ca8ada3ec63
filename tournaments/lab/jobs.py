"""Studies and simulations, in the request or on workers."""

from __future__ import annotations

import logging
import threading
from functools import partial
from typing import Any

from celery import group
from django.conf import settings
from django.db import transaction

from accounts.models import User
from tournaments.jobs import lease, running
from tournaments.lab.services import kernels, simulated_events, simulation_work, simulations, studies
from tournaments.lab.tasks import compile_kernels, play_slice
from tournaments.models import Job, Simulation, Tournament

logger = logging.getLogger(__name__)


def study(*, actor: User, document: Any) -> Job:
    """Hold algorithms against a round robin: a small study is done when this returns, a large one beside the request.

    Errors: those of studies.request_study.
    """
    job, is_small = studies.request_study(actor=actor, document=document)
    if is_small:
        lease.run(job.pk)
        job.refresh_from_db()
    else:
        transaction.on_commit(partial(running.send, job.pk))
    return job


def simulate(*, actor: User, document: Any, tournament: Tournament | None = None) -> Simulation:
    """Play events by chance, beside the request: on any number of workers, slice by slice.

    Errors: those of simulations.request.
    """
    made = simulations.request(actor=actor, document=document, tournament=tournament)
    transaction.on_commit(partial(_send_slices, made.pk))
    return made


def simulate_event(*, actor: User, tournament: Tournament, **asked: Any) -> Simulation:
    """The same for an event, from where it stands or anew (`asked` as in simulated_events.document_of).

    Errors: those of document_of and of simulations.request.
    """
    document = simulated_events.document_of(tournament, **asked)
    return simulate(actor=actor, document=document, tournament=tournament)


def look_after_simulation(simulation: Simulation) -> Simulation:
    """Call this when somebody looks at one that is not done: slices that nobody plays are played by a thread."""
    if simulation_work.is_abandoned(simulation):
        logger.warning("simulation %s has no worker: a thread takes it over", simulation.pk)
        transaction.on_commit(partial(_slices_in_thread, simulation.pk))
    return simulation


def warm_up() -> None:
    """Compile the kernels while somebody fills in the form, where that has not been done on this machine: on a worker,
    or beside the pages where there is no broker. Nothing is loaded before somebody asks for a simulation.
    """
    if _asked.is_set() or kernels.are_compiled():
        return
    _asked.set()
    if not running.ask_worker(compile_kernels):
        running.in_thread("warm-up", kernels.compile_first)


_asked = threading.Event()


def _send_slices(simulation_id: int) -> None:
    """One message for each slice; a thread plays them where that cannot be."""
    if settings.CELERY_BROKER_URL:
        try:
            slices = simulation_work.free_chunks(simulation_id)
            group(play_slice.s(chunk_id) for chunk_id in slices).apply_async()
            return
        except Exception:  # as in running.ask_worker
            logger.warning("no broker answers: a simulation runs in a thread", exc_info=True)
    _slices_in_thread(simulation_id)


def _slices_in_thread(simulation_id: int) -> None:
    running.in_thread(f"simulation-{simulation_id}", simulation_work.play_all, simulation_id)
