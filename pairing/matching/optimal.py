"""All cheapest perfect matchings at once: fix one pair after the other, never undo.

By complementary slackness a perfect matching is cheapest exactly when it uses tight edges only and leaves every odd
set with z > 0 through exactly one edge. So the question "is there a cheapest matching with the pairs fixed so far
and (p, q)?" is one about plain matchings in the graph of each odd set's children: `land` holds for every child the
vertices through which it can still be left such that its inside works out. One cheapest matching of the rest is kept
all the time and repaired by alternating paths; an answer "no" is a proof.
"""

from pairing.matching.laminar import Node, Search
from pairing.matching.problem import bits
from pairing.matching.rematching import DEAD, NONE, OddSet, Rematching
from pairing.matching.weighted import Matcher


class CheapestMatchings:
    """The cheapest perfect matchings of a solved problem, narrowed down by `fix`."""

    def __init__(self, matcher: Matcher) -> None:
        self.work = matcher.problem.work
        self.mate = list(matcher.mate)
        self.tight = [0] * len(self.mate)  # tight edges whose ends may still be matched to each other
        self.home: list[OddSet] = [OddSet(v) for v in range(len(self.mate))]
        tops = {id(node): node for node in matcher.top}
        everything = Node((1 << len(self.mate)) - 1, -1, list(tops.values()))
        self._build(everything, matcher, 0)
        # since the last pair was fixed: where a vertex can go in a set, as far as known; the ways out of sets
        self.known: dict[tuple[int, OddSet], int] = {}
        self.ways: dict[OddSet, int] = {}

    def _build(self, node: Node, matcher: Matcher, around: int) -> OddSet:
        if not node.children:
            return self.home[node.base]
        near = node.near or matcher.tight_inside(node, around + node.z)
        for v, mask in near.items():
            self.tight[v] |= mask
        found = OddSet()
        found.base = node.base
        found.owner = node.child_of()
        found.children = [self._build(child, matcher, around + node.z) for child in node.children]
        found.land = [child.mask for child in node.children]
        found.allowed = node.mask
        found.match = [NONE] * len(found.children)
        for index, child in enumerate(found.children):
            child.parent, child.index = found, index
            if child.base == node.base:
                found.hole = index
            else:
                found.match[index] = found.owner[self.mate[child.base]]
        return found

    # ---- the question -----------------------------------------------------------------------------------------

    def fix(self, p: int, q: int) -> bool:
        """Fix the pair (p, q) if a cheapest matching has it with all pairs fixed so far; else change nothing.

        Asking for several q in a row with the same p is quick: after the first "no" most others are known.
        """
        self.work.take(1)
        if not self.tight[p] >> q & 1:
            return False
        level, a, b = self._meet(p, q)
        if level is None or self.known.get((p, level), -1) >> q & 1 == 0:
            return False
        self.refresh(level)
        if not (level.land[a] >> p & 1 and level.land[b] >> q & 1):
            return False
        repair = Rematching(self)
        if not repair.inside(level, a, b):
            if not self._possible(p, q, level, a):
                return False
            repair.through(level, a, b)
        repair.carry_out()
        self._cut(level.children[a], p)
        self._cut(level.children[b], q)
        self.mate[p], self.mate[q] = q, p
        self.known.clear()
        self.ways.clear()
        return True

    def _possible(self, p: int, q: int, level: OddSet, a: int) -> bool:
        """Whether p, in the child a of the set, can be matched to q in another child; remembered for other q."""
        if (p, level) not in self.known:
            self.known[p, level] = self._options(level, a, -1)
            if not self.known[p, level] >> q & 1:
                return False
        self.known[p, level] = self._options(level, a, self._ways_out(level))
        return bool(self.known[p, level] >> q & 1)

    def _options(self, level: OddSet, a: int, ways: int) -> int:
        """The vertices of other children of a set to which its child a can be matched.

        They are those an even alternating path from a's present partner leads to when a is away. What surrounds the
        set takes part as one more child, "outside", next to the vertices `ways` (-1: all, then the answer may be
        too large), see `_ways_out`.
        """
        self.work.take(3 * len(level.children))
        outside = 1 << len(self.mate)
        count, match, land, hole = len(level.children), list(level.match), list(level.land), level.hole
        match.append(hole if hole >= 0 else DEAD)
        land.append(outside if hole >= 0 else 0)
        if hole >= 0:
            match[hole] = count
        else:
            ways = 0
        start, match[a], land[a] = match[a], DEAD, 0
        match[start] = NONE
        tight, owner, last = self.tight, level.owner, len(self.mate)
        search = Search(
            land,
            lambda v: ways if v == last else tight[v] | outside if ways >> v & 1 else tight[v],
            lambda v: count if v == last else owner[v],
            match,
        )
        search.run(start, level.allowed & ~level.land[a] | land[count])
        found = 0
        inner = [a]
        for index, (mask, outer) in enumerate(zip(search.land, search.outer, strict=True)):
            if outer:
                found |= mask
            elif search.link[index] is not None and index < count:
                inner.append(index)
        self._drop(level, inner, found)
        return found

    def _drop(self, level: OddSet, inner: list[int], outer: int) -> None:
        """Forget tight edges that no cheapest matching can have any more.

        The children `inner` are as many as the odd parts of the vertices `outer`, which have edges to nobody else: in
        every matching each of them is matched into one of those parts.
        """
        others = level.allowed & ~outer
        apart = others
        for index in inner:
            apart &= ~level.land[index]
        mine = others & ~apart
        for index in inner:
            land = level.land[index]
            for v in bits(land):
                self.tight[v] &= ~(others & ~land)
        if any(self.tight[v] & mine for v in bits(apart)):
            for v in bits(apart):
                self.tight[v] &= ~mine

    def _ways_out(self, level: OddSet) -> int:
        """The vertices through which a set can be left as far as its surroundings go."""
        around = level.parent
        if around is None:
            return 0
        found = self.ways.get(level)
        if found is None:
            further = self._ways_out(around)
            self.refresh(around, level.index)
            options = self._options(around, level.index, further)
            land, found = around.land[level.index], 0
            for v in bits(land):
                if self.tight[v] & options:
                    found |= 1 << v
            if options >> len(self.mate) & 1:
                found |= land & further
            self.ways[level] = found
        return found

    def _meet(self, p: int, q: int) -> tuple[OddSet | None, int, int]:
        """The innermost set around both, and the indexes of its children that hold them."""
        above: dict[int, int] = {}
        node = self.home[p]
        while node.parent is not None:
            above[id(node.parent)] = node.index
            node = node.parent
        node = self.home[q]
        while node.parent is not None:
            if id(node.parent) in above:
                return node.parent, above[id(node.parent)], node.index
            node = node.parent
        return None, -1, -1

    def _cut(self, child: OddSet, vertex: int) -> None:
        """The child is left through `vertex` for good: what remains of it is closed."""
        self.turn(child, vertex)
        child.parent = None
        while child.children:
            inner = child.hole
            child.hole = -1
            child.allowed &= ~child.land[inner]
            child.land[inner] = 0
            child.match[inner] = DEAD
            child = child.children[inner]
            child.parent = None

    def turn(self, node: OddSet, vertex: int) -> None:
        """Rematch inside a set so that it is left through `vertex` (which must be in its land)."""
        if node.base == vertex:
            return
        goal = node.owner[vertex]
        if goal != node.hole:
            search = self.search(node, node.match)
            search.run(node.hole, node.allowed, goal)
            steps = search.even_path(goal)
            for index, x, y in steps:
                other = node.owner[x]
                node.match[index], node.match[other] = other, index
                self.turn(node.children[index], y)
                self.turn(node.children[other], x)
                self.mate[x], self.mate[y] = y, x
            node.match[goal] = NONE
            node.hole = goal
        self.turn(node.children[goal], vertex)
        node.base = vertex

    def reach(self, level: OddSet, match: list[int], hole: int) -> int:
        """The vertices through which an odd set can be left, matched as in `match`."""
        search = self.search(level, match)
        search.run(hole, level.allowed)
        found = 0
        for land, outer in zip(search.land, search.outer, strict=True):
            if outer:
                found |= land
        return found

    def mark(self, level: OddSet) -> None:
        """Something inside `level` was fixed without a look at what that means for the ways out of it."""
        direct = True
        while level.parent is not None:
            if level.index in level.parent.stale and not direct:
                break
            level.parent.stale[level.index] = direct or level.parent.stale.get(level.index, False)
            level, direct = level.parent, False

    def refresh(self, level: OddSet, but: int = -1) -> bool:
        """Work out the land of every child that was marked (all `but` one); says whether any changed."""
        changed = False
        for index, direct in list(level.stale.items()):
            child = level.children[index]
            if not level.land[index] or index == but:
                continue
            if self.refresh(child) or direct:
                land = self.reach(child, child.match, child.hole)
                changed |= land != level.land[index]
                level.allowed = level.allowed & ~level.land[index] | land
                level.land[index] = land
        left = level.stale.get(but)
        level.stale.clear()
        if left is not None:
            level.stale[but] = left
        if changed:
            self.mark(level)
        return changed

    def search(self, level: OddSet, match: list[int]) -> Search:
        """A search among the children of a set."""
        self.work.take(len(level.children))
        return Search(level.land, self.tight.__getitem__, level.owner.__getitem__, match)
