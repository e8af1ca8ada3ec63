"""A finished schedule, as everybody outside the planner sees it."""

from dataclasses import dataclass
from typing import Any

from pairing.seating.quality import Quality, Table


@dataclass(frozen=True, slots=True)
class Seating:
    """A finished schedule of `players` players: the numbers 1 to `players`, or other ids (`replan`).

    `rounds`: rounds, tables in the order of their numbers, seats East, South, West, North. `byes`: who sits out, round
    by round. `proven_optimal`: the figures of `quality` that no schedule can beat (see proofs.proven).
    """

    players: int
    rounds: tuple[tuple[Table, ...], ...]
    quality: Quality
    proven_optimal: tuple[str, ...]
    byes: tuple[tuple[int, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """The document that `seating` prints (schemas/pairwright-seating-1.json)."""
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "quality": self.quality.figures(),
            "proven_optimal": list(self.proven_optimal),
        }
