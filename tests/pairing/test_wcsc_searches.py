"""Both searches of the shogi championship system against the rules played word for word (brute_wcsc)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby, product
from random import Random

import pytest

from pairing.systems.wcsc.blocks import Groups
from pairing.systems.wcsc.completion import Completion
from pairing.systems.wcsc.graph import Graph
from pairing.systems.wcsc.lex import pair_looking_ahead
from pairing.systems.wcsc.merge import pair_merging
from pairing.systems.wcsc.options import WcscOptions
from tests.pairing.brute_wcsc import Exhaustive, Group, Literal, Pair, Rules, TooLong

COMBINATIONS = list(product("AB", "UML", "CDE"))
SIZES = (6, 8, 10, 12)
EVENTS = 4
BUDGET = 3_000

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
    done = run(Graph(ids, barred), lists_of(groups), options_of(rules, search))
    return [(ids[pair.first], ids[pair.second]) for pair in done.pairs], done


def can_be_paired(state: State) -> bool:
    groups, met = state
    return Exhaustive(Rules(met, "B", "U", "E"), groups).pairable(tuple(p for g in groups for p in g))


def states(rules: tuple[str, str, str], seed: int) -> Iterator[State]:
    """An event paired by `search: exact` and played at random until no pairing of a further round exists."""
    rng = Random(f"{rules} {seed}")
    size = SIZES[seed % len(SIZES)]
    points = dict.fromkeys(range(1, size + 1), 0)
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


@every_combination
def test_exact_is_the_exhaustive_search(rules: tuple[str, str, str]) -> None:
    compared = 0
    for seed in range(8 * EVENTS):
        for state in states(rules, seed):
            groups, met = state
            expected = Exhaustive(Rules(met, *rules), groups).run()
            assert expected is not None
            assert set(engine(state, rules, "exact")[0]) == set(expected), state
            compared += 1
    assert compared > 100


@every_combination
def test_paper_is_the_plain_procedure_wherever_that_ends(rules: tuple[str, str, str]) -> None:
    ended = backtracked = 0
    for seed in range(8 * EVENTS):
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
    assert ended > 100
    assert backtracked > 5


@every_combination
def test_the_searches_agree_where_nothing_had_to_be_taken_back(rules: tuple[str, str, str]) -> None:
    same = 0
    for seed in range(EVENTS):
        for state in states(rules, seed):
            pairs, done = engine(state, rules, "paper")
            if not done.backtracks:
                assert set(pairs) == set(engine(state, rules, "exact")[0])
                same += 1
    assert same > 10


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
        if not Graph(ids, barred).pairable((1 << size) - 1):
            return
        yield state, rules
        for a, b in engine(state, rules, rng.choice(["paper", "exact"]))[0]:
            met.add(frozenset((a, b)))
            share = rng.choice([0, 1, 2])
            points[a] += share
            points[b] += 2 - share


@pytest.mark.parametrize("seed", range(12))
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
