"""What a bracket leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Paired:
    """A paired bracket: pairs of an MDP and a resident, pairs of the remainder, and who floats, all in order. `group`
    is the scoregroup of the residents, the highest one if they are several. `for_the_next`: others would float if the
    next bracket did not count (C8).
    """

    group: int
    residents: range
    mdps: list[int]
    moved: list[tuple[int, int]] = field(default_factory=list)
    rest: list[tuple[int, int]] = field(default_factory=list)
    floaters: list[int] = field(default_factory=list)
    for_the_next: bool = False
