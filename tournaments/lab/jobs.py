"""Studies and simulations, in the request or on workers."""

import logging
import threading
from functools import partial
from typing import Any

from celery import Task, group, shared_task
from django.db import transaction

from accounts.models import User
from pairing.model.errors import PairingError
from research import spec
from research.study import Outcome, outcome, round_robin
from tournaments.jobs import lease, running
from tournaments.jobs.lease import Progress
from tournaments.lab.services import kernels, simulated_events, simulation_work, simulations, studies
from tournaments.models import Job, Simulation, Tournament
from tournaments.steps.refusals import CoreError

logger = logging.getLogger(__name__)


def study(*, actor: User, document: object) -> Job:
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


def make_study(job: Job, progress: Progress) -> dict[str, Any]:
    """The work of a `STUDY` job: `spec.dump`, the ranges looked at, and the algorithms that came to no end."""
    study = studies.checked(job.params["document"])
    total, done = study.rounds * len(study.algorithms), 0

    def one_round() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    right = round_robin(study)
    outcomes: list[Outcome] = []
    failed: list[dict[str, object]] = []
    for number, algorithm in enumerate(study.algorithms, 1):
        try:
            outcomes.append(outcome(study, algorithm, right, one_round))
        except PairingError as error:
            params = CoreError(error).to_json()["params"]
            failed.append(
                {"name": algorithm.name, "code": error.code, "message": str(error), "params": params}
            )
        done = number * study.rounds
    return {
        **spec.dump(study, right, tuple(outcomes)),
        "ranges": list(study.ranges),
        "failed": failed,
    }


def simulate(*, actor: User, document: object, tournament: Tournament | None = None) -> Simulation:
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


@shared_task(name="tournaments.play_slice", bind=True, max_retries=5)
def play_slice(self: Task[..., object], chunk_id: int) -> bool:
    """Play a slice of a simulation, unless somebody else has it.

    A slice that somebody has comes again after the lease: whoever has it may be the worker that was killed with this
    message in its hands.
    """
    if simulation_work.play(chunk_id):
        return True
    if simulation_work.is_held(chunk_id):
        raise self.retry(countdown=simulation_work.CHUNKS.length.total_seconds() + 1)
    return False


def warm_up() -> None:
    """Compile the kernels while somebody fills in the form, where that has not been done on this machine: on a worker,
    or beside the pages where there is no broker. Nothing is loaded before somebody asks for a simulation.
    """
    if _asked.is_set() or kernels.missing() or kernels.are_compiled():
        return
    _asked.set()
    if not running.ask_worker(compile_kernels.s()):
        running.in_thread("warm-up", kernels.compile_first)


_asked = threading.Event()


@shared_task(name="tournaments.compile_kernels", ignore_result=True)
def compile_kernels() -> None:
    """While somebody fills in the form."""
    kernels.compile_first()


def _send_slices(simulation_id: int) -> None:
    """One message for each slice; a thread plays them where that cannot be."""
    slices = simulation_work.free_chunks(simulation_id)
    if not running.ask_worker(group(play_slice.s(chunk_id) for chunk_id in slices)):
        _slices_in_thread(simulation_id)


def _slices_in_thread(simulation_id: int) -> None:
    running.in_thread(f"simulation-{simulation_id}", simulation_work.play_all, simulation_id)
