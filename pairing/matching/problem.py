"""What is to be matched: vertices in groups, a cost for every pair of groups, and who may meet whom.

The cost of an edge depends only on the groups of its two ends and on the layer the edge belongs to (layer 0: pairs
that break no rule; further layers: pairs that may be used at a price). That is what makes the solver fast: the
vertices of one group with one dual value behave alike and are handled as one bit set.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress, count

from pairing.model.work import UNLIMITED, Work

Cost = list[list[int | None]]
_DIGITS = bytes.maketrans(b"01", b"\0\1")


@dataclass(slots=True)
class Layer:
    """Edges with one cost table. `near[v]` is the bit set of v's neighbours; `cost[g][h]` None means no edges."""

    near: list[int]
    cost: Cost


@dataclass(slots=True)
class Problem:
    """A minimum-cost perfect matching to find. `group[v]` is the group of vertex v; costs are even, from 0. `work`
    counts the steps of whoever solves it.

    No two layers hold the same edge; neighbour sets and costs are symmetric.
    """

    group: list[int]
    groups: int
    layers: list[Layer]
    work: Work = UNLIMITED
    members: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.members = [0] * self.groups
        for v, g in enumerate(self.group):
            self.members[g] |= 1 << v

    def cost_of(self, u: int, v: int) -> int | None:
        """The cost of the edge (u, v), or None if there is no such edge."""
        for layer in self.layers:
            if layer.near[u] >> v & 1:
                return layer.cost[self.group[u]][self.group[v]]
        return None


class NoPerfectMatching(Exception):
    """No perfect matching exists: after `inner` is taken away, the `outer` sets, more than `inner`, are all odd
    and no edge joins two of them (Tutte's condition)."""

    def __init__(self, outer: list[int], inner: int) -> None:
        super().__init__("no perfect matching")
        self.outer = outer
        self.inner = inner


def bits(mask: int) -> list[int]:
    """The positions of the set bits, lowest first."""
    if mask.bit_count() * 20 > mask.bit_length():  # dense enough for reading every digit
        return list(compress(count(), bin(mask)[:1:-1].encode().translate(_DIGITS)))
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def runs(vertices: Sequence[int]) -> list[tuple[int, int, int]]:
    """Stretches of consecutive numbers in a list of vertices: the first one, its place in the list, as many ones (bits)
    as the stretch is long. With them a set of these vertices becomes a set of their places in few steps.
    """
    found: list[tuple[int, int, int]] = []
    start = 0
    for at in range(1, len(vertices) + 1):
        if at == len(vertices) or vertices[at] != vertices[at - 1] + 1:
            found.append((vertices[start], start, (1 << at - start) - 1))
            start = at
    return found
