"""Which person has which number of a schedule: a good schedule stays as good whoever has the numbers, so pairs that
must not meet are first given numbers that do not meet.

Local search by fewest conflicts (S. Minton and others, Minimizing conflicts, 1992).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from random import Random

from pairing.seating.quality import Rounds, Table, meetings
from pairing.seating.task import Pair

TURNS = 400
ANYWHERE = 0.1

Neighbours = Mapping[int, Sequence[int]]


def relabelled(rounds: Rounds, players: int, barred: Collection[Pair], random: Random) -> list[list[Table]]:
    """The schedule with its numbers given out anew so that few `barred` pairs meet; unchanged where none does."""
    met = meetings(rounds, players)
    others: dict[int, list[int]] = defaultdict(list)
    for a, b in sorted(barred):
        others[a].append(b)
        others[b].append(a)
    found = []
    for start in (list(range(players)), _one_by_one(met, others)):
        cost, number = _fewest_conflicts(met, others, sorted(barred), start, random)
        found.append((cost, number))
        if cost == 0:
            break
    best = min(found, key=lambda one: one[0])[1]
    return renumbered(rounds, {number: person for person, number in enumerate(best)})


def _one_by_one(met: Sequence[Sequence[int]], others: Neighbours) -> list[int]:
    """The number of each person when those with barred pairs choose first, friends after friends, the number with the
    fewest conflicts so far: whole clubs come to sit in groups that do not meet.
    """
    players = len(met)
    number: dict[int, int] = {}
    free = list(range(players))
    for person in _by_clubs(others):
        placed = [number[other] for other in others[person] if other in number]
        choice = min(free, key=lambda at: sum(met[at][there] for there in placed))
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


def _fewest_conflicts(
    met: Sequence[Sequence[int]], others: Neighbours, barred: Sequence[Pair], start: list[int], random: Random
) -> tuple[int, list[int]]:
    """How often barred pairs meet, and the number of each person, after swaps of numbers from `start`."""
    number = list(start)
    cost = best_cost = sum(met[number[a]][number[b]] for a, b in barred)
    best = list(number)
    for _ in range(TURNS):
        if best_cost == 0:
            break
        in_conflict = sorted({p for pair in barred if met[number[pair[0]]][number[pair[1]]] for p in pair})
        person = random.choice(in_conflict)
        gains = [(_gain(met, number, others, person, to), to) for to in range(len(met)) if to != person]
        if random.random() < ANYWHERE:
            gain, other = random.choice(gains)
        else:
            least = min(gains)[0]
            gain, other = random.choice([found for found in gains if found[0] == least])
        cost += gain
        number[person], number[other] = number[other], number[person]
        if cost < best_cost:
            best, best_cost = list(number), cost
    return best_cost, best


def _gain(met: Sequence[Sequence[int]], number: Sequence[int], others: Neighbours, one: int, two: int) -> int:
    """What changes in the meetings of barred pairs when two persons swap their numbers."""
    total = 0
    for person, old, new in ((one, number[one], number[two]), (two, number[two], number[one])):
        for other in others.get(person, ()):
            if other not in (one, two):
                total += met[new][number[other]] - met[old][number[other]]
    return total


def renumbered(rounds: Rounds, new: Mapping[int, int]) -> list[list[Table]]:
    """The same schedule with other numbers (or ids); those not named keep theirs."""
    return [
        [(new.get(a, a), new.get(b, b), new.get(c, c), new.get(d, d)) for a, b, c, d in tables]
        for tables in rounds
    ]
