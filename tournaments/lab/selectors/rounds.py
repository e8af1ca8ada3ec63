"""How many rounds a Swiss takes, and what each further one brings.

The figures are those of docs/studies/rounds.md: `manage.py study rounds --csv > tournaments/lab/rounds.csv`.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pairing.engine.lengths import needed
from pairing.simulation.setup.configuration import usual_cut

FIGURES = Path(__file__).parents[1] / "rounds.csv"
AGREEMENT, BEST_WINS, IN_CUT, TIES = (
    "agreement (tau), by lot",
    "the best wins, %, by lot",
    "of the best in the cut, by lot",
    "ties left",
)


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """A number of rounds. `in_order` and `best_wins` are per cents, `tied` is how many pairs the tie-breaks leave."""

    rounds: int
    in_order: float
    best_wins: float
    in_cut: float
    tied: float


@dataclass(frozen=True, slots=True)
class RoundsAnswer:
    """What a number of players takes: `least` rounds leave at most one player who has won them all, as many as a
    bracket has; after `all_meet` everybody has met everybody. The rows were simulated with `simulated` players.
    """

    players: int
    least: int
    all_meet: int
    simulated: int
    cut: int
    rows: tuple[RoundsRow, ...]


def rounds_for(players: int) -> RoundsAnswer:
    """What there is to know about a field of at least two players."""
    size = _nearest(players)
    all_meet = needed("round_robin", {}, players)
    return RoundsAnswer(
        players=players,
        least=needed("bracket", {}, players),
        all_meet=all_meet,
        simulated=size,
        cut=usual_cut(size),
        rows=tuple(row for row in _figures()[size] if row.rounds <= all_meet),
    )


def _nearest(players: int) -> int:
    """The simulated field that takes as many rounds, or nearly so, and of these the one whose size is the nearest."""
    rounds = needed("bracket", {}, players)
    return min(_figures(), key=lambda size: (abs(needed("bracket", {}, size) - rounds), abs(size - players)))


@cache
def _figures() -> dict[int, tuple[RoundsRow, ...]]:
    sizes: dict[int, list[RoundsRow]] = {}
    with FIGURES.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            row = RoundsRow(
                rounds=int(line["rounds"]),
                in_order=50 * (1 + float(line[AGREEMENT])),
                best_wins=float(line[BEST_WINS]),
                in_cut=float(line[IN_CUT]),
                tied=float(line[TIES]),
            )
            sizes.setdefault(int(line["players"]), []).append(row)
    return {size: tuple(rows) for size, rows in sizes.items()}
