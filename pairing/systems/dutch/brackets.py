"""One bracket paired exactly: the best by C6 to C21, and of the best the first in the order of article 4.

One weighted matching finds the best quality and keeps all pairings that have it (`CheapestMatchings`); MDPs then take
in turn the first opponent that is left in one of them (4.2, 4.4). The remainder follows: without exchanges if its best
quality can be had so, else with the first ones in order (4.3), whose numbers become digits of the cost; in the end the
members of S1 take in turn the first possible partner.
"""

from __future__ import annotations

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.problem import NoPerfectMatching, bits
from pairing.matching.weighted import Matcher
from pairing.systems.dutch.criteria import Criteria
from pairing.systems.dutch.exchanges import Exchanges
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import Below, Costs, Network, next_is_easy, views
from pairing.systems.dutch.paired import Paired
from pairing.systems.dutch.quick import at_once

QUICK = True  # only the tests that compare switch it off


def pair_brackets(lineup: Lineup, bye_group: int | None) -> list[Paired]:
    """All brackets, from the top; the last one leaves nobody, or who gets the bye."""
    done: list[Paired] = []
    down: list[int] = []
    for group in range(len(lineup.groups)):
        paired = pair_bracket(lineup, group, down, bye_group)
        done.append(paired)
        down = paired.floaters
    return done


def pair_bracket(lineup: Lineup, group: int, mdps: list[int], bye_group: int | None) -> Paired:
    """The bracket of a scoregroup and of the `mdps` who come into it."""
    if QUICK and (found := at_once(lineup, group, mdps, bye_group)):
        return found
    size = len(mdps) + len(lineup.groups[group])
    for below in views(lineup, group, size, bye_group):
        bracket = _Bracket(lineup, group, mdps, bye_group, below)
        if bracket.solve():
            return bracket.first()
    raise AssertionError("a bracket of a round that can be paired cannot be paired")


def fewest_left(lineup: Lineup, paired: Paired, takers: int | None) -> int:
    """How many players of a bracket would be left over at least if C5 did not count, and anybody of `takers` could get
    the bye; with None nothing below the bracket counts, which leaves C1 and C3.
    """
    end = len(lineup.players)
    shown = range(lineup.groups[paired.group].stop, end)
    if takers is None:
        below = Below(range(0), 0, len(paired.mdps) + len(lineup.groups[paired.group]), bye=False)
    else:
        below = Below(shown, 0, 0, bye=bool(takers))
    bracket = _Bracket(lineup, paired.group, paired.mdps, None, below, look_ahead=False)
    bracket.takers = takers or 0
    bracket.solve()
    return bracket.leaving()


def next_decides(lineup: Lineup, paired: Paired, bye_group: int | None) -> bool:
    """Whether others would float from a bracket if the next one did not count (C8)."""
    group, leaving = paired.group, len(paired.floaters)
    if group + 1 == len(lineup.groups) or next_is_easy(lineup, group + 1, leaving, bye_group):
        return False
    for below in views(lineup, group, len(paired.mdps) + len(lineup.groups[group]), bye_group):
        bracket = _Bracket(lineup, group, paired.mdps, bye_group, below, look_ahead=False)
        if bracket.solve():
            return bracket.first().floaters != paired.floaters
    return False


