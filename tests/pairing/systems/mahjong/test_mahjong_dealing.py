"""Dealing out tables of four again, two by two, against listing all 35 ways."""

from itertools import combinations
from random import Random

import pytest

from pairing.model.work import Work
from pairing.systems.mahjong.dealing import DEAL, EXCHANGE, LOOK, Cost, Dealing, Table


def costs(size: int, rng: Random, kind: str) -> Cost:
    """Distances on a line, with few or many pairs at a price no distances make up for."""
    share = {"few apart": 0.1, "most apart": 0.8}[kind]
    cost = [[0] * size for _ in range(size)]
    for a, b in combinations(range(size), 2):
        cost[a][b] = cost[b][a] = (a - b) ** 2 + (10**30 if rng.random() < share else 0)
    return cost


def price(cost: Cost, tables: list[Table]) -> int:
    return sum(cost[a][b] for table in tables for a, b in combinations(table, 2))


def every_way(players: list[int]) -> list[list[Table]]:
    """In the order of the first table."""
    first, *rest = sorted(players)
    ways = []
    for a, b, c in combinations(rest, 3):
        w, x, y, z = (p for p in rest if p not in (a, b, c))
        ways.append([(first, a, b, c), (w, x, y, z)])
    return ways


@pytest.mark.parametrize("kind", ["few apart", "most apart"])
def test_two_tables_become_the_first_of_the_cheapest_ways(kind: str) -> None:
    better = 0
    for seed in range(60):
        rng = Random(seed)
        cost = costs(8, rng, kind)
        players = rng.sample(range(8), 8)
        start: list[Table] = [tuple(sorted(players[:4])), tuple(sorted(players[4:]))]  # type: ignore[list-item]
        dealing = Dealing(cost, start, Work())
        dealing.improve([0])
        best = min(every_way(players), key=lambda tables: price(cost, tables))
        improved = price(cost, best) < price(cost, start)
        assert dealing.seats() == (best if improved else start)
        better += improved
    assert 10 < better < 60


@pytest.mark.parametrize("kind", ["few apart", "most apart"])
def test_no_two_tables_are_left_that_could_be_cheaper(kind: str) -> None:
    cost = costs(32, Random(1), kind)
    dealing = Dealing(cost, [(at, at + 1, at + 2, at + 3) for at in range(0, 32, 4)], Work())
    dealing.improve(range(8))
    for one, other in combinations(dealing.seats(), 2):
        least = min(price(cost, tables) for tables in every_way([*one, *other]))
        assert price(cost, [one, other]) == least


def test_tables_that_have_not_changed_are_not_looked_at_again() -> None:
    work = Work()
    dealing = Dealing(
        costs(80, Random(2), "most apart"), [(at, at + 1, at + 2, at + 3) for at in range(0, 80, 4)], work
    )
    dealing.improve(range(20))
    before = work.steps
    dealing.copy().improve(range(20))
    assert before == work.steps
    dealing.put(7, dealing.seats()[7])
    dealing.improve(range(20))
    assert before < work.steps <= before + 19 * (LOOK + EXCHANGE + DEAL)  # each of the others once
