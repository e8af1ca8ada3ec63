"""Matchings for the checker: plain Edmonds for "is there one at all", networkx for "which is best"."""

from collections import deque
from collections.abc import Callable, Mapping, Set
from typing import Any

import networkx as nx

Graph = Mapping[int, Set[int]]


def has_perfect_matching(graph: Graph) -> bool:
    """Whether all vertices can be paired off along edges."""
    if len(graph) % 2:
        return False
    return all(partner is not None for partner in maximum_matching(graph).values())


def maximum_matching(graph: Graph) -> dict[int, int | None]:
    """Edmonds' blossom algorithm in its simplest cubic form, after a greedy start."""
    search = _Search(graph)
    for vertex in sorted(graph, key=lambda v: len(graph[v])):
        if search.mate[vertex] is None:
            free = [w for w in graph[vertex] if search.mate[w] is None]
            if free:
                partner = min(free, key=lambda w: len(graph[w]))
                search.mate[vertex], search.mate[partner] = partner, vertex
    for vertex in graph:
        if search.mate[vertex] is None:
            search.augment(vertex)
    return search.mate


class _Search:
    """One growing alternating tree at a time, blossoms shrunk through `base`."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.mate: dict[int, int | None] = dict.fromkeys(graph)

    def augment(self, root: int) -> None:
        self.parent: dict[int, int | None] = dict.fromkeys(self.graph)
        self.base = {v: v for v in self.graph}
        self.outer = {root}
        queue = deque([root])
        while queue:
            v = queue.popleft()
            for w in self.graph[v]:
                if self.base[v] == self.base[w] or self.mate[v] == w:
                    continue
                end = self._explore(v, w, root, queue)
                if end is not None:
                    self._flip(end)
                    return

    def _explore(self, v: int, w: int, root: int, queue: deque[int]) -> int | None:
        """Use the edge v-w; the end of an augmenting path if it completes one."""
        partner = self.mate[w]
        if w == root or (partner is not None and self.parent[partner] is not None):
            self._shrink(v, w, queue)
        elif self.parent[w] is None:
            self.parent[w] = v
            if partner is None:
                return w
            self.outer.add(partner)
            queue.append(partner)
        return None

    def _shrink(self, v: int, w: int, queue: deque[int]) -> None:
        stem = self._common_base(v, w)
        blossom: set[int] = set()
        self._mark(v, stem, w, blossom)
        self._mark(w, stem, v, blossom)
        for u in self.graph:
            if self.base[u] in blossom:
                self.base[u] = stem
                if u not in self.outer:
                    self.outer.add(u)
                    queue.append(u)

    def _common_base(self, v: int, w: int) -> int:
        seen = set()
        at: int | None = v
        while at is not None:
            at = self.base[at]
            seen.add(at)
            partner = self.mate[at]
            at = None if partner is None else self.parent[partner]
        at = self.base[w]
        while at not in seen:
            at = self.base[self.parent[self.mate[at]]]
        return at

    def _mark(self, v: int, stem: int, child: int, blossom: set[int]) -> None:
        while self.base[v] != stem:
            partner = self.mate[v]
            assert partner is not None
            blossom.update((self.base[v], self.base[partner]))
            self.parent[v] = child
            child = partner
            onward = self.parent[partner]
            assert onward is not None
            v = onward

    def _flip(self, end: int) -> None:
        at: int | None = end
        while at is not None:
            before = self.parent[at]
            assert before is not None
            onward = self.mate[before]
            self.mate[at], self.mate[before] = before, at
            at = onward


def cheapest_perfect_matching(
    graph: Graph, cost: Callable[[int, int], Mapping[Any, int]], order: list[Any]
) -> set[frozenset[int]] | None:
    """The perfect matching whose cost vector is lexicographically least.

    `cost(a, b)` counts at most one per entry (or minus one); vectors are added up over the pairs and
    compared entry by entry in the given `order`. They are packed into one big whole number per edge, exactly.
    """
    base = len(graph) + 2
    place = {entry: base ** (len(order) - i) for i, entry in enumerate(order)}
    weighted = nx.Graph()
    weighted.add_nodes_from(graph)
    for a in graph:
        for b in graph[a]:
            if a < b:
                weighted.add_edge(a, b, weight=-sum(n * place[e] for e, n in cost(a, b).items()))
    found = nx.max_weight_matching(weighted, maxcardinality=True)
    return {frozenset(pair) for pair in found} if 2 * len(found) == len(graph) else None


def most_covered(graph: Graph, wanted: Set[int]) -> int:
    """How many of `wanted` can have a partner at the same moment, whatever becomes of the others."""
    weighted = nx.Graph()
    for a in graph:
        for b in graph[a]:
            if a < b and (a in wanted or b in wanted):
                weighted.add_edge(a, b, weight=(a in wanted) + (b in wanted))
    return sum((a in wanted) + (b in wanted) for a, b in nx.max_weight_matching(weighted))