class _Bracket:
    """A bracket seen with so much of what is below it; `look_ahead`: C8 counts."""

    def __init__(
        self,
        lineup: Lineup,
        group: int,
        mdps: list[int],
        bye_group: int | None,
        below: Below,
        *,
        look_ahead: bool = True,
    ) -> None:
        self.lineup, self.group, self.mdps, self.below = lineup, group, mdps, below
        self.look_ahead = look_ahead
        self.residents = list(lineup.groups[group])
        self.bye_group = bye_group
        self.takers = 0
        if bye_group is not None:
            members = lineup.groups[bye_group]
            self.takers = lineup.takers & (1 << members.stop) - (1 << members.start)

    def solve(self) -> bool:
        """Find the best quality; False if more of what is below has to be looked at."""
        alone = self.bye_group is not None and self.bye_group <= self.group
        if not self._solve(self.takers if alone else 0):
            return False
        leaving = self.leaving()
        if alone and leaving != 1 and not self._solve(0):
            return False
        return self._seen_enough(leaving)

    def leaving(self) -> int:
        """How many players the bracket leaves over."""
        return sum(mate >= self.network.inside for mate in self.mate[: self.network.inside])

    def _solve(self, to_bye: int) -> bool:
        lineup, below = self.lineup, self.below
        next_score = lineup.scores[self.group + 1] if below.shown and self.look_ahead else None
        self.criteria = Criteria(lineup, self.mdps, self.residents, next_score, to_bye)
        self.network = Network(lineup, self.criteria, below, self.takers, self.mdps, self.residents)
        self.problem = self.network.problem(Costs(self.network))
        try:
            self.matcher = Matcher(self.problem).solve()
        except NoPerfectMatching:
            return False
        self.mate = self.matcher.mate
        return True

    def _seen_enough(self, leaving: int) -> bool:
        """Whether two stand-ins are left for each other, and the next bracket, where it is not shown, is as good with
        whatever players float into it (C8).
        """
        stand_ins = self.network.stand_ins
        if stand_ins and not any(self.mate[at] in stand_ins for at in stand_ins):
            return False
        hidden = stand_ins and not self.below.shown and self.look_ahead
        return not (hidden and leaving) or next_is_easy(self.lineup, self.group + 1, leaving, self.bye_group)

    # ---- the first of the best --------------------------------------------------------------------------------------

    def first(self) -> Paired:
        """The first candidate of the best quality, in the order of article 4."""
        paired = Paired(self.group, self.mdps)
        limbo = self.mdps
        if self.mdps:
            paired.moved = self._opponents()
            limbo = [v for v in self.mdps if all(v != a for a, _ in paired.moved)]
        taken = {b for _, b in paired.moved}
        remainder = [v for v in self.residents if v not in taken]
        count = sum(self.mate[at] < self.network.inside for at in range(self.network.inside)) // 2
        paired.rest = self._remainder(limbo, remainder, paired.moved, count - len(paired.moved))
        paired_ones = {v for pair in paired.rest for v in pair}
        paired.floaters = sorted([*limbo, *(v for v in remainder if v not in paired_ones)])
        return paired

    def _opponents(self) -> list[tuple[int, int]]:
        """MDPs in order, each with the first resident with whom the best is left. The set of those who are paired is
        the first one already: the cost has a digit for each MDP in limbo.
        """
        network, found = self.network, []
        face = CheapestMatchings(self.matcher)
        residents = (1 << network.inside) - (1 << len(self.mdps))
        for at in range(len(self.mdps)):
            if self.mate[at] < network.inside:
                partner = next(b for b in bits(face.tight[at] & residents) if face.fix(at, b))
                found.append((network.players[at], network.players[partner]))
        return found

    def _cost(self, pairs: list[tuple[int, int]]) -> int:
        place = self.network.place
        costs = (self.problem.cost_of(place[a], place[b]) for a, b in pairs)
        return sum(cost for cost in costs if cost is not None)

    def _remainder(
        self, limbo: list[int], remainder: list[int], moved: list[tuple[int, int]], count: int
    ) -> list[tuple[int, int]]:
        """The pairs of the remainder, so many, in the order of S1."""
        if not count:
            return []
        best = sum(self.problem.cost_of(a, b) or 0 for a, b in enumerate(self.mate) if a < b)
        best -= self._cost(moved)
        network = Network(self.lineup, self.criteria, self.below, self.takers, limbo, remainder)
        _keep_in_limbo(network)
        plain = list(network.near)
        upper = range(len(limbo), len(limbo) + count)
        _keep_halves(network, upper)
        problem = network.problem(Costs(network))
        try:
            matcher = Matcher(problem).solve()
            cost = sum(problem.cost_of(a, b) or 0 for a, b in enumerate(matcher.mate) if a < b)
        except NoPerfectMatching:
            cost = best + 1
        chosen = list(upper)
        if cost != best:
            network.near = plain
            exchanges = Exchanges(network, upper)
            matcher = Matcher(exchanges.problem()).solve()
            chosen = [
                at for at in range(len(limbo), network.inside) if at < matcher.mate[at] < network.inside
            ]
        return _in_order(network, matcher, chosen)


def _keep_in_limbo(network: Network) -> None:
    """MDPs who are not paired meet nobody of the bracket."""
    moved = (1 << len(network.mdps)) - 1
    inside = (1 << network.inside) - 1
    for at in range(network.inside):
        network.near[at] &= ~(inside if at < len(network.mdps) else moved)


def _keep_halves(network: Network, upper: range) -> None:
    """S1 meets S2 and nobody else; nobody of S1 floats."""
    inside = (1 << network.inside) - 1
    first = (1 << upper.stop) - (1 << upper.start)
    for at, mask in enumerate(network.near):
        if at in upper:
            network.near[at] = mask & inside & ~first
        elif upper.stop <= at < network.inside:
            network.near[at] = mask & (first | ~inside)
        else:
            network.near[at] = mask & ~first


def _in_order(network: Network, matcher: Matcher, chosen: list[int]) -> list[tuple[int, int]]:
    """S1 in order, each with the first partner below, not of S1, with whom the best is left."""
    face, found = CheapestMatchings(matcher), []
    inside = (1 << network.inside) - 1
    lower = inside & ~sum(1 << at for at in chosen)
    for at in chosen:
        candidates = face.tight[at] & lower & ~((2 << at) - 1)
        partner = next(b for b in bits(candidates) if face.fix(at, b))
        lower &= ~(1 << partner)
        found.append((network.players[at], network.players[partner]))
    return found
