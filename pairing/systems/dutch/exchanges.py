"""Exchanges between S1 and S2 (C.04.3, article 4.3) as digits below those of the criteria.

A candidate that pairs somebody of S1 with a higher ranked partner has come before in another guise: so S1 is taken to
be the higher ranked of each pair, and which exchange makes it follows from the pairs. First come fewer exchanges;
then the smaller sum of the numbers in S1; then the larger number among those that go down, from the largest on; then
the smaller one among those that go up, from the smallest on.

Among players who cost the same, those next to the border between S1 and S2 are exchanged, but for what opponents they
have met. So only some of each kind stand for themselves, and the others for the nearest to the border among them.
That can only make an exchange with them seem better than it is: if there is none all the same, nothing is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pairing.matching.by_numbers import solved
from pairing.matching.problem import Problem
from pairing.matching.weighted import Matcher
from pairing.systems.dutch.network import Costs, Network

MORE = 2  # of each kind so many more stand for themselves than seem to be exchanged


def first_exchanges(network: Network, upper: range) -> list[int]:
    """The places of S1 after the first exchanges that leave the best quality; `upper`: those of the original S1."""
    chosen = _higher(network, _fewest(network, upper), range(network.inside))
    if chosen == list(upper):
        return chosen
    border = _Border(network, upper)
    border.look_closer(chosen)
    while True:
        chosen = _higher(network, solved(border.problem()), border.stands_for)
        if not border.look_closer(chosen):
            return chosen


def _higher(network: Network, matcher: Matcher, rank: Sequence[int]) -> list[int]:
    """S1: the higher ranked of each pair."""
    pairs = (
        (at, mate) for at, mate in enumerate(matcher.mate[: network.inside]) if at < mate < network.inside
    )
    return sorted(at if rank[at] <= rank[mate] else mate for at, mate in pairs)


def _fewest(network: Network, upper: range) -> Matcher:
    """The best quality with as few exchanges as it takes: pairs whose higher ranked member is of the original S2."""
    costs = Costs(network, shift=len(upper).bit_length(), apart=lambda at: at >= upper.stop)
    lower = [i for i, at in enumerate(costs.sample) if at >= upper.stop]
    for i in lower:
        for j in lower:
            if i <= j:
                costs.add(i, j, 2)
    return solved(network.problem(costs))


class _Border:
    """A remainder in which some players on each side of the border between S1 and S2 stand for themselves."""

    def __init__(self, network: Network, upper: range) -> None:
        self.network, self.upper = network, upper
        self.lower = range(upper.stop, network.inside)
        self.members: dict[
            object, list[int]
        ] = {}  # of one kind on one side, those next to the border in front
        for at in (*reversed(upper), *self.lower):
            self.members.setdefault(self._side(at), []).append(at)
        self.alone = {at for members in self.members.values() for at in members[:MORE]}
        self.stands_for: list[int] = []

    def _side(self, at: int) -> object:
        return at in self.lower, self.network.criteria.kind(self.network.players[at])

    def look_closer(self, chosen: list[int]) -> bool:
        """Let more players stand for themselves where with this S1 others are exchanged; False: nobody else is."""
        exchanged = set(chosen).symmetric_difference(self.upper)
        strangers = Counter(self._side(at) for at in exchanged - self.alone)
        for side, count in strangers.items():
            members = self.members[side]
            known = sum(at in self.alone for at in members)
            self.alone.update(members[: 2 * known + count])
        return bool(strangers)

    def problem(self) -> Problem:
        """The matching problem; C10 and C11 are in layers as always."""
        self._stand()
        shift = self._weigh(sorted({*self.stands_for} - {-1}))
        costs = Costs(self.network, shift=shift, apart=self.stands_for.__getitem__)
        places = [self.stands_for[at] for at in costs.sample]
        for i, a in enumerate(places):
            for j in range(i, costs.first):
                costs.add(i, j, self._pair(a, places[j]))
            if a in self.lower:
                for j in range(costs.first, len(costs.table)):
                    costs.add(i, j, self.stays[a])
        return self.network.problem(costs)

    def _stand(self) -> None:
        """Whose place everybody stands for; -1 in limbo."""
        self.stands_for = [-1] * self.network.inside
        for members in self.members.values():
            others = [at for at in members if at not in self.alone]
            for at in members:
                self.stands_for[at] = at if at in self.alone else others[0]

    def _weigh(self, places: list[int]) -> int:
        """Weigh who stays: of S1 the lowest ranked most, then of S2 the highest ranked; the numbers; the exchanges. How
        far up that leaves the criteria.
        """
        in_order = [at for at in reversed(places) if at in self.lower] + [
            at for at in places if at in self.upper
        ]
        self.stays = {at: 2 << bit for bit, at in enumerate(in_order)}
        many = self.network.inside.bit_length()  # how often one weight can count
        self.number = 2 << len(in_order) + many
        self.exchange = self.number << 2 * many
        return len(in_order) + 4 * many

    def _pair(self, a: int, b: int) -> int:
        """What a pair costs for the number of its higher ranked member, and for whoever is not exchanged."""
        a, b = min(a, b), max(a, b)
        if a < 0:  # somebody in limbo
            return 0
        cost = self.stays[b] if b in self.lower else 0
        number = (a - self.upper.start + 1) * self.number
        return cost + number + (self.exchange if a in self.lower else self.stays[a])
