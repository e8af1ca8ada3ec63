"""Exact minimum-cost perfect matching on general graphs (Edmonds' blossom algorithm, primal-dual, one tree at a time).

J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965); the duals of the odd sets are kept as in
W. Cook and A. Rohe, "Computing minimum-weight perfect matchings" (1999): for every edge
slack = cost - y(u) - y(v) - sum of z over the odd sets that the edge leaves, never negative, and 0 where matched.

What is special here: costs belong to pairs of groups, so all vertices of one group with one dual value are one bit
set, the graph may be dense at no price, and costs may be integers of any length (lexicographic objectives).
`Y[v]` is y(v) plus the z of every odd set around v: the potential seen from outside.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairing.matching.laminar import Node, Search
from pairing.matching.problem import Problem, bits
from pairing.matching.tree import Tree


@dataclass(frozen=True, slots=True)
class Start:
    """Where to begin. `potential`: a dual value for each group, so that no edge has a negative slack; `pairs`: how many
    pairs of which two groups may go with that.
    """

    potential: list[int]
    pairs: dict[tuple[int, int], int]


class Matcher:
    """Solves one Problem. After `solve`: `mate[v]`, `potential[v]` and the remaining odd sets in `top`."""

    def __init__(self, problem: Problem) -> None:
        n = len(problem.group)
        self.problem = problem
        self.group = problem.group
        self.mate = [-1] * n
        self.potential = [0] * n
        self.top = [Node(1 << v, v) for v in range(n)]
        # vertices by group and potential; stale for the vertices of the tree during a search
        self.levels: list[dict[int, int]] = [{0: mask} for mask in problem.members]
        self.costs = [
            [[(h, c) for h, c in enumerate(row) if c is not None] for row in layer.cost]
            for layer in problem.layers
        ]

    def solve(self, start: Start | None = None, *, across: bool = False) -> Matcher:
        """Find the matching, from this `start` if there is one, else from free pairs inside groups or `across` them.
        Errors: NoPerfectMatching.
        """
        if start:
            self._begin(start)
        else:
            self._greedy(across=across)
        for v, mate in enumerate(self.mate):
            if mate < 0 and self.mate[v] < 0:
                Tree(self, v).augment()
        return self

    def _greedy(self, *, across: bool) -> None:
        """Free pairs, inside a group or `across` all of them: who has the fewest possible partners comes first."""
        layer, mate, groups = self.problem.layers[0], self.mate, self.problem.members
        free = [sum(m for m, cost in zip(groups, row, strict=True) if cost == 0) for row in layer.cost]
        pools = [sum(groups)] if across else [members & free[g] for g, members in enumerate(groups)]
        for members in pools:
            rest = members
            for v in sorted(bits(members), key=lambda v: (layer.near[v] & members).bit_count()):
                if rest >> v & 1:
                    rest ^= 1 << v
                    found = layer.near[v] & rest & free[self.group[v]]
                    if found:
                        low = found & -found
                        rest ^= low
                        other = low.bit_length() - 1
                        mate[v], mate[other] = other, v

    def _begin(self, start: Start) -> None:
        """Duals by groups, and pairs of slack 0: first so many of each two groups as the start says."""
        free = list(self.problem.members)
        self.potential = [start.potential[g] for g in self.group]
        self.levels = [{y: mask} if mask else {} for y, mask in zip(start.potential, free, strict=True)]
        for (g, h), count in start.pairs.items():
            self._pair(start, free, g, h, count)
        for g in range(len(free)):
            for h in range(g + 1):
                if free[g] and free[h]:
                    self._pair(start, free, g, h, len(self.mate))

    def _pair(self, start: Start, free: list[int], g: int, h: int, most: int) -> None:
        """Pair up to so many free vertices of two groups at slack 0."""
        mate, tight = self.mate, start.potential[g] + start.potential[h]
        for layer in self.problem.layers:
            if layer.cost[g][h] != tight:
                continue
            for v in bits(free[g]):
                if most <= 0:
                    return
                found = layer.near[v] & free[h] if free[g] >> v & 1 else 0
                if found:
                    other = (found & -found).bit_length() - 1
                    free[g] &= ~(1 << v)
                    free[h] &= ~(1 << other)
                    mate[v], mate[other] = other, v
                    most -= 1

    def rebuild(self) -> None:
        """Sort all vertices by group and potential anew, after many potentials were changed."""
        for g, members in enumerate(self.problem.members):
            level: dict[int, int] = {}
            for v in bits(members):
                potential = self.potential[v]
                level[potential] = level.get(potential, 0) | 1 << v
            self.levels[g] = level

    def move(self, v: int, potential: int) -> None:
        """Give one vertex another potential."""
        level, bit = self.levels[self.group[v]], 1 << v
        old = self.potential[v]
        rest = level[old] ^ bit
        if rest:
            level[old] = rest
        else:
            del level[old]
        level[potential] = level.get(potential, 0) | bit
        self.potential[v] = potential

    def turn(self, node: Node, vertex: int, around: int = 0) -> None:
        """Rematch inside a node so that `vertex` is the one matched to the outside.

        `around` is the sum of z over the odd sets that contain the node.
        """
        if node.children is None or node.base == vertex:
            node.base = vertex
            return
        search, owner = self.inside(node, around)
        goal = owner[vertex]
        search.run(owner[node.base], node.mask, goal)
        inside, mate, children = around + node.z, self.mate, node.children
        path = search.even_path(goal)
        self.turn(children[goal], vertex, inside)
        for index, x, y in path:
            self.turn(children[index], y, inside)
            self.turn(children[owner[x]], x, inside)
            mate[x], mate[y] = y, x
        node.base = vertex

    def inside(self, node: Node, around: int) -> tuple[Search, dict[int, int]]:
        """The graph of a blossom's children, matched as they are now."""
        owner = node.child_of()
        if node.near is None:
            node.near = self.tight_inside(node, around + node.z)
        children = node.children or []
        self.problem.work.take(len(children))
        match = [-1] * len(children)
        for index, child in enumerate(children):
            if child.base != node.base:
                match[index] = owner[self.mate[child.base]]
        return Search([c.mask for c in children], node.near.__getitem__, owner.__getitem__, match), owner

    def tight_inside(self, node: Node, inside: int) -> dict[int, int]:
        """The tight edges between different children of a node; `inside` is the sum of z from the node outwards."""
        levels: dict[tuple[int, int], int] = {}
        for v in bits(node.mask):
            key = (self.group[v], self.potential[v])
            levels[key] = levels.get(key, 0) | 1 << v
        near: dict[int, int] = {}
        for (g, potential), mask in levels.items():
            reaches = self._reaches(levels, g, 2 * inside - potential)
            for v in bits(mask):
                found = 0
                for nearby, reach in reaches:
                    found |= nearby[v] & reach
                near[v] = found
        for child in node.children or ():
            if child.children:
                for v in bits(child.mask):
                    near[v] &= ~child.mask
        return near

    def _reaches(
        self, levels: dict[tuple[int, int], int], group: int, rest: int
    ) -> list[tuple[list[int], int]]:
        """Per layer: its neighbours, and the vertices whose potential is cost + rest."""
        reaches = []
        for layer, costs in zip(self.problem.layers, self.costs, strict=True):
            reach = 0
            for h, cost in costs[group]:
                reach |= levels.get((h, cost + rest), 0)
            if reach:
                reaches.append((layer.near, reach))
        return reaches
