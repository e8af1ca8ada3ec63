"""One bracket as a matching problem: its best quality, and of the best the first in the order of article 4.

One weighted matching finds the best quality and keeps all pairings that have it (`CheapestMatchings`); MDPs then take
in turn the first opponent that is left in one of them (4.2, 4.4). The remainder follows: without exchanges if its best
quality can be had so, else with the first ones in order (4.3), whose numbers become digits of the cost; in the end the
members of S1 take in turn the first possible partner.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pairing.matching.by_numbers import solved
from pairing.matching.optimal import CheapestMatchings
from pairing.matching.plain import have_spare
from pairing.matching.problem import NoPerfectMatching, bits
from pairing.systems.dutch.exchanges import first_exchanges
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import Below, Costs, Network, Weighing


# What a bracket leaves behind.
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


MANY = 64  # pairs, from where on S1 and S2 are solved apart before anybody asks for single pairs


class Search:
    """The bracket that the criteria are about, with so much of what is below it. `takers`: who may get the bye."""

    def __init__(self, lineup: Lineup, group: int, criteria: Weighing, below: Below, takers: int) -> None:
        self.lineup, self.group, self.criteria, self.below, self.takers = (
            lineup,
            group,
            criteria,
            below,
            takers,
        )
        self.mdps, self.residents = criteria.mdps, criteria.residents

    def solve(self) -> bool:
        """Find the best quality; False if there is no candidate."""
        self.network = Network(
            self.lineup, self.criteria, self.below, self.takers, self.mdps, list(self.residents)
        )
        try:
            self._match(Costs(self.network))
        except NoPerfectMatching:
            return False
        return True

    def _match(self, costs: Costs, guess: list[int] | None = None) -> None:
        self.problem = self.network.problem(costs)
        self.matcher = solved(self.problem, guess)
        self.mate = self.matcher.mate

    def leaving(self) -> int:
        """How many players the bracket leaves over."""
        return sum(mate >= self.network.inside for mate in self.mate[: self.network.inside])

    def cost(self) -> int:
        """What the best candidates cost."""
        return sum(self.problem.cost_of(a, b) or 0 for a, b in enumerate(self.mate) if a < b)

    def has_spare(self) -> bool:
        """Whether more stand-ins would change nothing."""
        return have_spare(self.mate, self.network.stand_ins)

    def allows(self, paired: Paired) -> bool:
        """Whether this way to pair the bracket has the best quality."""
        face, place = CheapestMatchings(self.matcher), self.network.place
        return all(face.fix(place[a], place[b]) for a, b in (*paired.moved, *paired.rest))

    # ---- the first of the best --------------------------------------------------------------------------------------

    def first(self) -> Paired:
        """The first candidate of the best quality, in the order of article 4."""
        paired = Paired(self.group, self.residents, self.mdps)
        # 4.4: which MDPs are paired; 4.2: whom they meet; 4.3: exchanges of the remainder.
        self._choose_limbo()
        face = CheapestMatchings(self.matcher)
        paired.moved = self._opponents(face)
        limbo = [v for v in self.mdps if all(v != a for a, _ in paired.moved)]
        taken = {b for _, b in paired.moved}
        remainder = [v for v in self.residents if v not in taken]
        count = sum(self.mate[at] < self.network.inside for at in range(self.network.inside)) // 2
        count -= len(paired.moved)
        rest = self._as_it_stands(face, remainder, count) if count < MANY else None
        paired.rest = self._remainder(limbo, remainder, count) if rest is None else rest
        paired_ones = {v for pair in paired.rest for v in pair}
        paired.floaters = sorted([*limbo, *(v for v in remainder if v not in paired_ones)])
        return paired

    def _choose_limbo(self) -> None:
        """The first set of MDPs who are paired (4.4), where it is some of them: a digit below the quality for each of
        them in limbo.
        """
        count, inside = len(self.mdps), self.network.inside
        if len({mate < inside for mate in self.mate[:count]}) < 2:
            return
        costs = Costs(self.network, shift=count, apart=lambda at: at if at < count else -1)
        for i, at in enumerate(costs.sample[:count]):
            for j in range(costs.first, len(costs.table)):
                costs.add(i, j, 1 << count - at)
        self._match(costs, self._guess(costs, count))

    def _guess(self, costs: Costs, count: int) -> list[int]:
        """About what the duals of the groups will be: as before, with residents dearer to `count` MDPs by the digit of
        the first who stays in limbo, if those are the last of the kinds of which only some are paired.
        """
        duals = dict(zip(costs.group, self.matcher.potential, strict=True))
        kinds = [self.criteria.kind(v) for v in self.mdps]
        is_in = [mate < self.network.inside for mate in self.mate[:count]]
        sides = set(zip(kinds, is_in, strict=True))
        mixed = [at for at, kind in enumerate(kinds) if {(kind, True), (kind, False)} <= sides]
        digit = 1 << count - mixed[sum(is_in[at] for at in mixed)] if mixed else 0
        dearer = [digit if at >= count else 0 for at in costs.sample] + [0] * len(costs.roles)
        return [(duals[g] << count) - more for g, more in enumerate(dearer)]

    def _opponents(self, face: CheapestMatchings) -> list[tuple[int, int]]:
        """MDPs in order, each with the first resident with whom the best is left. The set of those who are paired is
        the first one already.
        """
        network, found = self.network, []
        residents = (1 << network.inside) - (1 << len(self.mdps))
        for at in range(len(self.mdps)):
            if self.mate[at] < network.inside:
                partner = next(b for b in bits(face.tight[at] & residents) if face.fix(at, b))
                found.append((network.players[at], network.players[partner]))
        return found

    def _as_it_stands(
        self, face: CheapestMatchings, remainder: list[int], count: int
    ) -> list[tuple[int, int]] | None:
        """The pairs of the remainder, if every member of S1 finds somebody of S2 with whom the best is left: then there
        are no exchanges, and each has had the first choice. None if somebody does not, be it for an earlier choice.
        """
        place = self.network.place
        upper = [place[v] for v in remainder[:count]]
        return _in_order(self.network, face, upper, sum(1 << place[v] for v in remainder[count:]))

    def _remainder(self, limbo: list[int], remainder: list[int], count: int) -> list[tuple[int, int]]:
        """The pairs of the remainder, so many, in the order of S1."""
        network = Network(self.lineup, self.criteria, self.below, self.takers, limbo, remainder)
        _keep_in_limbo(network)
        chosen = first_exchanges(network, range(len(limbo), len(limbo) + count))
        _keep_halves(network, chosen)
        face = CheapestMatchings(solved(network.problem(Costs(network))))
        lower = (1 << network.inside) - 1 & ~sum(1 << at for at in chosen)
        found = _in_order(network, face, chosen, lower)
        assert found is not None  # these are the members of S1 of a best candidate
        return found


def _keep_in_limbo(network: Network) -> None:
    """MDPs who are not paired meet nobody of the bracket."""
    moved = (1 << len(network.mdps)) - 1
    inside = (1 << network.inside) - 1
    for at in range(network.inside):
        network.near[at] &= ~(inside if at < len(network.mdps) else moved)


def _keep_halves(network: Network, upper: list[int]) -> None:
    """S1 meets those of S2 who are ranked below and nobody else; nobody of S1 floats."""
    inside = (1 << network.inside) - 1
    first = sum(1 << at for at in upper)
    for at, mask in enumerate(network.near):
        above = (1 << at) - 1
        if first >> at & 1:
            network.near[at] = mask & inside & ~first & ~above
        elif at < network.inside:
            network.near[at] = mask & (first & above | ~inside)
        else:
            network.near[at] = mask & ~first


def _in_order(
    network: Network, face: CheapestMatchings, chosen: list[int], lower: int
) -> list[tuple[int, int]] | None:
    """S1 in order, each with the first of `lower`, ranked below, with whom the best is left; None if there is none."""
    found = []
    for at in chosen:
        candidates = face.tight[at] & lower & ~((2 << at) - 1)
        partner = next((b for b in bits(candidates) if face.fix(at, b)), None)
        if partner is None:
            return None
        lower &= ~(1 << partner)
        found.append((network.players[at], network.players[partner]))
    return found
