"""A simulation as a JSON document (`schemas/pairwright-simulation-1.json`), and what came of it.

Loading one loads nothing that compiles, so that a wrong document is refused at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairing.formats.document import chain_at
from pairing.formats.document_scoring import load_scoring
from pairing.model.errors import PairingError
from pairing.model.schema import DocumentError, validate
from pairing.model.types import TWO
from pairing.simulation.reference.measures import LOT_INVERSIONS
from pairing.simulation.setup.configuration import Configuration, is_fast, is_grouped
from pairing.simulation.setup.strengths import Arithmetic, FieldModel, Listed, Normal
from pairing.simulation.summary import Estimate, OrderSummary, summary
from pairing.simulation.tally import Tally
from pairing.systems import SYSTEMS

FORMAT, ANSWER = "pairwright-simulation-1", "pairwright-simulated-1"
OUTCOMES = {"odds": "odds", "deterministic": "stronger", "elo": "elo"}
# Players times rounds times runs: some minutes of one core. Kernels, and kernels that ask the engine where a group
# is stuck, each in a field of at least so many players for each round (else nearly everybody has met); all others.
MOST_COMPILED, SPACIOUS = 1_000_000_000, 2
MOST_GROUPED, WIDE = 50_000_000, 6
MOST_PLAIN = 2_000_000
OF_BASELINE = ("inversions", "cut_inversions", *LOT_INVERSIONS)
OF_CHAIN = ("inversions", "difference", "cut_inversions", "cut_difference", "ties", *LOT_INVERSIONS)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be played, a configuration for each size of the field; `written` are the chains as the document has
    them, `is_list` whether it has a list of sizes.
    """

    configurations: tuple[Configuration, ...]
    runs: int
    seed: int
    written: tuple[Any, ...]
    is_list: bool


def load(data: Any) -> Simulation:
    """The simulation of a JSON document. Errors: PairingError naming the place and what is allowed there."""
    found = read(data)
    for configuration in found.configurations:
        _refuse_too_much(configuration, found.runs)
    return found


def read(data: Any) -> Simulation:
    """The same, however much work it is."""
    validate(data, FORMAT)
    players = data["players"]
    sizes = players if isinstance(players, list) else [players]
    configurations = tuple(_configuration(data, int(size)) for size in sizes)
    return Simulation(
        configurations, int(data["runs"]), int(data["seed"]), tuple(data["chains"]), isinstance(players, list)
    )


def _configuration(data: Mapping[str, Any], players: int) -> Configuration:
    chains = enumerate(data["chains"])
    try:
        return Configuration(
            field=_field(data["strength"], players),
            rounds=int(data["rounds"]),
            chains=tuple(chain_at(f"chains[{k}]", links, TWO, sums=True) for k, links in chains),
            system=_system(data["pairing"]),
            options=data.get("options", {}),
            cut=int(data["cut"]),
            outcome=OUTCOMES[data["outcome"]["model"]],
            draw=data["outcome"].get("draw", 0),
            dropout=data.get("dropout", 0),
            brief=True,
            **load_scoring(data.get("scoring", {}), TWO),
        )
    except DocumentError:
        raise
    except PairingError as error:
        raise _as_written(error) from None


def _system(name: str) -> str:
    allowed = [slug for slug, system in SYSTEMS.items() if system.seats.rules.is_simulated]
    if name not in allowed:
        raise DocumentError("pairing", f"{name} is not known; allowed are {', '.join(allowed)}")
    return name


def _field(strength: Mapping[str, Any], players: int) -> FieldModel:
    if strength["model"] == "arithmetic":
        return Arithmetic(players, int(strength["first"]), int(strength["step"]))
    if strength["model"] == "normal":
        return Normal(players, int(strength["mean"]), int(strength["sd"]), int(strength.get("seed", 0)))
    values = tuple(map(int, strength["values"]))
    if len(values) != players:
        raise DocumentError(
            "strength.values", f"{len(values)} strengths; give one for each of {players} players"
        )
    return Listed(values)


def _as_written(error: PairingError) -> DocumentError:
    """With the names of the document; what says no place is about an option of the system."""
    place = str(error.params.get("where", "options")).replace("field.", "strength.")
    written = {"strength.deviation": "strength.sd", "draw": "outcome.draw"}
    return DocumentError(written.get(place, place), error.params.get("detail", error.said))


def _refuse_too_much(configuration: Configuration, runs: int) -> None:
    players, rounds = configuration.field.players, configuration.rounds
    most = MOST_PLAIN
    if is_fast(configuration) and players >= SPACIOUS * rounds:
        most = MOST_COMPILED
    elif is_grouped(configuration) and players >= WIDE * rounds:
        most = MOST_GROUPED
    if players * rounds * runs > most:
        raise DocumentError(
            "runs",
            f"{players} players, {rounds} rounds and {runs} runs are too much work: multiplied they may make "
            f"{most}, which leaves {most // (players * rounds)} runs",
        )


def dump(simulation: Simulation, tallies: Sequence[Tally]) -> dict[str, Any] | list[dict[str, Any]]:
    """What came of it, as plain JSON data, of a list of sizes as a list; nothing is rounded."""
    found = [_answer(simulation, *each) for each in zip(simulation.configurations, tallies, strict=True)]
    return found if simulation.is_list else found[0]


def _answer(simulation: Simulation, configuration: Configuration, tally: Tally) -> dict[str, Any]:
    baseline, *orders = summary(configuration, tally).orders
    return {
        **({"players": configuration.field.players} if simulation.is_list else {}),
        "runs": tally.runs,
        "seed": simulation.seed,
        "baseline": _measures(baseline, OF_BASELINE),
        "chains": [
            {"chain": written, **_measures(order, OF_CHAIN)}
            for written, order in zip(simulation.written, orders, strict=True)
        ],
    }


def _measures(order: OrderSummary, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: _estimate(order.measures[name]) for name in names}


def _estimate(estimate: Estimate) -> dict[str, float]:
    return {"mean": estimate.mean, "sd": estimate.deviation, "se": estimate.error}
