"""The exact matcher against proofs and enumeration.

A cheapest perfect matching is proved by its dual values (complementary slackness), which anybody can add up; that
there is none, by Tutte's condition; what `CheapestMatchings.fix` answers, by listing all matchings or, where they
are too many, by solving what is left from scratch.
"""

from collections.abc import Iterator
from random import Random

import pytest

from pairing.matching.by_numbers import solved
from pairing.matching.laminar import Node
from pairing.matching.optimal import CheapestMatchings
from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem, bits
from pairing.matching.weighted import Matcher
from tests.checker.exhaustive import all_pairings
from tests.sweep import seeds

Pairs = frozenset[tuple[int, int]]
SOLVERS = (lambda problem: Matcher(problem).solve(), solved)  # from nothing, and from what the numbers say


def random_problem(rng: Random, size: int, *, layers: int = 1, highest: int = 6) -> Problem:
    groups = rng.randint(1, 8)
    density = rng.choice((0.2, 0.3, 0.5, 0.8, 1.0))
    group = [rng.randrange(groups) for _ in range(size)]
    near = [[0] * size for _ in range(layers)]
    costs: list[Cost] = []
    for index in range(layers):
        cost: Cost = [[None] * groups for _ in range(groups)]
        for g in range(groups):
            for h in range(g + 1):
                free = g == h and index == 0 and rng.random() < 0.6
                price = 0 if free else 2 * rng.randrange(highest)
                cost[g][h] = cost[h][g] = price if rng.random() < 0.95 else None
        costs.append(cost)
    for u in range(size):
        for v in range(u):
            index = rng.randrange(layers)
            if rng.random() < density and costs[index][group[u]][group[v]] is not None:
                near[index][u] |= 1 << v
                near[index][v] |= 1 << u
    return Problem(group, groups, [Layer(n, c) for n, c in zip(near, costs, strict=True)])


def odd_sets(matcher: Matcher) -> list[tuple[int, int]]:
    """The odd sets of a solution with their dual values, checked to be nested."""
    found = []

    def visit(node: Node) -> None:
        if node.children:
            found.append((node.mask, node.z))
            assert sum(child.mask for child in node.children) == node.mask
            for child in node.children:
                visit(child)

    for node in {id(node): node for node in matcher.top}.values():
        visit(node)
    return found


def assert_cheapest(problem: Problem, matcher: Matcher) -> None:
    mate, sets = matcher.mate, odd_sets(matcher)
    own = [
        matcher.potential[v] - sum(z for mask, z in sets if mask >> v & 1) for v in range(len(problem.group))
    ]
    paid = 0
    for u, v in edges(problem):
        leaving = sum(z for mask, z in sets if (mask >> u & 1) != (mask >> v & 1))
        slack = problem.cost_of(u, v) - own[u] - own[v] - leaving
        assert slack >= 0
        if mate[u] == v:
            assert slack == 0
            paid += problem.cost_of(u, v)
    assert all(
        mate[mate[v]] == v != mate[v] and problem.cost_of(v, mate[v]) is not None for v in range(len(mate))
    )
    assert all(z > 0 and sum(not mask >> mate[v] & 1 for v in bits(mask)) == 1 for mask, z in sets)
    assert paid == sum(own) + sum(z for _, z in sets)


def assert_none(problem: Problem, none: NoPerfectMatching) -> None:
    assert len(none.outer) > none.inner.bit_count()
    for mask in none.outer:
        assert mask.bit_count() % 2 == 1
        assert not mask & none.inner
        for v in bits(mask):
            assert all(not layer.near[v] & ~mask & ~none.inner for layer in problem.layers)


def edges(problem: Problem) -> Iterator[tuple[int, int]]:
    size = len(problem.group)
    return ((u, v) for u in range(size) for v in range(u) if problem.cost_of(u, v) is not None)


