"""Now, or on a worker? Small fields are paired in the request, large ones beside it; an event never waits
for a worker.

Where no broker answers, or no worker comes for the job, a thread of the web process does it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from celery import Task, group
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from tournaments.models import Job, JobKind, JobState, Round, Simulation, Tournament
from tournaments.selectors.race import has_race
from tournaments.selectors.race_answers import Answer, last_answer
from tournaments.services import (
    bins,
    rounds,
    schedules,
    simulated_events,
    simulation_work,
    simulations,
    studies,
    work,
)
from tournaments.tasks import empty_bin, play_slice, run_job

logger = logging.getLogger(__name__)

A_DAY = 24 * 3600
ASKED_SECONDS = 2
LONGEST_REST = 20.0
_BIN_EMPTIED = "bin:emptied"

__all__ = [
    "empty_bin_sometimes",
    "look_after",
    "look_after_simulation",
    "open_job",
    "pair_next",
    "plan_schedule",
    "race_answer",
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
        transaction.on_commit(partial(_run_in_thread, job.pk))
    job.refresh_from_db()
    return job


def _send(job_id: int) -> None:
    """Hand the job to a worker, or to a thread where that cannot be. Runs after the commit."""
    if not _ask_worker(run_job, job_id):
        _run_in_thread(job_id)


def _run_in_thread(job_id: int) -> None:
    _in_thread(f"job-{job_id}", work.run, job_id)


def _ask_worker(task: Task[..., Any], *given: Any) -> bool:
    """Whether a broker has taken the message; what it says is done on a worker then."""
    if not settings.CELERY_BROKER_URL:
        return False
    try:
        task.delay(*given)
    except Exception:  # kombu lets every kind of connection error out
        logger.warning("no broker answers: %s runs in a thread", task.name, exc_info=True)
        return False
    return True


def _in_thread(name: str, action: Callable[..., Any], *given: Any) -> None:
    """Beside the request, in this process."""

    def run() -> None:
        try:
            action(*given)
        finally:
            connection.close()

    threading.Thread(target=run, name=name, daemon=True).start()


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


def race_answer(tournament: Tournament) -> Answer:
    """The last answer to "What do I need?"; where it is of an older version, a newer one is asked for.

    Nothing is worked out here. However many ask, there is one job, and one for each version at most.
    """
    answer = last_answer(tournament)
    if answer.is_current or not has_race(tournament) or _rests(answer):
        return answer
    # Whoever asked has asked for everybody: a hall of phones does not queue for the row.
    if cache.add(f"race:asked:{tournament.pk}:{tournament.version}", True, ASKED_SECONDS):
        # A page reads all of one moment, so it writes nothing until it has read; and it stands without the answer.
        transaction.on_commit(partial(_ask_for_race, tournament), robust=True)
    return answer


def _rests(answer: Answer) -> bool:
    """After it the machine is left to others for twice the time it took: results may come faster than answers."""
    rest = timedelta(seconds=min(2 * answer.seconds, LONGEST_REST))
    return answer.finished_at is not None and timezone.now() < answer.finished_at + rest


def _ask_for_race(tournament: Tournament) -> None:
    params = {"version": tournament.version}
    job, is_new = work.create_job(tournament=tournament, actor=None, kind=JobKind.RACE, params=params)
    if is_new:
        transaction.on_commit(partial(_send, job.pk))
    else:
        look_after(job)


def empty_bin_sometimes() -> None:
    """Once a day, whoever looks at the list of events: what has been in the bin too long goes, beside the request."""
    if cache.add(_BIN_EMPTIED, True, A_DAY):
        transaction.on_commit(_empty_bin)


def _empty_bin() -> None:
    if not _ask_worker(empty_bin):
        _in_thread("empty-bin", bins.empty_bin)


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
    _in_thread(f"simulation-{simulation_id}", simulation_work.play_all, simulation_id)
