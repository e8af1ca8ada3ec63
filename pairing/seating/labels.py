"""Which person has which number of a schedule: a good schedule stays as good whoever has the numbers, so pairs that
must not meet are first given numbers that do not meet.

Local search by fewest conflicts (S. Minton and others, Minimizing conflicts, 1992).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from random import Random

from pairing.seating.quality import Rounds, Table, meetings
from pairing.seating.task import Pair

TURNS = 400
ANYWHERE = 0.1


def relabelled(rounds: Rounds, players: int, barred: Collection[Pair], random: Random) -> list[list[Table]]:
    """The schedule with its numbers given out anew so that few `barred` pairs meet; unchanged where none does."""
    met = meetings(rounds, players)
    number = list(range(players))  # of each person, in the schedule
    cost = best_cost = sum(met[a][b] for a, b in barred)
    best = list(number)
    others: dict[int, list[int]] = defaultdict(list)
    for a, b in sorted(barred):
        others[a].append(b)
        others[b].append(a)
    for _ in range(TURNS):
        if best_cost == 0:
            break
        in_conflict = sorted({p for pair in barred if met[number[pair[0]]][number[pair[1]]] for p in pair})
        person = random.choice(in_conflict)
        gains = [(_gain(met, number, others, person, to), to) for to in range(players) if to != person]
        if random.random() < ANYWHERE:
            gain, other = random.choice(gains)
        else:
            least = min(gains)[0]
            gain, other = random.choice([found for found in gains if found[0] == least])
        cost += gain
        number[person], number[other] = number[other], number[person]
        if cost < best_cost:
            best, best_cost = list(number), cost
    person_of = {number: person for person, number in enumerate(best)}
    return renumbered(rounds, person_of)


def _gain(
    met: list[list[int]], number: list[int], others: Mapping[int, list[int]], one: int, two: int
) -> int:
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
