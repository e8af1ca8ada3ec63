"""Playing the slices of a simulation: each by whoever holds its lease, and stored once."""

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from pairing.model.errors import PairingError
from pairing.simulation import Tally, run_chunk
from tournaments.jobs.lease import STARTING, WATCHED, Leases
from tournaments.lab.selectors.simulations import configuration_of
from tournaments.lab.services import kernels
from tournaments.lab.services.simulations import seconds_of
from tournaments.models import OPEN_WORK, ChunkState, Simulation, SimulationChunk
from tournaments.steps.refusals import CoreError

CHUNKS = Leases(SimulationChunk.objects.select_related("simulation"), timedelta(seconds=60), {"progress": 0})
WATCHED.append(CHUNKS)
# So long, about, is played before the lease is renewed and somebody who cancelled is noticed.
PIECE = 1.0


def play(chunk_id: int) -> bool:
    """Play a slice to its end; every way out is stored. False: it was not free, or it was lost on the way."""
    return CHUNKS.work(chunk_id, _played)


def _played(chunk: SimulationChunk) -> dict[str, Any]:
    try:
        tally = _tally(chunk)
    except PairingError as error:
        raise CoreError(error) from error
    return {"tally": tally.to_data(), "progress": tally.runs}


def _tally(chunk: SimulationChunk) -> Tally:
    """Everything that is played in a slice, in pieces. Errors: LeaseLost (also when it was cancelled), PairingError."""
    document = chunk.simulation.document
    configuration = configuration_of(document, chunk.configuration)
    kernels.compile_first(lambda: CHUNKS.renew(chunk.pk, chunk.token, progress=0))
    piece = max(1, int(PIECE / seconds_of(configuration)))
    size = min(piece, chunk.count)
    tally = run_chunk(configuration, document["seed"], chunk.start, size)
    while tally.runs < chunk.count:
        CHUNKS.renew(chunk.pk, chunk.token, progress=tally.runs)
        size = min(piece, chunk.count - tally.runs)
        tally = tally.merge(run_chunk(configuration, document["seed"], chunk.start + tally.runs, size))
    return tally


def is_held(chunk_id: int) -> bool:
    """Whether somebody has this slice, who may yet die."""
    return SimulationChunk.objects.filter(pk=chunk_id, state=ChunkState.RUNNING).exists()


def free_chunks(simulation_id: int) -> list[int]:
    """The slices somebody may take, in the order they are to be played."""
    found = CHUNKS.free().filter(simulation=simulation_id)
    return list(found.order_by("id").values_list("pk", flat=True))


def play_all(simulation_id: int) -> None:
    """Play what is free, one after the other, until nothing is."""
    while ids := free_chunks(simulation_id)[:1]:
        play(ids[0])


def is_abandoned(simulation: Simulation) -> bool:
    """Whether there are slices to play and nobody has been seen playing for longer than a worker takes."""
    now = timezone.now()
    if simulation.created_at > now - STARTING:
        return False
    chunks = simulation.chunks.all()
    alive = chunks.filter(
        Q(state=ChunkState.RUNNING, lease_until__gte=now) | Q(finished_at__gt=now - STARTING)
    )
    return not alive.exists() and chunks.filter(state__in=OPEN_WORK).exists()
