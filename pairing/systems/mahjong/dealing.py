"""Tables of four that are dealt out again two by two for as long as that makes them cheaper.

Two tables can be dealt out in 35 ways, and nearly always the one they have is the cheapest. So what is asked of two
tables first is only whether any other way is cheaper, in this order: are they as they were when it was asked last; is
even the cheapest pair across too dear; what would every exchange of one player, or of two, save.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from operator import add, itemgetter, sub

from pairing.model.work import Work

Cost = Sequence[Sequence[int]]
Table = tuple[int, int, int, int]
# What the pairs across two tables cost: a row for each of the one, a column for each of the other.
Rows = Sequence[Sequence[int]]

# The places of a table in two pairs.
HALVES = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
# What two tables are in steps: to look at the pairs across, to try all exchanges, to deal them out.
LOOK, EXCHANGE, DEAL = 3, 17, 80


def price_of(cost: Cost, a: int, b: int, c: int, d: int) -> int:
    """What a table costs."""
    of_a, of_b = cost[a], cost[b]
    return of_a[b] + of_a[c] + of_a[d] + of_b[c] + of_b[d] + cost[c][d]


class Dealt:
    """A table and its prices.

    `shares`: what each of the four costs with the other three. `halves`: what its pairs cost where it is cut into
    HALVES.
    """

    __slots__ = ("costs_of", "dearest", "halves", "least_halves", "price", "seats", "shares")

    def __init__(self, cost: Cost, seats: Table) -> None:
        self.seats = seats
        # From a row of the costs, those of the four.
        self.costs_of: Callable[[Sequence[int]], tuple[int, ...]] = itemgetter(*seats)
        rows = [self.costs_of(cost[player]) for player in seats]
        self.shares = [sum(row) - row[at] for at, row in enumerate(rows)]
        self.price: int = sum(self.shares) // 2
        self.halves = [rows[a][b] + rows[c][d] for (a, b), (c, d) in HALVES]
        self.dearest: int = max(self.shares)
        self.least_halves: int = min(self.halves)


class Dealing:
    """All tables. `settled[one]` is the bit set of the tables with which table `one` cannot be improved as both are."""

    def __init__(self, cost: Cost, tables: Iterable[Table], work: Work) -> None:
        self.cost, self.work = cost, work
        self.tables = [Dealt(cost, seats) for seats in tables]
        self.settled = [0] * len(self.tables)

    @property
    def price(self) -> int:
        return sum(table.price for table in self.tables)

    def seats(self) -> list[Table]:
        """The tables as they are now."""
        return [table.seats for table in self.tables]

    def copy(self) -> Dealing:
        same = Dealing(self.cost, (), self.work)
        same.tables, same.settled = list(self.tables), list(self.settled)
        return same

    def put(self, at: int, seats: Table) -> None:
        """Other players at a table."""
        self.tables[at] = Dealt(self.cost, seats)
        others = ~(1 << at)
        self.settled = [settled & others for settled in self.settled]
        self.settled[at] = 0

    def improve(self, start: Iterable[int]) -> None:
        """Deal out tables two by two, beginning with the tables `start`, until no two can be improved."""
        waiting = deque(start)
        listed = set(waiting)
        while waiting:
            one = waiting.popleft()
            listed.discard(one)
            for other in self._improved_with(one):
                waiting.extend(at for at in (one, other) if at not in listed)
                listed.update((one, other))

    def _improved_with(self, table: int) -> Iterator[int]:
        """Deal out a table with every other one in turn; those with which that was of use."""
        for other in range(len(self.tables)):
            if other == table or self.settled[table] >> other & 1:
                continue
            better = self._dealt_again(self.tables[table], self.tables[other])
            if better is not None:
                self.put(table, better[0])
                self.put(other, better[1])
                yield other
            self.settled[table] |= 1 << other
            self.settled[other] |= 1 << table

    def _dealt_again(self, first: Dealt, second: Dealt) -> tuple[Table, Table] | None:
        """The eight players at two cheaper tables, the cheapest; None if there are none."""
        self.work.take(LOOK)
        rows = [second.costs_of(self.cost[player]) for player in first.seats]
        if _too_dear(first, second, min(map(min, rows))):
            return None
        self.work.take(EXCHANGE)
        if not (_one_for_one(first, second, rows) or _two_for_two(first, second, rows)):
            return None
        self.work.take(DEAL)
        return _cheapest(self.cost, first.seats + second.seats)


def _too_dear(first: Dealt, second: Dealt, pair: int) -> bool:
    """Whether no exchange can be of use where every pair across costs at least so much.

    With one player exchanged for one, six pairs come from across and the shares of the two go; with two for two, eight
    do, and of each table one cut into halves stays.
    """
    staying = first.least_halves + second.least_halves
    return 6 * pair >= first.dearest + second.dearest and 8 * pair + staying >= first.price + second.price


def _one_for_one(first: Dealt, second: Dealt, rows: Rows) -> bool:
    """Whether two players who change places make the tables cheaper."""
    columns = list(zip(*rows, strict=True))
    # By how much a player costs more at the other table, instead of whoever suits them least.
    leaving = [sum(row) - max(row) - share for row, share in zip(rows, first.shares, strict=True)]
    coming = [sum(column) - max(column) - share for column, share in zip(columns, second.shares, strict=True)]
    if min(leaving) + min(coming) >= 0:
        return False
    return any(
        sum(rows[i]) + sum(columns[j]) - 2 * rows[i][j] < first.shares[i] + second.shares[j]
        for i, j in product(range(4), repeat=2)
        if leaving[i] + coming[j] < 0
    )


def _two_for_two(first: Dealt, second: Dealt, rows: Rows) -> bool:
    """Whether half a table that changes places with half of the other one makes the tables cheaper."""
    price = first.price + second.price
    nearest = sum(a + b for a, b, _c, _d in map(sorted, rows))  # everybody sits with two of the other table
    if nearest + first.least_halves + second.least_halves >= price:
        return False
    for ((a, b), (c, d)), half in zip(HALVES, first.halves, strict=True):
        rest = list(map(add, rows[c], rows[d]))
        # If a and b sit with somebody of the other table instead of c and d.
        w, x, y, z = map(sub, map(add, rows[a], rows[b]), rest)
        least = price - half - sum(rest)
        exchanged = (min(w + x, y + z), min(w + y, x + z), min(w + z, x + y))
        if any(more + kept < least for more, kept in zip(exchanged, second.halves, strict=True)):
            return True
    return False


def _cheapest(cost: Cost, players: Sequence[int]) -> tuple[Table, Table]:
    """Eight players at two tables: of the cheapest ways the first."""
    first, *rest = sorted(players)
    ways = []
    for a, b, c in combinations(rest, 3):
        w, x, y, z = (player for player in rest if player not in (a, b, c))
        ways.append(((first, a, b, c), (w, x, y, z)))
    return min(ways, key=lambda way: price_of(cost, *way[0]) + price_of(cost, *way[1]))
