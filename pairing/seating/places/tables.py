"""Which table number: nobody should sit at one table for long on one day.

Round by round the tables get the numbers that keep the fewest players where they were (a cheapest matching of
tables and numbers; H. W. Kuhn, The Hungarian method for the assignment problem, 1955). From eight tables on a matching
without any such player exists: each table is barred from at most four numbers and each number to at most four
tables (P. Hall, 1935). In smaller fields the rounds are put in an order in which few have to stay, a shortest path, and
then order and numbers are annealed together.

Rounds already played on the day that goes on stand before those to be numbered and stay as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from random import Random

from pairing.matching.assignment import cheapest
from pairing.seating.quality import Rounds, Table, stays, stays_by_round

STEPS = 15_000
TRIES, SURE = 16, 4  # so many times at most, fewer once the best has come out so often
SWAPS = 1_000  # of the order of rounds
PROMISING = 4  # of several schedules only so many are annealed
HOT, COLD = 2.0, 0.2
THREE_RUNNING = 8  # what sitting three rounds at one table costs against sitting two

Tables = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Days:
    """Days start every `length` rounds; `before` are the rounds already played on the one that goes on."""

    length: int
    before: Tables = ()

    def stays(self, rounds: Rounds, players: int) -> tuple[int, int]:
        """`quality.stays` of the players 0 to `players` - 1."""
        return stays([*self.before, *rounds], self.length, range(players))


def best_with_numbers(
    schedules: Sequence[Rounds], players: int, days: Days, random: Random
) -> list[list[Table]]:
    """Of equally good schedules the one that comes out best, its rounds perhaps in another order, the tables of each in
    the order of their numbers; unchanged where the order they came in is as good.
    """
    in_turns = [in_turn(rounds, players, days) for rounds in schedules]
    best = min(
        ([list(tables) for tables in rounds] for rounds in (*schedules, *in_turns)),
        key=lambda rounds: days.stays(rounds, players),
    )
    stays = [days.stays(best, players)]
    promising = [
        _Order(rounds, players, days)
        for rounds in sorted(in_turns, key=lambda rounds: days.stays(rounds, players))[:PROMISING]
        if min(stays) > (0, 0)
    ]
    for turn in range(TRIES):
        if min(stays) == (0, 0) or stays[1:].count(min(stays)) >= SURE:
            break
        start = in_turn(promising[turn % len(promising)].shortest(random), players, days)
        numbered = _annealed(start, players, days, random)
        if days.stays(numbered, players) < min(stays):
            best = numbered
        stays.append(days.stays(numbered, players))
    return best


class _Order:
    """In which order rounds follow each other best. How many players have to stay from one round to the next does not
    depend on the numbers before: the cheapest matching of the two says it, so rounds are like towns and their
    distances.
    """

    def __init__(self, rounds: Rounds, players: int, days: Days) -> None:
        self._rounds, self._days = rounds, days
        self._stay = [[_fewest_stay(one, other) for other in rounds] for one in rounds]
        last = days.before[-1:] if len(days.before) % days.length else ()
        self._first = [sum(_fewest_stay(one, other) for one in last) for other in rounds]

    def shortest(self, random: Random) -> list[Sequence[Table]]:
        """The rounds in the best order found by swapping two of them."""
        order = random.sample(range(len(self._rounds)), len(self._rounds))
        length = best_length = self._length(order)
        best = list(order)
        for step in range(SWAPS):
            if best_length == 0:
                break
            a, b = random.randrange(len(order)), random.randrange(len(order))
            order[a], order[b] = order[b], order[a]
            new = self._length(order)
            if new > length and random.random() >= exp(
                (length - new) / (HOT * (COLD / HOT) ** (step / SWAPS))
            ):
                order[a], order[b] = order[b], order[a]
                continue
            length = new
            if length < best_length:
                best, best_length = list(order), length
        return [self._rounds[at] for at in best]

    def _length(self, order: Sequence[int]) -> int:
        total = self._first[order[0]]
        for at, (one, other) in enumerate(pairwise(order), 1 + len(self._days.before)):
            if at % self._days.length:
                total += self._stay[one][other]
        return total


def _fewest_stay(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> int:
    """How many players at least are at one table number in both rounds."""
    size = max(len(before), len(after))
    cost = [[0] * size for _ in range(size)]
    for row, table in zip(cost, before, strict=False):
        for column, later in enumerate(after):
            row[column] = len({*table} & {*later})
    return sum(row[column] for row, column in zip(cost, cheapest(cost), strict=True))


def in_turn(rounds: Rounds, players: int, days: Days) -> list[list[Table]]:
    """Numbers given round by round, each time with the fewest players who stay; one who has stayed before on that
    day counts more than everybody else together.
    """
    numbered: list[list[Table]] = []
    for tables in rounds:
        sat = [*days.before, *numbered]
        day = sat[len(sat) // days.length * days.length :]
        if not day:
            numbered.append(list(tables))
            continue
        place: dict[int, int] = {}
        stayed: set[int] = set()
        for numbers, running in stays_by_round(day, days.length):
            place = numbers
            stayed |= {player for player, rounds_here in running.items() if rounds_here > 1}
        cost = [[0] * len(tables) for _ in tables]
        for row, table in zip(cost, tables, strict=True):
            for player in table:
                if place.get(player, len(tables)) < len(tables):
                    row[place[player]] += players if player in stayed else 1
        numbered.append([table for _, table in sorted(zip(cheapest(cost), tables, strict=True))])
    return numbered


def _annealed(rounds: Rounds, players: int, days: Days, random: Random) -> list[list[Table]]:
    """The best found by swapping two rounds or two numbers of one round."""
    numbers = _Numbers(rounds, players, days)
    cost = best_cost = numbers.cost()
    best = [list(tables) for tables in rounds]
    draw = random.random
    for step in range(STEPS):
        if best_cost == (0, 0):
            break
        swapped = draw(), draw(), draw()
        numbers.swap(*swapped)
        new = numbers.cost()
        worse = THREE_RUNNING * (new[0] - cost[0]) + new[1] - cost[1]
        if worse > 0 and draw() >= exp(-worse / (HOT * (COLD / HOT) ** (step / STEPS))):
            numbers.swap(*swapped)
            continue
        cost = new
        if cost < best_cost:
            best, best_cost = numbers.rounds(), cost
    return best


class _Numbers:
    """Rounds with their tables in order, and each round as one number: a bit for every player at every table number."""

    def __init__(self, rounds: Rounds, players: int, days: Days) -> None:
        self._state = [[(_bits_of(table), table) for table in tables] for tables in rounds]
        self._players, self._length, self._first = players, days.length, len(days.before)
        self._bits = [
            sum(_bits_of(table) << at * players for at, table in enumerate(tables))
            for tables in (*days.before, *rounds)
        ]
        most = max(map(len, (*days.before, *rounds)))
        self._shifts = [players << power for power in reversed(range((most - 1).bit_length()))]
        self._everybody = (1 << players) - 1

    def rounds(self) -> list[list[Table]]:
        """The rounds as they are now."""
        return [[table for _, table in tables] for tables in self._state]

    def swap(self, which: float, first: float, second: float) -> None:
        """Swap two numbers of a round, or now and then two rounds, by three lots from 0 to 1; the same lots once more
        undo it.
        """
        state = self._state
        if which < 0.2:
            a, b = int(first * len(state)), int(second * len(state))
            state[a], state[b] = state[b], state[a]
            a, b = a + self._first, b + self._first
            self._bits[a], self._bits[b] = self._bits[b], self._bits[a]
            return
        at = int((which - 0.2) / 0.8 * len(state))
        tables = state[at]
        a, b = int(first * len(tables)), int(second * len(tables))
        tables[a], tables[b] = tables[b], tables[a]
        if a != b:
            both = tables[a][0] ^ tables[b][0]
            self._bits[at + self._first] ^= both << a * self._players ^ both << b * self._players

    def cost(self) -> tuple[int, int]:
        """The figures of `quality.stays`."""
        two = three = stayed = 0
        for at, (before, after) in enumerate(pairwise(self._bits), 1):
            if at % self._length == 0:
                stayed = 0
                continue
            now = before & after
            for shift in self._shifts:  # whichever table it is
                now |= now >> shift
            now &= self._everybody
            two |= now
            three |= now & stayed
            stayed = now
        return three.bit_count(), two.bit_count()


def _bits_of(table: Sequence[int]) -> int:
    return sum(1 << player for player in table if player >= 0)
