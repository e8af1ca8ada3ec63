"""A small problem with the same answer: stand-ins take the place of large score groups, if enough players of a group
would be left whoever leaves it (`pairing.matching.plain` says how many, and why that is exact).
"""

from dataclasses import dataclass, field

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.plain import enough, have_spare
from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem, bits
from pairing.matching.weighted import Matcher
from pairing.systems.monrad.lineup import BYE, Lineup
from pairing.systems.monrad.objective import group_costs, rematch_costs


class Unpairable(Exception):
    """No legal pairing exists: there are more `outer` sets than `inner` players, each outer set has an odd size, and
    nobody in one of them may meet anybody outside it who is not among `inner`. The bye counts as a player, BYE.
    """

    def __init__(self, outer: list[tuple[int, ...]], inner: tuple[int, ...]) -> None:
        super().__init__("no legal pairing")
        self.outer = outer
        self.inner = inner


@dataclass(slots=True)
class SmallProblem:
    """The small problem. Nodes are in order: groups from the top, each group's players (or stand-ins), the bye."""

    first: int  # the score group that group 0 of the problem is
    player: list[int | None]  # per node: the player, or None for a stand-in and the bye
    node: dict[int, int]  # the nodes of players
    group: list[int]  # per node: the score group; for the bye one more than the last
    members: list[int]  # bit set of nodes per group, counted from `first`
    standing: list[int]  # stand-ins per group, 0 where the players themselves are in
    bye: int  # the node of the bye, or -1
    face: CheapestMatchings = field(init=False)


