"""Two children of an odd set leave: can the others still be matched, and how."""

from typing import Protocol

from pairing.matching.laminar import Search

DEAD = -2
NONE = -1


class OddSet:
    """A vertex, an odd set, or a root (a set that nothing may leave any more)."""

    __slots__ = ("allowed", "base", "children", "hole", "index", "land", "match", "owner", "parent", "stale")

    def __init__(self, vertex: int = -1) -> None:
        self.parent: OddSet | None = None
        self.index = 0  # in parent.children
        self.base = vertex  # the vertex matched to the outside
        self.children: list[OddSet] = []
        self.land: list[int] = []  # per child: vertices through which it can be left; 0 when it is gone
        self.match: list[int] = []  # per child: index of its partner, NONE for the hole, DEAD when gone
        self.owner: dict[int, int] = {}  # vertex -> index of child
        self.hole = -1  # the child that is matched to the outside; -1 in a root
        self.allowed = 0  # union of land
        self.stale: dict[
            int, bool
        ] = {}  # children whose land may be too large (False: only something inside is)


class Matchings(Protocol):
    """What a repair asks about and carries out: see `optimal.CheapestMatchings`."""

    mate: list[int]

    def turn(self, node: OddSet, vertex: int) -> None: ...
    def reach(self, level: OddSet, match: list[int], hole: int) -> int: ...
    def mark(self, level: OddSet) -> None: ...
    def refresh(self, level: OddSet, but: int = -1) -> bool: ...
    def search(self, level: OddSet, match: list[int]) -> Search: ...


class Rematching:
    """A change that is thought through before anything is touched."""

    def __init__(self, face: Matchings) -> None:
        self.face = face
        self.levels: list[tuple[OddSet, list[int], list[tuple[int, int]], int]] = []
        self.lands: list[tuple[OddSet, int, int]] = []  # (level, index, land before)

    def inside(self, level: OddSet, a: int, b: int) -> bool:
        """Try to let the children a and b of a set leave without touching the way out of the set.

        If the set cannot be left at all (a root), a failure is final.
        """
        if level.hole in (a, b):
            return False
        match, loose = self._without(level, a, b)
        edges: list[tuple[int, int]] = []
        if loose:
            hole = level.hole
            if hole >= 0:
                self._set_land(level, hole, 0)
            joined = self._join(level, match, loose, edges)
            if hole >= 0:
                self._restore(1)
            if joined is None:
                self._restore(2)
                return False
        self.levels.append((level, match, edges, -1))
        self.face.mark(level)
        return True

    def through(self, level: OddSet, a: int, b: int) -> None:
        """Let the children a and b of a set leave, which is known to be possible with another way out of it."""
        outer = level
        while outer.parent is not None:
            self.face.refresh(outer.parent, outer.index)
            outer = outer.parent
        match, loose = self._without(level, a, b)
        if level.hole not in (a, b):
            loose.append(level.hole)
        if not self._mend(level, match, loose):
            raise AssertionError("a possible pair does not fit")

    def _without(self, level: OddSet, a: int, b: int) -> tuple[list[int], list[int]]:
        """The matching of a set's children without two of them, and who is left alone by that."""
        match = list(level.match)
        loose = [m for m in (match[a], match[b]) if m >= 0 and m not in (a, b)]
        match[a] = match[b] = DEAD
        for index in loose:
            match[index] = NONE
        self._set_land(level, a, 0)
        self._set_land(level, b, 0)
        return match, loose

    def _restore(self, count: int) -> None:
        for _ in range(count):
            level, index, land = self.lands.pop()
            level.land[index] = land
            level.allowed |= land

    def _set_land(self, level: OddSet, index: int, land: int) -> None:
        before = level.land[index]
        self.lands.append((level, index, before))
        level.land[index] = land
        level.allowed = level.allowed & ~before | land

    def _mend(self, level: OddSet, match: list[int], loose: list[int]) -> bool:
        """Match the loose children of a set, up to one if the set is left by an edge; then look at the set above."""
        for index in loose:
            match[index] = NONE
        edges: list[tuple[int, int]] = []
        odd = level.hole >= 0
        rest = list(loose)
        while len(rest) > odd:
            pair = self._join(level, match, rest, edges)
            if pair is None:
                return False
            rest = [index for index in rest if index not in pair]
        hole = rest[0] if odd else -1
        self.levels.append((level, match, edges, hole))
        if not odd:
            return True
        return self._above(level, self.face.reach(level, match, hole))

    def _join(
        self, level: OddSet, match: list[int], rest: list[int], edges: list[tuple[int, int]]
    ) -> tuple[int, int] | None:
        """An augmenting path between two of the loose children, carried out in `match`."""
        for root in rest[:-1]:
            search = self.face.search(level, match)
            end = search.run(root, level.allowed)
            if end < 0:
                continue
            node = end
            while node >= 0:
                x, y = search.link[node]  # type: ignore[misc]
                outer = level.owner[x]
                after = match[outer]
                match[outer], match[node] = node, outer
                edges.append((x, y))
                node = after
            return root, end
        return None

    def _above(self, level: OddSet, reach: int) -> bool:
        """The set can now be left through `reach` only: does the set above it still work out?"""
        parent, index = level.parent, level.index
        assert parent is not None  # an odd set always has surroundings
        if reach == parent.land[index]:
            return True
        self._set_land(parent, index, reach)
        if reach >> level.base & 1:
            self.face.mark(parent)
            return True
        match = list(parent.match)
        loose = [index]
        if match[index] >= 0:
            loose.append(match[index])
        if parent.hole >= 0 and parent.hole != index:
            loose.append(parent.hole)
        return self._mend(parent, match, loose)

    def carry_out(self) -> None:
        """Make the changes of all levels, innermost first."""
        face = self.face
        for level, match, edges, hole in self.levels:
            level.match[:] = match
            before = level.base
            partner_outside = face.mate[before]
            final: dict[int, int] = {}
            for x, y in edges:
                final[level.owner[x]], final[level.owner[y]] = x, y
            for index, x in final.items():
                partner = match[index]
                if partner >= 0:
                    face.turn(level.children[index], x)
                    face.mate[x] = final[partner]
            if hole >= 0:
                level.hole, level.base = hole, -1
                if level.parent is not None and level.parent.land[level.index] >> before & 1:
                    face.turn(level, before)
                    face.mate[before] = partner_outside
