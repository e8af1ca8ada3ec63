"""Now, or on a worker? Small fields are paired in the request, large ones beside it; an event never waits
for a worker.

Where no broker answers, or no worker comes for the job, a thread of the web process does it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from functools import partial
from typing import Any

from celery import group
from django.conf import settings
from django.db import connection, transaction

from accounts.models import User
from tournaments.models import Job, JobKind, JobState, Round, Simulation, Tournament
from tournaments.services import (
    rounds,
    schedules,
    simulated_events,
    simulation_work,
    simulations,
    studies,
    work,
)
from tournaments.tasks import play_slice, run_job

logger = logging.getLogger(__name__)

__all__ = [
    "look_after",
    "look_after_simulation",
    "open_job",
    "pair_next",
    "plan_schedule",
    "simulate",
    "simulate_event",
    "study",
    "warm_up",
]

open_job = work.open_job


def pair_next(
    *, tournament: Tournament, actor: User | None, overrides: Mapping[str, Any] | None = None
) -> Round | Job:
    """Pair the next round: the draft itself, or (large fields) the job that makes it, whose page shows
    progress.

    A click while a job is open returns that job, after taking it over if whoever had it is gone.
    Errors: those of services.rounds.pair_next_round.
    """
    if tournament.players.count() < settings.PAIR_ON_WORKER_FROM and open_job(tournament) is None:
        return rounds.pair_next_round(tournament=tournament, actor=actor, overrides=overrides)
    rounds.refuse_unless_pairable(tournament)
    job, is_new = work.create_job(
        tournament=tournament,
        actor=actor,
        kind=JobKind.PAIR_ROUND,
        params={"overrides": dict(overrides or {})},
    )
    if is_new:
        transaction.on_commit(partial(_send, job.pk))
    else:
        look_after(job)
    return job


def study(*, actor: User, document: Any) -> Job:
    """Hold algorithms against a round robin: a small study is done when this returns, a large one beside the request.

    Errors: those of services.studies.request_study.
    """
    job, is_small = studies.request_study(actor=actor, document=document)
    if is_small:
        work.run(job.pk)
        job.refresh_from_db()
    else:
        transaction.on_commit(partial(_send, job.pk))
    return job


def plan_schedule(*, tournament: Tournament, actor: User | None, seconds: int = 0) -> Job:
    """A proposal for the whole schedule: made before this returns, or (`seconds`) searched for beside the request.

    Where there is no plan yet, one made at once is kept at once. While a plan is being made, another click returns that
    job. Errors: those of services.schedules.request and keep.
    """
    job, is_new = work.create_job(
        tournament=tournament,
        actor=actor,
        kind=JobKind.PLAN_SCHEDULE,
        params=schedules.request(tournament, seconds),
    )
    if not is_new:
        return look_after(job)
    if seconds:
        transaction.on_commit(partial(_send, job.pk))
        return job
    work.run(job.pk)
    job.refresh_from_db()
    if job.state == JobState.DONE and not tournament.schedule:
        schedules.keep(tournament=tournament, actor=actor, job=job)
        job.refresh_from_db()
    return job


def look_after(job: Job) -> Job:
    """Call this when somebody looks at an open job: one that nobody works on is done in a thread. Returns
    it fresh.
    """
    if work.is_abandoned(job):
        logger.warning("job %s has no worker: a thread takes it over", job.pk)
        transaction.on_commit(partial(_in_thread, job.pk))
    job.refresh_from_db()
    return job


def _send(job_id: int) -> None:
    """Hand the job to a worker, or to a thread where that cannot be. Runs after the commit."""
    if settings.CELERY_BROKER_URL:
        try:
            run_job.delay(job_id)
            return
        except Exception:  # kombu lets every kind of connection error out
            logger.warning("no broker answers: job %s runs in a thread", job_id, exc_info=True)
    _in_thread(job_id)


def _in_thread(job_id: int) -> None:
    threading.Thread(target=_work, args=(job_id,), name=f"job-{job_id}", daemon=True).start()


def _work(job_id: int) -> None:
    try:
        work.run(job_id)
    finally:
        connection.close()


def simulate(*, actor: User, document: Any, tournament: Tournament | None = None) -> Simulation:
    """Play events by chance, beside the request: on any number of workers, slice by slice.

    Errors: those of services.simulations.request.
    """
    made = simulations.request(actor=actor, document=document, tournament=tournament)
    transaction.on_commit(partial(_send_slices, made.pk))
    return made


def simulate_event(*, actor: User, tournament: Tournament, **asked: Any) -> Simulation:
    """The same for an event, from where it stands or anew (`asked` as in services.simulated_events.document_of).

    Errors: those of document_of and of services.simulations.request.
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
    """Load the kernels in this process while somebody fills in the form; with a broker, workers do so themselves."""
    if not settings.CELERY_BROKER_URL and not _warm.is_set():
        _warm.set()
        threading.Thread(target=simulation_work.warm_up, name="warm-up", daemon=True).start()


_warm = threading.Event()


def _send_slices(simulation_id: int) -> None:
    """One message for each slice; a thread plays them where that cannot be."""
    if settings.CELERY_BROKER_URL:
        try:
            slices = simulation_work.free_chunks(simulation_id)
            group(play_slice.s(chunk_id) for chunk_id in slices).apply_async()
            return
        except Exception:  # as in _send
            logger.warning("no broker answers: a simulation runs in a thread", exc_info=True)
    _slices_in_thread(simulation_id)


def _slices_in_thread(simulation_id: int) -> None:
    name = f"simulation-{simulation_id}"
    threading.Thread(target=_play_all, args=(simulation_id,), name=name, daemon=True).start()


def _play_all(simulation_id: int) -> None:
    try:
        simulation_work.play_all(simulation_id)
    finally:
        connection.close()
