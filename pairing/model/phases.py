"""The parts of an event that have a system each, and who gets into them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class CutBy(StrEnum):
    """What a cut goes by."""

    RANK = "rank"
    POINTS = "points"
    LOSSES = "losses"


@dataclass(frozen=True, slots=True)
class Cut:
    """Who gets into a phase besides those seeded: as many as there are places left of `value` in all, by the standings,
    or everybody with at least so many points (hundredths), or with at most so many losses.
    """

    by: CutBy
    value: int


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of an event with a system of its own. `rounds` is open (None) only in the last one; without `cut`
    everybody goes on.

    `seeded` (ids) enter with this phase, whatever the cut: before it they are not there. Of the places of a cut by rank
    they take theirs first. `anew`: it begins as an event of its own, with no points, meetings, byes or seats had; its
    list is the seeded, in their order, then the others as they stood.
    """

    system: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: int | None = None
    cut: Cut | None = None
    seeded: tuple[int, ...] = ()
    anew: bool = False
