"""One search of the weighted matching: an alternating tree from one unmatched vertex, and its dual changes.

`step` is the sum of all dual changes so far. The potential of an outer vertex rises with it, that of an inner one
falls; what is written in `potential` and `z` is brought up to date when a node leaves its role ("settle").
"""

from collections.abc import Callable
from typing import Protocol

from pairing.matching.laminar import Node, Search
from pairing.matching.problem import NoPerfectMatching, Problem, bits

FREE, OUTER, INNER = 0, 1, 2


class Matching(Protocol):
    """What a tree grows in, and changes: see `weighted.Matcher`."""

    problem: Problem
    group: list[int]
    costs: list[list[list[tuple[int, int]]]]
    mate: list[int]
    potential: list[int]
    top: list[Node]
    levels: list[dict[int, int]]

    def rebuild(self) -> None: ...
    def move(self, v: int, potential: int) -> None: ...
    def turn(self, node: Node, vertex: int, around: int = 0) -> None: ...
    def inside(self, node: Node, around: int) -> tuple[Search, dict[int, int]]: ...


class _Class:
    """The outer vertices of one group with one potential: who they are and whom any of them is adjacent to."""

    __slots__ = ("group", "key", "mask", "near")

    def __init__(self, group: int, key: int, layers: int) -> None:
        self.group = group
        self.key = key
        self.mask = 0
        self.near = [0] * layers


