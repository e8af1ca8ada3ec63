"""Which person has which number of a schedule: a good schedule stays as good whoever has the numbers, so pairs that
must not meet are first given numbers that do not meet.

Local search by fewest conflicts (S. Minton and others, Minimizing conflicts, 1992).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from pairing.seating.opponents.task import Pair
from pairing.seating.quality import Rounds, Table, meetings

TURNS = 400
ANYWHERE = 0.1

Neighbours = Mapping[int, Sequence[int]]
Partners = Sequence[Sequence[tuple[int, int]]]  # of each number: those it meets, and how often


def relabelled(rounds: Rounds, players: int, barred: Collection[Pair], random: Random) -> list[list[Table]]:
    """The schedule with its numbers given out anew so that few `barred` pairs meet; unchanged where none does."""
    met = [[(at, times) for at, times in enumerate(row) if times] for row in meetings(rounds, players)]
    others: dict[int, list[int]] = defaultdict(list)
    for a, b in sorted(barred):
        others[a].append(b)
        others[b].append(a)
    found = []
    for start in (list(range(players)), _one_by_one(met, others)):
        cost, number = _fewest_conflicts(_Labels(met, others, start), random)
        found.append((cost, number))
        if cost == 0:
            break
    best = min(found, key=lambda one: one[0])[1]
    return renumbered(rounds, {number: person for person, number in enumerate(best)})


def _one_by_one(met: Partners, others: Neighbours) -> list[int]:
    """The number of each person when those with barred pairs choose first, friends after friends, the number with the
    fewest conflicts so far: whole clubs come to sit in groups that do not meet.
    """
    players = len(met)
    number: dict[int, int] = {}
    free = list(range(players))
    for person in _by_clubs(others):
        conflicts = _conflicts(met, [number[other] for other in others[person] if other in number])
        choice = min(free, key=conflicts.__getitem__)
        number[person] = choice
        free.remove(choice)
    rest = iter(free)
    return [number[person] if person in number else next(rest) for person in range(players)]


def _by_clubs(others: Neighbours) -> list[int]:
    """Everybody with a barred pair, each followed by those they must not meet."""
    order: dict[int, None] = {}
    for person in sorted(others, key=lambda person: (-len(others[person]), person)):
        order |= dict.fromkeys([person, *others[person]])
    return list(order)


def _conflicts(met: Partners, numbers: Iterable[int]) -> list[int]:
    """How often each number meets one of `numbers`."""
    conflicts = [0] * len(met)
    for number in numbers:
        for at, times in met[number]:
            conflicts[at] += times
    return conflicts


def _fewest_conflicts(labels: _Labels, random: Random) -> tuple[int, list[int]]:
    """How often barred pairs meet, and the number of each person, after swaps of numbers."""
    cost = best_cost = sum(labels.own) // 2
    best = list(labels.number)
    for _ in range(TURNS):
        if best_cost == 0:
            break
        person = random.choice([p for p, conflicts in enumerate(labels.own) if conflicts])
        gains = [(gain, to) for to, gain in enumerate(labels.gains(person)) if to != person]
        if random.random() < ANYWHERE:
            gain, other = random.choice(gains)
        else:
            least = min(gains)[0]
            gain, other = random.choice([found for found in gains if found[0] == least])
        cost += gain
        labels.swap(person, other)
        if cost < best_cost:
            best, best_cost = list(labels.number), cost
    return best_cost, best


class _Labels:
    """Who has which number: `number` by person, `own` how often each meets somebody they must not meet.

    A number meets few others, so what a swap changes is added up from its meetings, not for every pair and number.
    """

    def __init__(self, met: Partners, others: Neighbours, number: Sequence[int]) -> None:
        self.met, self.others = met, {person: frozenset(barred) for person, barred in others.items()}
        self.number, self.person = list(number), list(number)
        for person, at in enumerate(number):
            self.person[at] = person
        self.own = [self._own(person) for person in range(len(met))]

    def gains(self, person: int) -> list[int]:
        """What changes in the meetings of barred pairs when `person` swaps numbers with each person."""
        here, barred = self.number[person], self.others[person]
        there = _conflicts(self.met, [self.number[other] for other in barred])
        # How often each would meet somebody they must not meet, with the number of `one`.
        coming = [0] * len(self.met)
        for at, times in self.met[here]:
            for other in self.others.get(self.person[at], ()):
                coming[other] += times
        gains = [
            there[to] - self.own[person] + coming[two] - self.own[two] for two, to in enumerate(self.number)
        ]
        for at, times in self.met[here]:  # two who swap meet as often as before
            if self.person[at] in barred:
                gains[self.person[at]] += 2 * times
        return gains

    def swap(self, first: int, second: int) -> None:
        """Let two persons swap their numbers."""
        number, person = self.number, self.person
        number[first], number[second] = number[second], number[first]
        person[number[first]], person[number[second]] = first, second
        changed = {first, second, *(person[at] for who in (first, second) for at, _ in self.met[number[who]])}
        for who in changed:
            self.own[who] = self._own(who)

    def _own(self, person: int) -> int:
        barred = self.others.get(person, ())
        return sum(times for at, times in self.met[self.number[person]] if self.person[at] in barred)


def renumbered(rounds: Rounds, new: Mapping[int, int]) -> list[list[Table]]:
    """The same schedule with other numbers (or ids); those not named keep theirs."""
    return [
        [(new.get(a, a), new.get(b, b), new.get(c, c), new.get(d, d)) for a, b, c, d in tables]
        for tables in rounds
    ]
