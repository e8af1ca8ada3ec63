"""Exchanges between S1 and S2 (C.04.3, article 4.3) as digits below those of the criteria.

A candidate that pairs somebody of S1 with a higher ranked partner has come before in another guise: so S1 is taken to
be the higher ranked of each pair, and which exchange makes it follows from the pairs. First come fewer exchanges;
then the smaller sum of the numbers in S1; then the larger number among those that go down, from the largest on; then
the smaller one among those that go up, from the smallest on.
"""

from __future__ import annotations

from pairing.matching.problem import Problem
from pairing.systems.dutch.network import Costs, Network


class Exchanges:
    """A remainder with costs for being higher or lower of a pair. `upper`: the places of the original S1."""

    def __init__(self, network: Network, upper: range) -> None:
        self.network, self.upper = network, upper
        self.lower = range(upper.stop, network.inside)
        # the weight for somebody of S1 who stays, the lowest ranked weighing most; of S2 who stays, the highest ranked
        self.stays = {at: 2 << self.lower.stop - 1 - at for at in self.lower}
        bits = len(self.lower) + 1
        self.stays |= {at: 1 << bits + at - upper.start for at in upper}
        bits += len(upper)
        self.number = 1 << bits
        bits += ((network.inside + 1) * len(upper)).bit_length()
        self.exchange = 1 << bits
        self.shift = bits + len(upper).bit_length() - 1

    def problem(self) -> Problem:
        """The matching problem; C10 and C11 are in layers as always."""
        costs = Costs(self.network, shift=self.shift, each=True)
        for a in range(self.upper.start, self.network.inside):
            i = costs.group[a]
            for b in range(a + 1, self.network.inside):
                j = costs.group[b]
                cost = costs.table[i][j]
                assert cost is not None
                costs.table[i][j] = costs.table[j][i] = cost + self._pair(a, b)
            if a in self.lower:
                for j in range(costs.first, len(costs.table)):
                    cost = costs.table[i][j]
                    assert cost is not None
                    costs.table[i][j] = costs.table[j][i] = cost + self.stays[a]
        return self.network.problem(costs)

    def _pair(self, a: int, b: int) -> int:
        """A pair whose higher ranked member is at a."""
        cost = (a - self.upper.start + 1) * self.number
        cost += self.stays[a] if a in self.upper else self.exchange
        return cost + (self.stays[b] if b in self.lower else 0)
