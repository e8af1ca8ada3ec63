"""Simulations: events played by chance to compare rules. Asked for, cut into fixed slices, cancelled, thrown away.

How a slice is played is `simulation_work`.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from pairing.model.errors import PairingError
from pairing.model.types import Snapshot
from pairing.simulation import Configuration, is_fast, singles
from pairing.simulation.setup import starting
from research.simulation import read
from tournaments.lab.refusals import refuse
from tournaments.lab.selectors.setups import names
from tournaments.lab.selectors.simulations import configurations_of
from tournaments.lab.services import kernels
from tournaments.models import OPEN_WORK, ChunkState, Simulation, SimulationChunk, Tournament
from tournaments.steps.refusals import CoreError, core_errors_by_place

MOST_CONFIGURATIONS, MOST_CHAINS, MOST_RUNS = 6, 12, 1_000_000
MOST_SEED = (1 << 53) - 1  # the largest that JavaScript reads unchanged
MOST_AT_WORK = 3
LABEL_LENGTH = 80
FIELDS = ("configurations", "start", "seed", "runs")

NOT_HERE = ("brief", "options", "start")  # `start` stands beside the configurations

# Seconds of work of one core, on an ordinary machine. Only sizes depend on these, never a result.
LARGEST, USUAL, USUAL_SLOW = 600.0, 10.0, 20.0
FIRST_SLICE, LONGEST_SLICE = 0.03, 2.0
ROW_SECONDS, SECONDS_OF_ROWS = 0.001, 2.0
SLICES = 24  # of a configuration, about


@dataclass(frozen=True, slots=True)
class Request:
    """A simulation that can be made: the configurations, what stands in the document, and how much work it is."""

    configurations: tuple[Configuration, ...]
    document: dict[str, Any]

    @property
    def runs(self) -> int:
        return int(self.document["runs"])


def request(*, actor: User, document: object, tournament: Tournament | None = None) -> Simulation:
    """Note a simulation with all its slices; nothing is played yet.

    Errors: `lab_missing`; those of `checked`; `too_many_simulations` while others of the same person are at work.
    """
    if missing := kernels.missing():
        raise missing
    wanted = checked(document)
    busy = Simulation.objects.filter(created_by=actor, chunks__state__in=OPEN_WORK).distinct().count()
    if busy >= MOST_AT_WORK:
        raise refuse.too_many_simulations(count=busy)
    with transaction.atomic():
        made = Simulation.objects.create(created_by=actor, tournament=tournament, document=wanted.document)
        SimulationChunk.objects.bulk_create(
            SimulationChunk(simulation=made, configuration=number, start=start, count=count)
            for number, start, count in slices(wanted.configurations, wanted.runs)
        )
    return made


def checked(document: object) -> Request:
    """The configurations of a document, and the document with everything that was left out. A document with a `format`
    is that of `manage.py simulate`.

    Errors: those of the core with the place as field, `bad_number`, `unknown_field`, `missing`,
    `too_many_configurations`, `too_many_chains`, `simulation_too_large`.
    """
    if not isinstance(document, dict):
        raise refuse.missing(field="configurations")
    if "format" in document:
        document = _of_format(document)
    _refuse_unknown(document)
    given = document.get("configurations")
    if not isinstance(given, list) or not given:
        raise refuse.missing(field="configurations")
    if len(given) > MOST_CONFIGURATIONS:
        raise refuse.too_many_configurations(count=len(given), most=MOST_CONFIGURATIONS)
    start = _start(document.get("start"))
    found = tuple(_configuration(data, start, f"configurations[{at}]") for at, data in enumerate(given))
    runs = _whole(document.get("runs"), "runs", 2, MOST_RUNS)
    seed = _whole(document.get("seed"), "seed", 0, MOST_SEED)
    if runs is None:
        runs = usual_runs(found)
    _refuse_too_large(found, runs)
    kept = {
        "configurations": [_kept(configuration) for configuration in found],
        "seed": secrets.randbelow(1 << 32) if seed is None else seed,
        "runs": runs,
    }
    if start is not None:
        kept["start"] = starting.to_data(start)
    return Request(found, kept)


def _of_format(document: dict[str, Any]) -> dict[str, Any]:
    with core_errors_by_place():
        found = read(document)
    asked = [_kept(configuration) for configuration in found.configurations]
    return {"configurations": asked, "seed": found.seed, "runs": found.runs}


def _refuse_unknown(document: dict[Any, Any]) -> None:
    for name in document:
        if name not in FIELDS:
            raise refuse.unknown_field(field=str(name)[:LABEL_LENGTH], allowed=", ".join(FIELDS))


def _start(data: object) -> Snapshot | None:
    """The position all configurations go on from, if there is one."""
    if data is None:
        return None
    try:
        return starting.from_data(data)
    except PairingError as error:
        raise CoreError(error, field=str(error.params.get("where", "start"))) from error


def _configuration(data: object, start: Snapshot | None, where: str) -> Configuration:
    if isinstance(data, dict) and "start" in data:
        raise refuse.unknown_field(
            field=f"{where}.start",
            allowed=", ".join(name.name for name in fields(Configuration) if name.name not in NOT_HERE),
        )
    chains = data.get("chains") if isinstance(data, dict) else None
    if isinstance(chains, list) and len(chains) > MOST_CHAINS:
        raise refuse.too_many_chains(field=f"{where}.chains", count=len(chains), most=MOST_CHAINS)
    try:
        found = Configuration.from_data(data, start)
    except PairingError as error:
        place = str(error.params.get("where", ""))
        raise CoreError(error, field=f"{where}.{place}" if place else where) from error
    if found.brief:
        raise refuse.bad_brief(field=f"{where}.brief")
    if not found.chains:
        raise refuse.missing(field=f"{where}.chains")
    return found


def _kept(configuration: Configuration) -> dict[str, Any]:
    return {name: value for name, value in configuration.to_data().items() if name not in NOT_HERE}


def _whole(value: object, name: str, low: int, high: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise refuse.not_in_range(field=name, low=low, high=high)
    return value


def _refuse_too_large(configurations: Sequence[Configuration], runs: int) -> None:
    work = sum(seconds_of(configuration) for configuration in configurations)
    if work * runs > LARGEST:
        raise refuse.simulation_too_large(most=max(2, int(LARGEST / work)))


def seconds_of(configuration: Configuration) -> float:
    """About how long one run takes on one core."""
    players = len(configuration.strengths)
    matches = (players + 1) // 2 * configuration.rounds
    if is_fast(configuration):
        return matches * (100e-9 + 30e-9 * len(configuration.orders)) * (1 + players / 1000)
    start, standings = configuration.start, 3e-6 * matches * len(configuration.orders)
    if start is not None:
        known = starting.first_to_play(start) - 1
        return 1e-3 + (players + 1) // 2 * (configuration.rounds - known) * 100e-6 + standings
    return matches * 100e-6 + standings


def usual_runs(configurations: Sequence[Configuration]) -> int:
    """How many runs nobody has to wait for long: a round number."""
    work = sum(seconds_of(configuration) for configuration in configurations)
    slow = any(not is_fast(configuration) for configuration in configurations)
    most = int((USUAL_SLOW if slow else USUAL) / work)
    return max(
        (runs for runs in (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000) if runs <= most), default=50
    )


def slices(configurations: Sequence[Configuration], runs: int) -> list[tuple[int, int, int]]:
    """Configuration, first run and number of runs, in the order they are played: small ones of every configuration
    first, so that something can be shown soon, then each twice as long as the one before.
    """
    per_configuration = [_cut(seconds_of(configuration), runs) for configuration in configurations]
    found = []
    for stage in range(max(len(parts) for parts in per_configuration)):
        for number, parts in enumerate(per_configuration):
            if stage < len(parts):
                found.append((number, *parts[stage]))
    return found


def _cut(seconds: float, runs: int) -> list[tuple[int, int]]:
    longest = max(LONGEST_SLICE / seconds, runs / SLICES)
    size, start, parts = max(2, min(int(FIRST_SLICE / seconds), runs // SLICES)), 0, []
    while start < runs:
        count = min(size, runs - start)
        if runs - start - count == 1:  # a run alone says nothing about its error
            count += 1
        parts.append((start, count))
        start += count
        size = int(min(2 * size, max(longest, 2)))
    return parts


def cancel(*, actor: User, simulation: Simulation) -> Simulation:
    """Play no more of it; what has been played stays and can be looked at. Errors: `not_own_simulation`."""
    refuse_others(actor, simulation)
    stopped = simulation.chunks.filter(state__in=OPEN_WORK).update(
        state=ChunkState.CANCELLED, lease_until=None
    )
    if stopped:
        simulation.cancelled_at = timezone.now()
        simulation.save(update_fields=["cancelled_at"])
    return simulation


def delete(*, actor: User, simulation: Simulation) -> None:
    """Throw it away; whoever is playing a slice of it is told so when the tally comes. Errors: `not_own_simulation`."""
    refuse_others(actor, simulation)
    simulation.delete()


def single_events(simulation: Simulation) -> Iterator[Sequence[object]]:
    """What was measured in each of the first events of every configuration, as many as take some seconds; the heads
    first.
    """
    configurations = configurations_of(simulation.document)
    yield ["setup", *singles.heads(configurations[0])]
    seconds = sum(ROW_SECONDS + seconds_of(configuration) for configuration in configurations)
    count = max(1, min(int(simulation.document["runs"]), int(SECONDS_OF_ROWS / seconds)))
    for name, configuration in zip(names(configurations), configurations, strict=True):
        for row in singles.rows(configuration, simulation.document["seed"], count):
            yield [name, *row]


def refuse_others(actor: User, simulation: Simulation) -> None:
    if simulation.created_by_id is None or simulation.created_by_id != actor.pk:
        raise refuse.not_own_simulation()