class Tree:
    """Grows from `root` until an augmenting path is found, and matches along it."""

    def __init__(self, matcher: Matching, root: int) -> None:
        self.matcher = matcher
        self.problem, self.group, self.costs = matcher.problem, matcher.group, matcher.costs
        self.mate, self.potential = matcher.mate, matcher.potential
        self.top, self.levels = matcher.top, matcher.levels
        self.work = matcher.problem.work
        self.step = 0
        self.free = (1 << len(self.mate)) - 1
        self.outer = 0
        self.classes: dict[tuple[int, int], _Class] = {}
        self.class_of: dict[int, _Class] = {}
        self.tight: dict[tuple[int, int], tuple[list[list[int]], list[list[_Class]]]] = {}
        self.outer_nodes: dict[int, Node] = {}
        self.inner_nodes: dict[int, Node] = {}  # the blossoms among them: those that may have to be opened
        self.fresh: list[int] = []  # outer vertices whose tight edges have to be looked at
        self._add_outer(self.top[root])

    def augment(self) -> None:
        """Match the root. Errors: NoPerfectMatching."""
        while not self._scan():
            self._next_step()

    # ---- growing ----------------------------------------------------------------------------------------------

    def _add_outer(self, node: Node) -> None:
        """Label a free node as outer."""
        node.label, node.ref = OUTER, self.step
        self.free &= ~node.mask
        self.outer_nodes[id(node)] = node
        self._enter(node.mask)

    def _enter(self, mask: int) -> None:
        """Vertices that become outer, at their present potential."""
        self.outer |= mask
        layers = self.problem.layers
        self.work.take(mask.bit_count() * (1 + len(layers)))
        for v in bits(mask):
            key = (self.group[v], self.potential[v] - self.step)
            found = self.classes.get(key)
            if found is None:
                found = self.classes[key] = _Class(*key, len(layers))
                self.tight.clear()
            found.mask |= 1 << v
            for index, layer in enumerate(layers):
                found.near[index] |= layer.near[v]
            self.class_of[v] = found
            self.fresh.append(v)

    def _tight_targets(self, cls: _Class) -> tuple[list[list[int]], list[list[_Class]]]:
        """Per layer: the sets of free vertices, and the outer classes, at slack 0 from this class now."""
        key = (cls.group, cls.key)
        found = self.tight.get(key)
        if found is None:
            free: list[list[int]] = []
            outer: list[list[_Class]] = []
            potential = cls.key + self.step
            for costs in self.costs:
                row = costs[cls.group]
                free.append([m for h, c in row if (m := self.levels[h].get(c - potential))])
                outer.append([o for h, c in row if (o := self.classes.get((h, c - potential - self.step)))])
            found = self.tight[key] = (free, outer)
        return found

    def _scan(self) -> bool:
        """Follow all tight edges out of new outer vertices. True when an augmentation was made."""
        fresh = self.fresh
        while fresh:
            self.work.take(2 * len(self.problem.layers))
            v = fresh.pop()
            free, outer = self._tight_targets(self.class_of[v])
            for index, layer in enumerate(self.problem.layers):
                reach = 0
                for mask in free[index]:
                    reach |= mask
                reach &= self.free
                for cls in outer[index]:
                    reach |= cls.mask
                reach &= layer.near[v]
                if self._follow(v, reach):
                    return True
        return False

    def _follow(self, v: int, reach: int) -> bool:
        """Use the tight edges from the outer vertex v to the free or outer vertices in `reach`."""
        while True:
            reach &= (self.free | self.outer) & ~self.top[v].mask
            if not reach:
                return False
            self.work.take(1)
            w = (reach & -reach).bit_length() - 1
            node = self.top[w]
            if node.label == OUTER:
                self._shrink(v, w)
            elif self.mate[node.base] < 0:
                self._augment(v, w)
                return True
            else:
                node.label, node.ref, node.edge = INNER, self.step, (v, w)
                self.free &= ~node.mask
                if node.children:
                    self.inner_nodes[id(node)] = node
                self._add_outer(self.top[self.mate[node.base]])

    # ---- dual steps -------------------------------------------------------------------------------------------

    def _next_step(self) -> None:
        """Change the duals until a new edge is tight or an inner blossom must be opened."""
        self.best: tuple[int, _Class, int, int] | None = None
        self.work.take(len(self.classes))
        for cls in self.classes.values():
            self._nearest_free(cls)
        if len(self.outer_nodes) > 1:
            self._nearest_outer()
        opening = None
        for node in self.inner_nodes.values():
            when = node.ref + node.z
            if self.best is None or when < self.best[0]:
                self.best = (when, next(iter(self.classes.values())), 0, 0)
                opening = node
        if self.best is None:
            raise NoPerfectMatching([node.mask for node in self.outer_nodes.values()], self._inner_mask())
        when, cls, layer, targets = self.best
        if when != self.step:
            self.step = when
            self.tight.clear()
        if opening is not None:
            self._open(opening)
        else:
            self._rescan(cls, layer, targets)

    def _rescan(self, cls: _Class, layer: int, targets: int) -> None:
        """Mark the outer vertices of a class that have a newly tight edge into `targets`."""
        near = self.problem.layers[layer].near
        for v in bits(cls.mask):
            if near[v] & targets & ~self.top[v].mask:
                self.fresh.append(v)

    def _nearest_free(self, cls: _Class) -> None:
        members, levels, key = self.problem.members, self.levels, cls.key
        for index, costs in enumerate(self.costs):
            rest = cls.near[index] & self.free
            if not rest:
                continue
            for h, cost in costs[cls.group]:
                here = rest & members[h]
                if not here:
                    continue
                self.work.take(1 + len(levels[h]) // 4)
                for potential, mask in levels[h].items():
                    if here & mask:
                        when = cost - key - potential
                        if self.best is None or when < self.best[0]:
                            self.best = (when, cls, index, here & mask)

    def _nearest_outer(self) -> None:
        classes = list(self.classes.values())
        for index, layer in enumerate(self.problem.layers):
            for i, a in enumerate(classes):
                near = a.near[index] & self.outer
                if not near:
                    continue
                row = layer.cost[a.group]
                self.work.take(1 + (len(classes) - i) // 4)
                for b in classes[i:]:
                    if not near & b.mask:
                        continue
                    when = (row[b.group] - a.key - b.key) >> 1  # type: ignore[operator]
                    if self.best is not None and when >= self.best[0]:
                        continue
                    self.work.take(a.mask.bit_count())
                    if any(layer.near[v] & b.mask & ~self.top[v].mask for v in bits(a.mask)):
                        self.best = (when, a, index, b.mask)

    def _inner_mask(self) -> int:
        return ((1 << len(self.mate)) - 1) & ~self.free & ~self.outer

    # ---- shrinking and opening --------------------------------------------------------------------------------

    def _parent(self, node: Node) -> Node | None:
        """The inner node above an outer one."""
        mate = self.mate[node.base]
        return None if mate < 0 else self.top[mate]

    def _shrink(self, v: int, w: int) -> None:
        """The edge (v, w) joins two outer nodes: everything on the cycle becomes one outer node."""
        first, second = self.top[v], self.top[w]
        stem, cycle = self._cycle(first, second)
        blossom = stem
        if not (stem.children and stem.z + self.step - stem.ref == 0):
            self._settle_outer(stem)
            blossom = Node(stem.mask, stem.base, [stem])
            blossom.label = OUTER
            blossom.ref = self.step
            del self.outer_nodes[id(stem)]
            stem.label = FREE
            self.outer_nodes[id(blossom)] = blossom
            cycle = [stem, *cycle]
        else:
            blossom.z, blossom.ref = 0, self.step
            blossom.owner = blossom.near = None
        for node in cycle:
            if node is not stem:
                self._absorb(blossom, node)
            for u in bits(node.mask):
                self.top[u] = blossom

    def _cycle(self, first: Node, second: Node) -> tuple[Node, list[Node]]:
        """The nearest common outer ancestor, and the nodes on the two paths below it."""
        paths: list[list[Node]] = [[], []]
        seen: dict[int, int] = {}
        above: list[Node | None] = [first, second]
        side = 0
        while True:
            node = above[side]
            if node is None:
                side = 1 - side
                continue
            if id(node) in seen:
                other = seen[id(node)]
                stem = node
                break
            seen[id(node)] = side
            paths[side].append(node)
            inner = self._parent(node)
            if inner is None:
                above[side] = None
            else:
                paths[side].append(inner)
                above[side] = self.top[inner.edge[0]]  # type: ignore[index]
            if above[1 - side] is not None:
                side = 1 - side
        cut = next(i for i, node in enumerate(paths[other]) if node is stem)
        return stem, [*paths[other][:cut], *paths[1 - other]]

    def _absorb(self, blossom: Node, node: Node) -> None:
        if node.label == INNER:
            self._settle_inner(node, self.matcher.move)
            self.inner_nodes.pop(id(node), None)
            self._enter(node.mask)
        else:
            self._settle_outer(node)
            del self.outer_nodes[id(node)]
        node.label = FREE
        parts = node.children if node.children and node.z == 0 else [node]
        blossom.children += parts  # type: ignore[operator]
        blossom.mask |= node.mask

    def _settle_outer(self, node: Node) -> None:
        if node.children:
            node.z += self.step - node.ref
        node.ref = self.step

    def _settle_inner(self, node: Node, put: Callable[[int, int], None]) -> None:
        """Write the dual change since its labelling into an inner node, potentials through `put`."""
        change = self.step - node.ref
        node.ref = self.step
        if node.children:
            node.z -= change
        if change:
            for v in bits(node.mask):
                put(v, self.potential[v] - change)

    def _open(self, node: Node) -> None:
        """An inner blossom whose dual has come down to 0: its children take its place in the tree."""
        self._settle_inner(node, self.matcher.move)
        del self.inner_nodes[id(node)]
        parent, entry = node.edge  # type: ignore[misc]
        children = node.children or []
        search, owner = self.matcher.inside(node, 0)
        start, goal = owner[node.base], owner[entry]
        search.run(start, node.mask, goal)
        for child in children:
            child.label = FREE
            child.edge = None
            for u in bits(child.mask):
                self.top[u] = child
        inner = {goal: (parent, entry)}
        for mate, x, y in search.even_path(goal):
            inner[owner[x]] = (y, x)
            self.free |= children[mate].mask
            self._add_outer(children[mate])
        self.free |= node.mask & ~self.outer
        for index, edge in inner.items():
            child = children[index]
            child.label, child.ref, child.edge = INNER, self.step, edge
            self.free &= ~child.mask
            if child.children:
                self.inner_nodes[id(child)] = child
        self.tight.clear()
        for cls in self.classes.values():
            self.fresh.extend(bits(cls.mask))

    # ---- augmenting and turning -------------------------------------------------------------------------------

    def _augment(self, v: int, w: int) -> None:
        """Match along the path root ... v, w; write all duals back."""
        self._settle_all()
        self.matcher.turn(self.top[w], w)
        partner, u = w, v
        while True:
            node = self.top[u]
            old = self.mate[node.base]
            self.matcher.turn(node, u)
            self.mate[u], self.mate[partner] = partner, u
            if old < 0:
                break
            inner = self.top[old]
            x, y = inner.edge  # type: ignore[misc]
            self.matcher.turn(inner, y)
            u, partner = x, y
        for node in self.touched:
            node.label, node.edge = FREE, None
            if node.children and node.z == 0:
                for child in node.children:
                    for u in bits(child.mask):
                        self.top[u] = child

    def _settle_all(self) -> None:
        """Write the dual changes of the whole tree into vertices and nodes."""
        self.touched: list[Node] = list(self.outer_nodes.values())
        for node in self.touched:
            self._settle_outer(node)
        many = 2 * self.free.bit_count() < len(self.mate)
        put = self.potential.__setitem__ if many else self.matcher.move
        for cls in self.classes.values():
            potential = cls.key + self.step
            for v in bits(cls.mask):
                if self.potential[v] != potential:
                    put(v, potential)
        rest = self._inner_mask()
        while rest:
            node = self.top[(rest & -rest).bit_length() - 1]
            rest &= ~node.mask
            self._settle_inner(node, put)
            self.touched.append(node)
        if many:
            self.matcher.rebuild()
