"""Both searches of the shogi championship system against the rules played word for word (rules/wcsc.md 1.4 to 1.6)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby, product
from random import Random

import pytest

from pairing.model.work import Work
from pairing.systems.wcsc.blocks import Groups
from pairing.systems.wcsc.completion import Completion
from pairing.systems.wcsc.graph import Graph
from pairing.systems.wcsc.merge import pair_merging
from pairing.systems.wcsc.options import WcscOptions
from pairing.systems.wcsc.plan import pair_looking_ahead
from tests.sweep import seeds, sweep_too

COMBINATIONS = list(product("AB", "UML", "CDE"))
SIZES = (6, 8, 10, 12)
EVENTS = 4
how_many = pytest.mark.parametrize("events", [EVENTS, *sweep_too(8 * EVENTS)])
BUDGET = 3_000

Pair = tuple[int, int]
Group = tuple[int, ...]
State = tuple[list[Group], set[frozenset[int]]]
every_combination = pytest.mark.parametrize("rules", COMBINATIONS, ids="".join)


def options_of(rules: tuple[str, str, str], search: str) -> WcscOptions:
    method, floater, opponent = rules
    return WcscOptions(method=method, floater=floater, opponent=opponent, search=search)


def lists_of(groups: list[Group]) -> list[range]:
    starts = [sum(map(len, groups[:i])) for i in range(len(groups))]
    return [range(start, start + len(group)) for start, group in zip(starts, groups, strict=True)]


def engine(state: State, rules: tuple[str, str, str], search: str) -> tuple[list[Pair], Groups]:
    """The pairs, as player numbers, and what the search remembers."""
    groups, met = state
    ids = [p for group in groups for p in group]
    barred = {p: {q for q in ids if frozenset((p, q)) in met} for p in ids}
    run = pair_merging if search == "paper" else pair_looking_ahead
    done = run(Graph(ids, barred, Work()), lists_of(groups), options_of(rules, search))
    return [(ids[pair.first], ids[pair.second]) for pair in done.pairs], done


def can_be_paired(state: State) -> bool:
    groups, met = state
    return Exhaustive(Rules(met, "B", "U", "E"), groups).pairable(tuple(p for g in groups for p in g))


def states(rules: tuple[str, str, str], seed: int) -> Iterator[State]:
    """An event paired by `search: exact` and played at random until no pairing of a further round exists."""
    rng = Random(f"{rules} {seed}")
    points = dict.fromkeys(range(1, SIZES[seed % len(SIZES)] + 1), 0)
    met = {frozenset(pair) for pair in combinations(points, 2) if rng.random() < rng.choice([0, 0.1])}
    draws = rng.choice([0.0, 0.3, 0.9])
    while True:
        order = sorted(points, key=lambda p: (-points[p], rng.random()))
        groups = [tuple(group) for _, group in groupby(order, points.__getitem__)]
        state = groups, set(met)
        if not can_be_paired(state):
            return
        yield state
        for a, b in engine(state, rules, "exact")[0]:
            met.add(frozenset((a, b)))
            share = 1 if rng.random() < draws else rng.choice([0, 2])
            points[a] += share
            points[b] += 2 - share


@how_many
@every_combination
def test_exact_is_the_exhaustive_search(rules: tuple[str, str, str], events: int) -> None:
    compared = 0
    for seed in range(events):
        for state in states(rules, seed):
            groups, met = state
            expected = Exhaustive(Rules(met, *rules), groups).run()
            assert expected is not None
            assert set(engine(state, rules, "exact")[0]) == set(expected), state
            compared += 1
    assert compared > 3 * events


@how_many
@every_combination
def test_paper_is_the_plain_procedure_wherever_that_ends(rules: tuple[str, str, str], events: int) -> None:
    ended = backtracked = 0
    for seed in range(events):
        for state in states(rules, seed):
            groups, met = state
            literal = Literal(Rules(met, *rules), groups, BUDGET)
            try:
                expected = literal.run()
            except TooLong:
                continue
            assert expected is not None
            pairs, done = engine(state, rules, "paper")
            assert set(pairs) == set(expected), state
            assert bool(done.backtracks) == literal.backtracked, state
            ended += 1
            backtracked += literal.backtracked
    assert ended > 3 * events
    assert backtracked > 5 or events == EVENTS


def large_states(seed: int) -> Iterator[tuple[State, tuple[str, str, str]]]:
    """Events too large for listing pairings, and some with a club whose members may not meet."""
    rng = Random(seed)
    rules = rng.choice(COMBINATIONS)
    size, rounds = rng.choice([(20, 12), (40, 10), (70, 6)])
    points = dict.fromkeys(range(1, size + 1), 0)
    club = rng.sample(list(points), rng.choice([0, size // 4, size // 2]))
    met = {frozenset(pair) for pair in combinations(club, 2)}
    for _ in range(rounds):
        order = sorted(points, key=lambda p: (-points[p], rng.random()))
        groups = [tuple(group) for _, group in groupby(order, points.__getitem__)]
        state = groups, set(met)
        ids = [p for group in groups for p in group]
        barred = {p: {q for q in ids if frozenset((p, q)) in met} for p in ids}
        if not Graph(ids, barred, Work()).pairable((1 << size) - 1):
            return
        yield state, rules
        for a, b in engine(state, rules, rng.choice(["paper", "exact"]))[0]:
            met.add(frozenset((a, b)))
            share = rng.choice([0, 1, 2])
            points[a] += share
            points[b] += 2 - share


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_what_large_groups_need_not_ask_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortcuts (Dirac, Chvátal, plenty of players below) switched off, everything is asked of the oracle."""
    found = [
        (state, rules, search, engine(state, rules, search)[0])
        for state, rules in large_states(seed)
        for search in ("paper", "exact")
    ]
    monkeypatch.setattr(Completion, "_easy", lambda *_: False)
    monkeypatch.setattr(Completion, "_plenty", lambda *_: False)
    monkeypatch.setattr(Graph, "clearly_pairable", lambda *_: False)
    assert len(found) >= 6
    for state, rules, search, pairs in found:
        assert engine(state, rules, search)[0] == pairs


def test_an_odd_number_of_players_cannot_be_paired_off_whoever_may_meet() -> None:
    graph = Graph(range(1, 8), {p: frozenset() for p in range(1, 8)}, Work())
    assert [graph.pairable((1 << count) - 1) for count in range(8)] == [True, False] * 4


# --- the championship rules word for word (rules/wcsc.md 1.4 to 1.6), by trying everything: for small fie


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