@pytest.mark.parametrize("seed", seeds(3, 20))
def test_every_answer_of_the_matcher_comes_with_a_proof(seed: int) -> None:
    rng = Random(seed)
    none = 0
    for _ in range(60):
        problem = random_problem(rng, 2 * rng.randint(1, 12), layers=rng.choice((1, 1, 2, 3)))
        try:
            matcher = rng.choice(SOLVERS)(problem)
        except NoPerfectMatching as reason:
            none += 1
            assert_none(problem, reason)
        else:
            assert_cheapest(problem, matcher)
    assert 0 < none < 60


@pytest.mark.parametrize(("size", "highest"), [(60, 3), (90, 50), (120, 10**40)])
def test_larger_problems_and_long_numbers(size: int, highest: int) -> None:
    rng = Random(size)
    for solve in (*SOLVERS, *SOLVERS):
        problem = random_problem(rng, size, highest=highest)
        try:
            assert_cheapest(problem, solve(problem))
        except NoPerfectMatching as reason:
            assert_none(problem, reason)


def price(problem: Problem, pairs: Pairs) -> int:
    return sum(problem.cost_of(u, v) or 0 for u, v in pairs)


@pytest.mark.parametrize("seed", seeds(3, 20))
def test_a_pair_can_be_fixed_exactly_when_a_cheapest_matching_has_it(seed: int) -> None:
    rng = Random(1000 + seed)
    asked = {True: 0, False: 0}
    for _ in range(40):
        problem = random_problem(rng, 2 * rng.randint(2, 5), layers=rng.choice((1, 1, 2)), highest=3)
        everybody = list(range(len(problem.group)))
        legal = {v: {w for w in everybody if problem.cost_of(v, w) is not None} for v in everybody}
        every = [frozenset(pairs) for pairs in all_pairings(everybody, legal)]
        if not every:
            continue
        least = min(price(problem, pairs) for pairs in every)
        possible = [pairs for pairs in every if price(problem, pairs) == least]
        face = CheapestMatchings(rng.choice(SOLVERS)(problem))
        left = set(everybody)
        while left:
            p, q = rng.sample(sorted(left), 2)
            pair = (min(p, q), max(p, q))
            having = [pairs for pairs in possible if pair in pairs]
            assert face.fix(p, q) == bool(having)
            asked[bool(having)] += 1
            if having:
                possible, left = having, left - {p, q}
                assert frozenset((v, w) for v, w in enumerate(face.mate) if v < w) in possible
    assert min(asked.values()) > 50


def rest_of(problem: Problem, gone: int) -> Problem:
    """The problem without some vertices."""
    kept = [v for v in range(len(problem.group)) if not gone >> v & 1]
    place = {v: i for i, v in enumerate(kept)}
    layers = [
        Layer([sum(1 << place[w] for w in bits(layer.near[v] & ~gone)) for v in kept], layer.cost)
        for layer in problem.layers
    ]
    return Problem([problem.group[v] for v in kept], problem.groups, layers)


def least_cost(problem: Problem) -> int | None:
    try:
        mate = Matcher(problem).solve().mate
    except NoPerfectMatching:
        return None
    return price(problem, frozenset((v, w) for v, w in enumerate(mate) if v < w))


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_fixing_in_larger_problems_agrees_with_solving_the_rest_afresh(seed: int) -> None:
    rng = Random(2000 + seed)
    problem = random_problem(rng, rng.choice((24, 36, 48)), highest=4)
    least = least_cost(problem)
    while least is None:
        problem = random_problem(rng, rng.choice((24, 36, 48)), highest=4)
        least = least_cost(problem)
    face = CheapestMatchings(solved(problem))
    gone = 0
    for p in range(len(problem.group)):
        for q in range(p + 1, len(problem.group)):
            if gone >> p & 1 or gone >> q & 1 or problem.cost_of(p, q) is None:
                continue
            rest = least_cost(rest_of(problem, gone | 1 << p | 1 << q))
            possible = rest is not None and rest + problem.cost_of(p, q) == least
            assert face.fix(p, q) == possible
            if possible:
                gone |= 1 << p | 1 << q
                least = rest
    assert gone == (1 << len(problem.group)) - 1
