"""Odd sets that a matching leaves through exactly one edge, nested in each other, and how to turn them.

A `Node` is a vertex or an odd set (a blossom). Inside a blossom every vertex but one, the base, is matched within.
Any of its vertices can become the base: `turn` finds the alternating path that does it, in the graph whose nodes
are the blossom's children (J. Edmonds, "Paths, trees, and flowers", 1965). Nothing of the odd cycles that made a
blossom is remembered; the tight edges inside are enough to find a path when one is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from pairing.matching.problem import bits


class Node:
    """A vertex or a blossom. `base` is the vertex matched to the outside; `z` the dual value of a blossom."""

    __slots__ = ("base", "children", "edge", "label", "mask", "near", "owner", "ref", "z")

    def __init__(self, mask: int, base: int, children: list[Node] | None = None) -> None:
        self.mask = mask
        self.base = base
        self.children = children
        self.z = 0
        self.label = 0  # 0 free, 1 outer, 2 inner: the state during one search of the solver
        self.ref = 0  # the dual step at which the label was given
        self.edge: tuple[int, int] | None = None  # for an inner node: (vertex of its parent, own vertex)
        self.owner: dict[int, int] | None = None  # vertex -> index of the child that holds it
        self.near: dict[int, int] | None = None  # vertex -> tight neighbours in other children

    def child_of(self) -> dict[int, int]:
        """Which child holds a vertex."""
        if self.owner is None:
            owner: dict[int, int] = {}
            for index, child in enumerate(self.children or ()):
                for v in bits(child.mask):
                    owner[v] = index
            self.owner = owner
        return self.owner


class Search:
    """One search for alternating paths in a graph whose nodes are odd sets of vertices.

    `land[i]` are the vertices of node i through which it may be left; `near[v]` are the neighbours of vertex v;
    `match[i]` is the partner of node i (or -1). After `run`, `outer` holds the nodes an even alternating path from
    the root leads to.
    """

    __slots__ = ("base", "land", "link", "match", "members", "near", "outer", "owner", "reach", "region")

    def __init__(
        self, land: list[int], near: Callable[[int], int], owner: Callable[[int], int], match: list[int]
    ):
        self.land = land
        self.near = near
        self.owner = owner
        self.match = match

    def run(self, root: int, allowed: int, goal: int = -1) -> int:
        """Search from `root` over the vertices in `allowed`.

        Returns a node that is free or equal to `goal` (the latter once it is outer), or -1. `link[i]` is then the
        edge (vertex outside, vertex of node i) by which node i was reached against its matched edge.
        """
        land, match = self.land, self.match
        count = len(land)
        self.base = list(range(count))
        self.members: dict[int, list[int]] = {}
        self.region = list(land)
        self.link: list[tuple[int, int] | None] = [None] * count
        self.outer = [False] * count
        self.outer[root] = True
        if root == goal:
            return root
        # reaching one of these ends the search: free nodes, or the partner of the goal
        if goal >= 0:
            wanted = land[match[goal]]
        else:
            wanted = 0
            for index, mate in enumerate(match):
                if mate < 0 and index != root:
                    wanted |= land[index]
        return self._grow(root, allowed, goal, wanted & allowed)

    def _grow(self, root: int, allowed: int, goal: int, wanted: int) -> int:
        land, match, link, near, owner = self.land, self.match, self.link, self.near, self.owner
        base, outer, region = self.base, self.outer, self.region
        inner = 0
        queue = [root]
        while queue:
            node = queue.pop()
            for u in bits(land[node]):
                targets = near(u) & allowed & ~inner & ~region[base[node]]
                while targets:
                    last = targets & wanted
                    v = ((last & -last) if last else (targets & -targets)).bit_length() - 1
                    other = owner(v)
                    if outer[other]:
                        inner &= ~self._merge(node, other, u, v, queue)
                        if goal >= 0 and outer[goal]:
                            return goal
                        targets &= ~region[base[node]]
                        continue
                    link[other] = (u, v)
                    mate = match[other]
                    if mate < 0:
                        return other
                    inner |= land[other]
                    targets &= ~land[other]
                    outer[mate] = True
                    if mate == goal:
                        return goal
                    queue.append(mate)
        return -1

    def _merge(self, a: int, b: int, u: int, v: int, queue: list[int]) -> int:
        """Join the two outer nodes that the edge (u, v) shows to lie on an odd cycle; returns what became outer."""
        stem = self._stem(a, b)
        cycle: set[int] = set()
        self._mark(a, stem, (v, u), cycle)
        self._mark(b, stem, (u, v), cycle)
        cycle.discard(stem)
        fresh = 0
        members, region = self.members.setdefault(stem, [stem]), self.region[stem]
        for base in cycle:
            inside = self.members.get(base) or [base]
            for i in inside:
                self.base[i] = stem
                if not self.outer[i]:
                    self.outer[i] = True
                    fresh |= self.land[i]
                    queue.append(i)
            members += inside
            region |= self.region[base]
        self.region[stem] = region
        return fresh

    def _stem(self, a: int, b: int) -> int:
        """The nearest common base of the paths from a and b to the root."""
        seen = set()
        node = self.base[a]
        while True:
            seen.add(node)
            mate = self.match[node]
            if mate < 0 or self.link[mate] is None:
                break
            node = self.base[self.owner(self.link[mate][0])]  # type: ignore[index]
        node = self.base[b]
        while node not in seen:
            mate = self.match[node]
            node = self.base[self.owner(self.link[mate][0])]  # type: ignore[index]
        return node

    def _mark(self, node: int, stem: int, edge: tuple[int, int], cycle: set[int]) -> None:
        while self.base[node] != stem:
            mate = self.match[node]
            cycle.add(self.base[node])
            cycle.add(self.base[mate])
            self.link[node] = edge
            x, y = self.link[mate]  # type: ignore[misc]
            edge = (y, x)
            node = self.owner(x)

    def even_path(self, node: int) -> list[tuple[int, int, int]]:
        """From an outer node to the root: (matched partner of a node, vertex outside it, own vertex) for each step."""
        steps = []
        while (mate := self.match[node]) >= 0 and self.link[mate] is not None:
            x, y = self.link[mate]  # type: ignore[misc]
            steps.append((mate, x, y))
            node = self.owner(x)
        return steps
