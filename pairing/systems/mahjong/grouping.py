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

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from pairing.model.work import UNLIMITED, Work
from pairing.systems.mahjong.dealing import Cost, Dealing, Table, price_of

EXACT = 12
SHAKES, LEAST_SHAKES = 4000, 80  # the former divided by the number of players
SHAKEN = (2, 3, 3, 4)  # how many tables at once, by lot
NEAR = 6


def cheapest_tables(cost: Cost, random: Random, bound: int = 0, work: Work = UNLIMITED) -> list[Table]:
    """The players 0 to len(cost) - 1, a multiple of four, at tables; players and tables in ascending order.

    `bound`: a cost no tables can go below.
    """
    dealing = Dealing(cost, in_line(len(cost)), work)
    dealing.improve(range(len(dealing.tables)))
    if dealing.price == bound:
        return sorted(dealing.seats())
    return _exact(cost, dealing.seats()) if len(cost) <= EXACT else _searched(dealing, random, bound)


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
            price = spent + price_of(cost, first, a, b, c)
            others = [player for player in rest if player not in (a, b, c)]
            if price + _least(cost, others) < best_cost:
                seat(others, [*tables, (first, a, b, c)], price)

    seat(list(range(len(cost))), [], 0)
    return best


def _least(cost: Cost, players: Sequence[int]) -> int:
    """What tables of these players cost at least: everybody has the three cheapest partners."""
    ends = 0
    for player in players:
        row = cost[player]
        ends += sum(sorted([row[other] for other in players if other != player])[:3])
    return -(-ends // 2)


def _searched(dealing: Dealing, random: Random, bound: int) -> list[Table]:
    """The best of shaking and improving the tables."""
    best, best_price = dealing.copy(), dealing.price
    for _ in range(max(SHAKES // len(dealing.cost), LEAST_SHAKES)):
        if best_price == bound:
            break
        dealing.improve(_shake(dealing, random))
        price = dealing.price
        if price <= best_price:
            best, best_price = dealing.copy(), price
        else:
            dealing = best.copy()
    return sorted(best.seats())


def _shake(dealing: Dealing, random: Random) -> list[int]:
    """Deal out some neighbouring tables by lot; returns which."""
    places = [sum(seats) for seats in dealing.seats()]
    middle = places[random.randrange(len(places))]
    near = sorted(range(len(places)), key=lambda at: abs(places[at] - middle))[:NEAR]
    chosen = random.sample(near, min(random.choice(SHAKEN), len(near)))
    players = [player for at in chosen for player in dealing.tables[at].seats]
    random.shuffle(players)
    for at in chosen:
        dealing.put(at, _sorted(players[:4]))
        del players[:4]
    return chosen


def _sorted(seats: Sequence[int]) -> Table:
    a, b, c, d = sorted(seats)
    return a, b, c, d
