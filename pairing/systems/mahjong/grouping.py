"""Tables of four out of a line of players, at the least cost.

The cost of a table is the sum over its six pairs, so a cost is a square of whole numbers. Finding the cheapest
tables is hard in general (partition into weighted cliques of four), so:

- up to `EXACT` players the answer is *exact*: depth first, always seating the first player left over, cut off where
  the tables so far and the least the rest can cost are no better than the best tables known;
- beyond that it is the best of a *local search*: any two tables are dealt out again in the cheapest of the 35 ways
  until no two tables can be improved; then, again and again, a few neighbouring tables are shuffled and improved
  anew. The number of steps is fixed and the lots come from the seeded `Random` passed in, so the answer is the same
  on any machine. It is proven to be the cheapest only where it reaches the bound passed in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

Cost = Sequence[Sequence[int]]
Table = tuple[int, int, int, int]

EXACT = 12
SHAKES, LEAST_SHAKES = 4000, 80  # the former divided by the number of players
SHAKEN = (2, 3, 3, 4)  # how many tables at once, by lot
NEAR = 6


def cheapest_tables(cost: Cost, random: Random, bound: int = 0) -> list[Table]:
    """The players 0 to len(cost) - 1, a multiple of four, at tables; players and tables in ascending order.

    `bound`: a cost no tables can go below.
    """
    tables = in_line(len(cost))
    _improve(cost, tables, range(len(tables)))
    if total(cost, tables) == bound:
        return sorted(tables)
    return _exact(cost, tables) if len(cost) <= EXACT else _searched(cost, tables, random, bound)


def total(cost: Cost, tables: Iterable[Sequence[int]]) -> int:
    """What these tables cost."""
    return sum(cost[a][b] for table in tables for a, b in combinations(table, 2))


def in_line(size: int) -> list[Table]:
    """The first four at the first table, and so on."""
    return [(first, first + 1, first + 2, first + 3) for first in range(0, size, 4)]


def _exact(cost: Cost, known: list[Table]) -> list[Table]:
    """The cheapest tables: `known` or, if they are beaten, the first cheapest ones of the depth-first search."""
    best, best_cost = known, total(cost, known)

    def seat(left: list[int], tables: list[Table], spent: int) -> None:
        nonlocal best, best_cost
        if not left:
            best, best_cost = tables, spent
            return
        first, rest = left[0], left[1:]
        for a, b, c in combinations(rest, 3):
            price = spent + _price(cost, first, a, b, c)
            others = [player for player in rest if player not in (a, b, c)]
            if price + _least(cost, others) < best_cost:
                seat(others, [*tables, (first, a, b, c)], price)

    seat(list(range(len(cost))), [], 0)
    return best


def _price(cost: Cost, a: int, b: int, c: int, d: int) -> int:
    of_a, of_b = cost[a], cost[b]
    return of_a[b] + of_a[c] + of_a[d] + of_b[c] + of_b[d] + cost[c][d]


def _least(cost: Cost, players: Sequence[int]) -> int:
    """What tables of these players cost at least: everybody has the three cheapest partners."""
    ends = 0
    for player in players:
        row = cost[player]
        ends += sum(sorted([row[other] for other in players if other != player])[:3])
    return -(-ends // 2)


def _searched(cost: Cost, tables: list[Table], random: Random, bound: int) -> list[Table]:
    """The best of shaking and improving `tables`, which are changed."""
    best, best_cost = list(tables), total(cost, tables)
    for _ in range(max(SHAKES // len(cost), LEAST_SHAKES)):
        if best_cost == bound:
            break
        _improve(cost, tables, _shake(tables, random))
        found = total(cost, tables)
        if found <= best_cost:
            best, best_cost = list(tables), found
        else:
            tables = list(best)
    return sorted(best)


def _shake(tables: list[Table], random: Random) -> list[int]:
    """Deal out some neighbouring tables by lot; returns which."""
    middle = sum(tables[random.randrange(len(tables))])
    near = sorted(range(len(tables)), key=lambda at: abs(sum(tables[at]) - middle))[:NEAR]
    chosen = random.sample(near, min(random.choice(SHAKEN), len(near)))
    players = [player for at in chosen for player in tables[at]]
    random.shuffle(players)
    for at in chosen:
        tables[at] = _sorted(players[:4])
        del players[:4]
    return chosen


def _improve(cost: Cost, tables: list[Table], start: Iterable[int]) -> None:
    """Deal out tables two by two, beginning with the tables `start`, until no two can be improved."""
    waiting = deque(start)
    listed = set(waiting)
    while waiting:
        one = waiting.popleft()
        listed.discard(one)
        for other in range(len(tables)):
            if other == one:
                continue
            better = _dealt_again(cost, tables[one], tables[other])
            if better is not None:
                tables[one], tables[other] = better
                waiting.extend(at for at in (one, other) if at not in listed)
                listed.update((one, other))


def _dealt_again(cost: Cost, one: Table, other: Table) -> tuple[Table, Table] | None:
    """The eight players at two cheaper tables, the cheapest; None if there are none."""
    best = total(cost, (one, other))
    # Anything new mixes the tables, and of two mixed tables at least six pairs come from both.
    if 6 * min(cost[a][b] for a in one for b in other) >= best:
        return None
    first, *rest = sorted(one + other)
    found = None
    for a, b, c in combinations(rest, 3):
        price = _price(cost, first, a, b, c)
        if price >= best:
            continue
        w, x, y, z = [player for player in rest if player not in (a, b, c)]
        price += _price(cost, w, x, y, z)
        if price < best:
            best, found = price, ((first, a, b, c), (w, x, y, z))
    return found


def _sorted(seats: Sequence[int]) -> Table:
    a, b, c, d = sorted(seats)
    return a, b, c, d
