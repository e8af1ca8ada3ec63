"""The matching problem of one bracket: its players, those below as far as they matter, stand-ins for the rest.

Players below a bracket matter for C8 (the next scoregroup) and for C4 and C5 (everybody). Where there are so many of
them that any few who join them can be paired off (`Lineup.sure`), stand-ins take their place: `pairing.matching.plain`
says why that is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pairing.matching.plain import enough
from pairing.matching.problem import Cost, Layer, Problem, runs
from pairing.systems.dutch.criteria import special_pairs
from pairing.systems.dutch.histories import ANY
from pairing.systems.dutch.lineup import Lineup

_NEXT, _REST, _BYE = 0, 1, 2  # outside a bracket: the next scoregroup, all others, the bye


@dataclass(frozen=True, slots=True)
class Below:
    """What stands below a bracket: the `players` themselves, the first `following` of them being those of the next
    scoregroup; `stand_ins` for the others; the `bye`, if it goes to one of these players or in the bracket. `forced`:
    each stand-in has to be met by somebody.
    """

    players: range
    following: int
    stand_ins: int
    bye: bool
    forced: bool = False


def views(lineup: Lineup, group: int, size: int, bye_group: int | None) -> Iterator[Below]:
    """Ever more of what is below scoregroup `group`, whose bracket has `size` players; the last view is everything."""
    groups = lineup.groups
    for depth in (1, 2):
        if group + depth >= len(groups):
            break
        pool = groups[group + depth].start
        shown = range(groups[group].stop, pool)
        inside = bye_group is not None and bye_group >= group + depth
        bye = bye_group is not None and not inside
        if bye and depth == 1:
            continue
        stand_ins = 2 + (size + len(shown) + bye) % 2
        while lineup.sure(pool, stand_ins, bye=inside):
            yield Below(shown, len(shown), stand_ins, bye)
            stand_ins *= 3 if stand_ins % 2 else 4
    rest = range(groups[group].stop, len(lineup.players))
    following = len(groups[group + 1]) if rest else 0
    yield Below(rest, following, 0, bye_group is not None)


def next_is_easy(lineup: Lineup, group: int, leaving: int, bye_group: int | None) -> bool:
    """Whether the bracket of this scoregroup can pair whatever so many MDPs and all its residents but, of an odd
    number, one; and whoever that is, all below can be paired too. Then C8 does not matter above it.
    """
    if bye_group is not None and bye_group <= group:
        return False
    members = lineup.groups[group]
    over = (leaving + len(members)) % 2
    mask = lineup.members(group)
    missed = lineup.most_barred + max((a & mask).bit_count() for a in lineup.clashing)
    if len(members) - missed < leaving or len(members) - leaving - over < enough(missed):
        return False
    last = group + 1 == len(lineup.groups)
    return last or lineup.sure(members.stop, over, bye=bye_group is not None)


class Weighing(Protocol):
    """What a network asks of the criteria of a bracket: see `criteria.Criteria`."""

    mdps: list[int]
    incoming: frozenset[int]
    residents: range
    excess: int
    third: int

    def pair(self, a: int, b: int) -> int: ...
    def floating(self, v: int) -> int: ...
    def joining(self, v: int) -> int: ...
    def passing(self, v: int) -> int: ...
    def bye(self, v: int) -> int: ...
    def kind(self, v: int) -> tuple[int, ...]: ...


class Network:
    """A bracket and what is below it, as vertices: MDPs, residents, players shown, stand-ins, the bye."""

    def __init__(
        self,
        lineup: Lineup,
        criteria: Weighing,
        below: Below,
        takers: int,
        mdps: list[int],
        residents: list[int],
    ) -> None:
        """`mdps` and `residents` may be some of those of the criteria. `takers`: who may get the bye."""
        self.lineup, self.criteria, self.below = lineup, criteria, below
        self.mdps, self.residents = mdps, residents
        self.players = [*mdps, *residents, *below.players]
        self.place = {v: at for at, v in enumerate(self.players)}
        self.inside = len(mdps) + len(residents)
        self.stand_ins = range(len(self.players), len(self.players) + below.stand_ins)
        self.size = self.stand_ins.stop + below.bye
        self.takers = takers
        self._runs = runs(self.players)
        self.near = self._near()

    def local(self, mask: int) -> int:
        """A set of players as vertices of this problem, those who are not here left out."""
        found = 0
        for first, place, ones in self._runs:
            found |= (mask >> first & ones) << place
        return found

    def _near(self) -> list[int]:
        count, lineup = len(self.players), self.lineup
        extra = (1 << self.stand_ins.stop) - (1 << count)
        moved = (1 << len(self.mdps)) - 1
        near = [self.local(lineup.near[v]) | extra for v in self.players]
        for at in range(len(self.mdps)):
            near[at] &= ~moved
        everybody = (1 << self.stand_ins.stop) - 1
        among = extra if self.below.forced else 0
        near += [everybody & ~(1 << at | among) for at in self.stand_ins]
        if self.below.bye:
            takers = self.local(self.takers)
            bit = 1 << self.size - 1
            near = [mask | bit if takers >> at & 1 else mask for at, mask in enumerate(near)]
            near.append(takers)
        return near

    def problem(self, costs: Costs, near: list[int] | None = None) -> Problem:
        """The problem with these costs, and all edges or those of `near`."""
        layers = [Layer(near or self.near, costs.table)]
        special = special_pairs(self.lineup, [*self.mdps, *self.residents]) if self.criteria.excess else {}
        for (beyond, thirds), pairs in special.items():
            layers.append(self._take_out(layers[0], pairs))
            more = (beyond * self.criteria.excess + thirds * self.criteria.third) << costs.shift
            layers[-1].cost = [[None if c is None else c + more for c in row] for row in costs.table]
        return Problem(costs.group, len(costs.table), layers, self.lineup.work)

    def _take_out(self, plain: Layer, pairs: Iterable[tuple[int, int]]) -> Layer:
        """Pairs of the bracket that get a layer of their own."""
        near = [0] * self.size
        for v, w in pairs:
            a, b = self.place.get(v, -1), self.place.get(w, -1)
            if a >= 0 and b >= 0 and plain.near[a] >> b & 1:
                near[a] |= 1 << b
                near[b] |= 1 << a
        plain.near = [mask & ~out for mask, out in zip(plain.near, near, strict=True)]
        return Layer(near, plain.cost)


class Costs:
    """The costs of a network by groups of vertices that cost the same: players of the bracket by kind, those below it.

    `apart`: a mark for each vertex of the bracket; those with different marks are in different groups, to get costs of
    their own later. `shift`: how far the costs of the criteria are moved up, to make room below.
    """

    def __init__(
        self, network: Network, *, shift: int = 0, apart: Callable[[int], int] | None = None
    ) -> None:
        self.network, self.shift = network, shift
        self.group: list[int] = []
        self.sample: list[int] = []  # a vertex of each group of the bracket
        index: dict[object, int] = {}
        for at, v in enumerate(network.players[: network.inside]):
            kind = network.criteria.kind(v), network.lineup.blocks[v], apart(at) if apart else None
            if kind not in index:
                index[kind] = len(index)
                self.sample.append(at)
            self.group.append(index[kind])
        self.first = len(self.sample)
        self._outside()
        self.table = self._table()

    def _outside(self) -> None:
        """Groups outside the bracket. Whoever has an absolute preference costs the same as the others there, but may
        meet fewer of them, which it helps to know beforehand.
        """
        network = self.network
        following, clashing = network.below.following, network.lineup.clashing
        kinds: list[tuple[int, int, int]] = []
        for place, v in enumerate(network.below.players):
            alike = next((colour for colour, mask in enumerate(clashing) if mask >> v & 1), ANY)
            kinds.append((_NEXT if place < following else _REST, alike, network.lineup.blocks[v]))
        kinds += [(_REST, ANY - 1, -1)] * len(network.stand_ins) + [(_BYE, ANY, -1)] * network.below.bye
        groups = {kind: self.first + at for at, kind in enumerate(dict.fromkeys(kinds))}
        self.group += [groups[kind] for kind in kinds]
        self.roles = [role for role, _, _ in groups]

    def add(self, i: int, j: int, cost: int) -> None:
        """Make the pairs of two groups cost so much more."""
        before = self.table[i][j]
        if before is not None:
            self.table[i][j] = self.table[j][i] = before + cost

    def _table(self) -> Cost:
        criteria, first, shift = self.network.criteria, self.first, self.shift
        table: Cost = [[None] * (first + len(self.roles)) for _ in range(first + len(self.roles))]
        players = [self.network.players[at] for at in self.sample]
        moved = [v in criteria.incoming for v in players]
        for i, a in enumerate(players):
            for j in range(i, first):
                if not (moved[i] and moved[j]):
                    table[i][j] = table[j][i] = criteria.pair(a, players[j]) << shift
            floating, passing = criteria.floating(a), criteria.passing(a)
            costs = floating + criteria.joining(a), floating + passing, floating + passing + criteria.bye(a)
            for j, role in enumerate(self.roles, start=first):
                table[i][j] = table[j][i] = costs[role] << shift
        shown = self.network.below.players
        passing = criteria.passing(shown[0]) << shift if shown else 0
        for i, role in enumerate(self.roles, start=first):
            for j, other in enumerate(self.roles, start=first):
                table[i][j] = passing if _NEXT in (role, other) and role != other else 0
        return table
