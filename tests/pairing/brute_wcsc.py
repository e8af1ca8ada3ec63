"""The championship rules word for word (rules/wcsc.md 1.4 to 1.6), by trying everything: for small fields.

Players are numbers; `groups` are score groups from the top, each in its order; `met` holds pairs as frozensets.
Nothing here is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

Pair = tuple[int, int]
Group = tuple[int, ...]


class TooLong(Exception):
    """The literal search took more steps than allowed."""


class Rules:
    """The preference orders of one set of options, and who may still meet."""

    def __init__(self, met: set[frozenset[int]], method: str, floater: str, opponent: str) -> None:
        self.met, self.method, self.floater, self.opponent = met, method, floater, opponent

    def legal(self, a: int, b: int) -> bool:
        return frozenset((a, b)) not in self.met

    def own(self, a: int, group: Group, unpaired: list[int]) -> list[int]:
        others = [b for b in unpaired if b != a and self.legal(a, b)]
        if self.method == "B":
            return others[::-1]
        target = group.index(a) + -(-len(group) // 2)
        return sorted(others, key=lambda b: (abs(group.index(b) - target), group.index(b)))

    def cross(self, a: int, group: Group, below: list[list[int]], delta: str) -> list[int]:
        index, m = group.index(a), len(group)
        bottom_first = delta == "D" or (delta == "E" and 2 * index <= m - 1)
        listed = [b for lower in below for b in (lower[::-1] if bottom_first else lower)]
        return [b for b in listed if self.legal(a, b)]

    def candidates_for_floating(self, group: Group) -> Group:
        return group if self.floater == "U" else group[::-1]


class Literal:
    """`search: paper` with plain depth-first search and real BACKTRACK; at most `budget` steps."""

    def __init__(self, rules: Rules, groups: list[Group], budget: int) -> None:
        self.rules, self.budget = rules, budget
        self.groups = [list(group) for group in groups]
        self.backtracked = False

    def dfs(self, subs: list[Group], below: list[list[int]], floats: int) -> list[Pair] | None:
        """The first complete solution of a block with exactly so many floats."""
        return next(self._solutions(subs, [list(s) for s in subs], below, floats), None)

    def _solutions(
        self, subs: list[Group], left: list[list[int]], below: list[list[int]], floats: int
    ) -> Iterator[list[Pair]]:
        self.budget -= 1
        if self.budget < 0:
            raise TooLong
        at = next((i for i, group in enumerate(left) if group), None)
        if at is None:
            if floats == 0:
                yield []
            return
        a, rules = left[at][0], self.rules
        inside = rules.own(a, subs[at], left[at]) + rules.cross(a, subs[at], left[at + 1 :], "E")
        outside = rules.cross(a, subs[at], below, rules.opponent) if floats else []
        for b in inside + outside:
            rest = [[p for p in group if p not in (a, b)] for group in left]
            lower = [[p for p in group if p != b] for group in below]
            for others in self._solutions(subs, rest, lower, floats - (b in outside)):
                yield [(a, b), *others]

    def fewest(self, start: int, end: int) -> list[Pair] | None:
        """R2: f = parity, parity + 2, ..."""
        subs = [tuple(group) for group in self.groups[start:end] if group]
        size = sum(map(len, subs))
        below = self.groups[end:]
        for floats in range(size % 2, min(size, sum(map(len, below))) + 1, 2):
            found = self.dfs(subs, below, floats)
            if found is not None:
                return found
        return None

    def designated(self, start: int) -> tuple[int, list[int], list[Pair]] | None:
        """R1: the floater, its opponents in order, and the pairs of the rest."""
        group = tuple(self.groups[start])
        for a in self.rules.candidates_for_floating(group):
            opponents = self.rules.cross(a, group, self.groups[start + 1 :], self.rules.opponent)
            rest = self.dfs([tuple(p for p in group if p != a)], [], 0) if opponents else None
            if rest is not None:
                return a, opponents, rest
        return None

    def run(self) -> list[Pair] | None:
        """All pairs, or None if there is no pairing."""
        frames: list[dict] = []
        start = end = 0
        merged = False
        while True:
            if not merged:
                while start < len(self.groups) and not self.groups[start]:
                    start += 1
                if start >= len(self.groups):
                    return [pair for frame in frames for pair in frame["pairs"]]
                end = start + 1
            frame = self._pair(start, end, merged)
            if frame is not None:
                frames.append(frame)
                self._advance(frame)
                start, merged = end, False
                continue
            self.backtracked = True
            if not frames:
                end, merged = end + 1, True
                if end > len(self.groups):
                    return None
            elif frames[-1]["opponents"]:
                frame = frames[-1]
                self._advance(frame)
                start, merged = frame["end"], False
            else:
                above = frames.pop()
                self.groups = [list(group) for group in above["before"]]
                start, merged = above["start"], True

    def _pair(self, start: int, end: int, merged: bool) -> dict | None:
        before = [list(group) for group in self.groups]
        frame = {"start": start, "end": end, "before": before, "opponents": [], "floater": None}
        if not merged and len(self.groups[start]) % 2 and self.rules.floater != "M":
            chosen = self.designated(start)
            if chosen is not None:
                floater, opponents, rest = chosen
                return frame | {"floater": floater, "opponents": opponents, "rest": rest}
        pairs = self.fewest(start, end)
        return None if pairs is None else frame | {"pairs": pairs}

    def _advance(self, frame: dict) -> None:
        """Leave the groups as they are after the block; a designated floater takes its next opponent."""
        if frame["floater"] is not None:
            frame["pairs"] = [(frame["floater"], frame["opponents"].pop(0)), *frame["rest"]]
        gone = {p for pair in frame["pairs"] for p in pair}
        self.groups = [[p for p in group if p not in gone] for group in frame["before"]]


class Exhaustive:
    """`search: exact`, every question answered by listing all pairings."""

    def __init__(self, rules: Rules, groups: list[Group]) -> None:
        self.rules = rules
        self.groups = [list(group) for group in groups]
        legal = rules.legal

        @cache
        def pairable(players: Group) -> bool:
            if not players:
                return True
            first, rest = players[0], players[1:]
            return any(legal(first, b) and pairable(tuple(p for p in rest if p != b)) for b in rest)

        @cache
        def exactly(group: Group, below: Group, floats: int, whole: bool) -> bool:
            if not group:
                return floats == 0 and (not whole or pairable(below))
            first, rest = group[0], group[1:]
            for b in rest:
                if legal(first, b) and exactly(tuple(p for p in rest if p != b), below, floats, whole):
                    return True
            return floats > 0 and any(
                legal(first, b) and exactly(rest, tuple(p for p in below if p != b), floats - 1, whole)
                for b in below
            )

        self.pairable, self.exactly = pairable, exactly

    def run(self) -> list[Pair] | None:
        if not self.pairable(tuple(p for group in self.groups for p in group)):
            return None
        pairs: list[Pair] = []
        for at in range(len(self.groups)):
            pairs += self._group(at)
            gone = {p for pair in pairs for p in pair}
            self.groups = [[p for p in group if p not in gone] for group in self.groups]
        return pairs

    def _group(self, at: int) -> list[Pair]:
        group, lower = tuple(self.groups[at]), self.groups[at + 1 :]
        found = self._designated(group, lower) if len(group) % 2 and self.rules.floater != "M" else []
        gone = {p for pair in found for p in pair}
        group = tuple(p for p in group if p not in gone)
        return found + self._rest(group, [[p for p in g if p not in gone] for g in lower])

    def _designated(self, group: Group, lower: list[list[int]]) -> list[Pair]:
        """L1."""
        for a in self.rules.candidates_for_floating(group):
            opponents = self.rules.cross(a, group, lower, self.rules.opponent)
            if opponents and self.pairable(tuple(p for p in group if p != a)):
                for b in opponents:
                    if self.pairable(tuple(p for g in lower for p in g if p != b)):
                        return [(a, b)]
                return []
        return []

    def _rest(self, group: Group, lower: list[list[int]]) -> list[Pair]:
        """L2 and L3."""
        below = tuple(p for g in lower for p in g)
        fewest = [
            next(k for k in range(len(group) + 1) if self.exactly(group, below, k, whole))
            for whole in (True, False)
        ]
        floats, delta = fewest[0], self.rules.opponent if fewest[0] == fewest[1] else "E"
        left, pairs = list(group), []
        while left:
            a = left[0]
            inside = self.rules.own(a, group, left)
            outside = self.rules.cross(a, group, lower, delta) if floats else []
            for b in inside + outside:
                rest = tuple(p for p in left if p not in (a, b))
                after = floats - (b not in left)
                if self.exactly(rest, tuple(p for p in below if p != b), after, True):
                    break
            pairs.append((a, b))
            left, floats, below = list(rest), after, tuple(p for p in below if p != b)
            lower = [[p for p in g if p != b] for g in lower]
        return pairs
