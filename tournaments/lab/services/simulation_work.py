"""Playing the slices of a simulation: each by whoever holds its lease, and stored once."""

from __future__ import annotations

import logging
import secrets
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from pairing.model.errors import PairingError
from pairing.simulation import Arithmetic, Configuration, Tally, chains, run_chunk
from tournaments.jobs.lease import PATIENCE, LeaseLost, unexpected
from tournaments.lab.selectors.simulations import configuration_of
from tournaments.lab.services.simulations import OPEN, seconds_of
from tournaments.models import ChunkState, Simulation, SimulationChunk
from tournaments.steps.refusals import CoreError, ServiceError

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
# So long, about, is played before the lease is renewed and somebody who cancelled is noticed.
PIECE = 1.0


def claim(chunk_id: int) -> str | None:
    """Take a slice that waits or whose lease ran out, by one conditional UPDATE. The token, or None if it is not
    free.
    """
    token, now = secrets.token_hex(16), timezone.now()
    taken = SimulationChunk.objects.filter(_free(), pk=chunk_id).update(
        state=ChunkState.RUNNING, token=token, lease_until=now + LEASE, progress=0
    )
    return token if taken else None


def _free() -> Q:
    return Q(state=ChunkState.QUEUED) | Q(state=ChunkState.RUNNING, lease_until__lt=timezone.now())


def renew(chunk_id: int, token: str, progress: int) -> None:
    """Say how far it is and hold the slice for another lease. Errors: LeaseLost (also when it was cancelled)."""
    held = SimulationChunk.objects.filter(pk=chunk_id, token=token, state=ChunkState.RUNNING)
    if not held.update(progress=progress, lease_until=timezone.now() + LEASE):
        raise LeaseLost(chunk_id)


def store(chunk_id: int, token: str, tally: Tally) -> bool:
    """Keep what was counted, if the slice is still ours. False: somebody else's tally counts."""
    held = SimulationChunk.objects.filter(pk=chunk_id, token=token, state=ChunkState.RUNNING)
    return bool(
        held.update(
            state=ChunkState.DONE,
            tally=tally.to_data(),
            progress=tally.runs,
            lease_until=None,
            finished_at=timezone.now(),
        )
    )


def play(chunk_id: int) -> bool:
    """Play a slice to its end; every way out is stored. False: it was not free, or it was lost on the way."""
    token = claim(chunk_id)
    if token is None:
        return False
    chunk = SimulationChunk.objects.select_related("simulation").filter(pk=chunk_id).first()
    if chunk is None:
        return False
    try:
        return store(chunk_id, token, _played(chunk, lambda done: renew(chunk_id, token, done)))
    except LeaseLost:
        logger.warning("slice %s of a simulation was cancelled or taken over", chunk_id)
        return False
    except PairingError as error:
        _fail(chunk_id, token, CoreError(error))
    except Exception:
        logger.exception("slice %s of a simulation failed", chunk_id)
        _fail(chunk_id, token, unexpected())
    return True


def _played(chunk: SimulationChunk, tell: Callable[[int], None]) -> Tally:
    document = chunk.simulation.document
    configuration = configuration_of(document, chunk.configuration)
    piece = max(1, int(PIECE / seconds_of(configuration)))
    size = min(piece, chunk.count)
    tally = run_chunk(configuration, document["seed"], chunk.start, size)
    while tally.runs < chunk.count:
        tell(tally.runs)
        size = min(piece, chunk.count - tally.runs)
        tally = tally.merge(run_chunk(configuration, document["seed"], chunk.start + tally.runs, size))
    return tally


def _fail(chunk_id: int, token: str, error: ServiceError) -> None:
    SimulationChunk.objects.filter(pk=chunk_id, token=token, state=ChunkState.RUNNING).update(
        state=ChunkState.FAILED, error=error.to_json(), lease_until=None, finished_at=timezone.now()
    )


def is_held(chunk_id: int) -> bool:
    """Whether somebody has this slice, who may yet die."""
    return SimulationChunk.objects.filter(pk=chunk_id, state=ChunkState.RUNNING).exists()


def free_chunks(simulation_id: int) -> list[int]:
    """The slices somebody may take, in the order they are to be played."""
    found = SimulationChunk.objects.filter(_free(), simulation=simulation_id)
    return list(found.order_by("id").values_list("pk", flat=True))


def play_all(simulation_id: int) -> None:
    """Play what is free, one after the other, until nothing is."""
    while ids := free_chunks(simulation_id)[:1]:
        play(ids[0])


def is_abandoned(simulation: Simulation) -> bool:
    """Whether there are slices to play and nobody has been seen playing for longer than a worker takes."""
    now = timezone.now()
    if simulation.created_at > now - PATIENCE:
        return False
    chunks = simulation.chunks.all()
    alive = chunks.filter(
        Q(state=ChunkState.RUNNING, lease_until__gte=now) | Q(finished_at__gt=now - PATIENCE)
    )
    return not alive.exists() and chunks.filter(state__in=OPEN).exists()


def warm_up() -> None:
    """Load the kernels, so that the first simulation need not wait. What is not compiled yet on this machine is
    compiled by another process first, beside everything else: `manage.py warm`.
    """
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "warm"]
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600, check=False
        )
    load_kernels()


def load_kernels() -> None:
    """Play tiny tournaments, which loads the kernels (or compiles them, in this process)."""
    for system in ("random_swiss", "monrad"):  # the kernels of Monrad are those of the shogi championship too
        tiny = Configuration(field=Arithmetic(8), rounds=2, chains=chains(["solkoff"]), system=system, cut=2)
        run_chunk(tiny, seed=0, start=0, count=2)