class StandIns:
    """Makes small problems for a lineup, or for what is left of it from a group on."""

    def __init__(self, lineup: Lineup, *, with_stand_ins: bool = True) -> None:
        self.lineup = lineup
        self.with_stand_ins = with_stand_ins
        self.limits = _limits(lineup) if with_stand_ins else []

    def solve(self, first: int, rest: list[list[int]], bye: bool, whole: int = -1) -> SmallProblem:
        """The small problem of the players in `rest` (groups from `first` on), solved.

        `bye`: it has still to be given. The group `whole` keeps all its players. Errors: Unpairable.
        """
        standing = [
            0 if first + i == whole else self._fewest(first + i, len(group)) for i, group in enumerate(rest)
        ]
        while True:
            small = self._build(first, rest, standing, bye)
            try:
                matcher = Matcher(self._problem(small)).solve()
            except NoPerfectMatching as none:
                more = _many_more(small, none.inner)
                if not any(more):
                    raise _unpairable(none, small) from None
            else:
                more = _wanting(small, matcher.mate)
                if not any(more):
                    small.face = CheapestMatchings(matcher)
                    return small
            for i, wish in enumerate(more):
                if wish:
                    standing[i] = wish if wish <= self._room(first + i, len(rest[i])) else 0

    def _fewest(self, group: int, size: int) -> int:
        """The stand-ins to try first; 0 if the group is not large enough for any."""
        fewest = 2 + size % 2
        return fewest if fewest <= self._room(group, size) else 0

    def _room(self, group: int, size: int) -> int:
        """The most stand-ins that `size` players left of a group may be replaced by."""
        return size - self.limits[group] if self.with_stand_ins else -1

    def _build(self, first: int, rest: list[list[int]], standing: list[int], bye: bool) -> SmallProblem:
        player: list[int | None] = []
        group: list[int] = []
        members = []
        for index, (players, stand_ins) in enumerate(zip(rest, standing, strict=True)):
            start = len(player)
            player += [None] * stand_ins if stand_ins else players
            count = len(player) - start
            group += [first + index] * count
            members.append(((1 << count) - 1) << start)
        if bye:
            player.append(None)
            group.append(first + len(rest))
        node = {p: v for v, p in enumerate(player) if p is not None}
        return SmallProblem(
            first, player, node, group, members, list(standing), len(player) - 1 if bye else -1
        )

    def _problem(self, small: SmallProblem) -> Problem:
        lineup, bye = self.lineup, small.bye
        bit = {p: 1 << v for p, v in small.node.items()}
        count = len(small.player) - (bye >= 0)
        players = (1 << count) - 1
        near = []
        takers = 0
        for v in range(count):
            p = small.player[v]
            mask = players ^ 1 << v
            if p is None:
                takes = self._takes_bye(small.group[v])
            else:
                # Rule 5: nobody has two byes.
                takes = p not in lineup.had_bye
                bars = 0
                # Rule 3: no two players meet twice.
                for q in lineup.barred[p]:
                    if q in bit:
                        bars |= bit[q]
                mask &= ~bars
            if bye >= 0 and takes:
                takers |= 1 << v
                mask |= 1 << bye
            near.append(mask)
        if bye >= 0:
            near.append(takers)
        sizes = [members.bit_count() for members in small.members]
        cost, weight = group_costs(sizes, bye >= 0)
        layers = [Layer(near, cost)]
        if lineup.again:
            layers += self._rematches(small, cost, weight)
        return Problem([g - small.first for g in small.group], len(cost), layers, lineup.work)

    def _rematches(self, small: SmallProblem, cost: Cost, weight: int) -> list[Layer]:
        """A layer of edges for every round in which players met who may, if need be, meet again."""
        node, count = small.node, len(small.player)
        near: dict[int, list[int]] = {}
        for p, v in node.items():
            for q, number in self.lineup.again.get(p, {}).items():
                if q in node:
                    near.setdefault(number, [0] * count)[v] |= 1 << node[q]
        costs = rematch_costs(cost, weight, len(small.members), list(near), count // 2)
        return [Layer(near[number], costs[number]) for number in near]

    def _takes_bye(self, group: int) -> bool:
        had_bye = self.lineup.had_bye
        return any(p not in had_bye for p in self.lineup.groups[group])


def _wanting(small: SmallProblem, mate: list[int]) -> list[int]:
    """Per group the stand-ins it should have, if no two of them are left for each other; else 0."""
    more = []
    for members, stand_ins in zip(small.members, small.standing, strict=True):
        start = (members & -members).bit_length() - 1
        spare = have_spare(mate, range(start, start + stand_ins))
        more.append(0 if spare else 2 * stand_ins + stand_ins % 2)
    return more


def _many_more(small: SmallProblem, inner: int) -> list[int]:
    """When nothing fits: many more stand-ins where they were what was missing.

    The sets that have too few opponents meet nobody but `inner`. If no stand-in is among those, more of them would not
    help: the proof that nothing fits holds for the whole field.
    """
    return [
        6 * r + r % 2 if r and members & inner else 0
        for r, members in zip(small.standing, small.members, strict=True)
    ]


def _unpairable(none: NoPerfectMatching, small: SmallProblem) -> Unpairable:
    def players(mask: int) -> tuple[int, ...]:
        return tuple(BYE if p is None else p for p in map(small.player.__getitem__, bits(mask)))

    return Unpairable([players(mask) for mask in none.outer], players(none.inner))


def _limits(lineup: Lineup) -> list[int]:
    """Per group: how many of its players must be left so that all that is said above holds."""
    barred, had_bye = lineup.barred, lineup.had_bye
    lengths = sorted(len(barred[p]) for group in lineup.groups for p in group)
    usual = 4 * lengths[len(lengths) // 2] + 8
    most = max(length for length in lengths if length <= usual)
    heavy: set[int] = set()
    beyond = 0
    if lengths[-1] > usual:
        heavy = {p for group in lineup.groups for p in group if len(barred[p]) > usual}
        beyond = max(len(barred[p] - heavy) for p in heavy)
    limits = []
    for group in lineup.groups:
        outside = most
        if heavy:
            outside = max(most, beyond + sum(p in heavy for p in group))
        inside = outside
        if enough(outside) + 3 > len(group) > outside + 3:
            here = set(group)
            inside = max(len(barred[p] & here) for p in group)
        limit = max(enough(inside), outside + 1)
        if lineup.odd and had_bye:
            # whoever is taken out of the group, somebody who may have the bye is left in it
            taken = sum(p in had_bye for p in group)
            limit = max(limit, taken + 1 if taken < len(group) else 0)
        limits.append(limit)
    return limits
