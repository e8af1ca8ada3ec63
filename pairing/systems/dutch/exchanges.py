"""Exchanges between S1 and S2 (C.04.3, article 4.3) as digits below those of the criteria.

A candidate that pairs somebody of S1 with a higher ranked partner has come before in another guise: so S1 is taken to
be the higher ranked of each pair, and which exchange makes it follows from the pairs. First come fewer exchanges;
then the smaller sum of the numbers in S1; then the larger number among those that go down, from the largest on; then
the smaller one among those that go up, from the smallest on.

Among players who cost the same, those next to the border between S1 and S2 are exchanged, but for what opponents they
have met. So only some of each kind stand for themselves, and the others for the nearest to the border among them.
That can only make an exchange with them seem better than it is: if there is none all the same, nothing is lost.
"""

from collections import Counter
from collections.abc import Sequence

from pairing.matching.by_numbers import start_by_numbers
from pairing.matching.problem import Problem
from pairing.matching.weighted import Matcher
from pairing.systems.dutch.network import Costs, Network

MORE = 2  # of each kind so many more stand for themselves than seem to be exchanged


def first_exchanges(network: Network, upper: range) -> list[int]:
    """The places of S1 after the first exchanges that leave the best quality; `upper`: those of the original S1."""
    border = _Border(network, upper)
    chosen = border.fewest()
    if chosen == list(upper):
        return chosen
    border.look_closer(chosen)
    while True:
        chosen = border.first()
        if not border.look_closer(chosen):
            return chosen


class _Border:
    """A remainder in which some players on each side of the border between S1 and S2 stand for themselves."""

    def __init__(self, network: Network, upper: range) -> None:
        self.network, self.upper = network, upper
        self.lower = range(upper.stop, network.inside)
        self.many = network.inside.bit_length()  # how often one weight can count
        # players of one kind on one side, those next to the border in front
        self.members: dict[object, list[int]] = {}
        for at in (*reversed(upper), *self.lower):
            self.members.setdefault(self._side(at), []).append(at)
        self.alone = {at for members in self.members.values() for at in members[:MORE]}
        self.stands_for: list[int] = []

    def fewest(self) -> list[int]:
        """S1 with as few exchanges as it takes: pairs whose higher ranked member is of the original S2."""
        costs = Costs(self.network, shift=self.many, apart=lambda at: at in self.lower)
        lower = [i for i, at in enumerate(costs.sample) if at in self.lower]
        for i, a in enumerate(lower):
            for b in lower[i:]:
                costs.add(a, b, 2)
        problem = self.network.problem(costs)
        start = start_by_numbers(problem)
        self.duals = [start.potential[g] for g in costs.group]
        return self._higher(Matcher(problem).solve(start), range(self.network.inside))

    def first(self) -> list[int]:
        """S1 after the first exchanges, if nobody is exchanged who stands for others."""
        problem, guess = self.problem()
        return self._higher(Matcher(problem).solve(start_by_numbers(problem, guess)), self.stands_for)

    def _higher(self, matcher: Matcher, rank: Sequence[int]) -> list[int]:
        """The higher ranked of each pair."""
        inside = self.network.inside
        pairs = ((at, mate) for at, mate in enumerate(matcher.mate[:inside]) if at < mate < inside)
        return sorted(at if rank[at] <= rank[mate] else mate for at, mate in pairs)

    def _guess(self, costs: Costs) -> list[int]:
        """The duals of the fewest exchanges, with what each player costs who is exchanged or not as before."""
        exchanged = {at for side, members in self.members.items() for at in members[: self.count[side]]}
        found: dict[int, int] = {}
        for at, g in enumerate(costs.group):
            if g not in found:
                found[g] = self.duals[at] << self.shift - self.many
                if at < self.network.inside:
                    found[g] += self._own(self.stands_for[at], exchanged=at in exchanged)
        return [found[g] for g in range(len(costs.table))]

    def _side(self, at: int) -> object:
        return at in self.lower, self.network.criteria.kind(self.network.players[at])

    def look_closer(self, chosen: list[int]) -> bool:
        """Let more players stand for themselves where with this S1 others are exchanged; False: nobody else is."""
        exchanged = set(chosen).symmetric_difference(self.upper)
        self.count = Counter(self._side(at) for at in exchanged)
        strangers = Counter(self._side(at) for at in exchanged - self.alone)
        for side, count in strangers.items():
            members = self.members[side]
            known = sum(at in self.alone for at in members)
            self.alone.update(members[: 2 * known + count])
        return bool(strangers)

    def problem(self) -> tuple[Problem, list[int]]:
        """The matching problem; C10 and C11 are in layers as always."""
        self._stand()
        self.shift = self._weigh(sorted({*self.stands_for} - {-1}))
        costs = Costs(self.network, shift=self.shift, apart=self.stands_for.__getitem__)
        places = [self.stands_for[at] for at in costs.sample]
        for i, a in enumerate(places):
            for j in range(i, costs.first):
                costs.add(i, j, self._pair(a, places[j]))
            if a in self.lower:
                for j in range(costs.first, len(costs.table)):
                    costs.add(i, j, self.stays[a])
        return self.network.problem(costs), self._guess(costs)

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
        many = self.many
        self.number = 2 << len(in_order) + many
        self.exchange = self.number << 2 * many
        return len(in_order) + 4 * many

    def _pair(self, a: int, b: int) -> int:
        """What a pair costs: its higher ranked member is of S1 then, the other one of S2."""
        a, b = min(a, b), max(a, b)
        up, down = a in self.lower, b in self.upper
        return self.exchange * up + self._own(a, exchanged=up) + self._own(b, exchanged=down)

    def _own(self, place: int, *, exchanged: bool) -> int:
        """The number of somebody of S1, and the weight of who stays; nothing in limbo."""
        if place < 0:
            return 0
        number = (place - self.upper.start + 1) * self.number if (place in self.upper) != exchanged else 0
        return number if exchanged else number + self.stays[place]
