"""Who meets whom: a kept schedule or a construction where one is as good as can be, a search where none is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from pairing.seating.annealing import HOT, improved
from pairing.seating.bounds import best_key
from pairing.seating.byes import first_out
from pairing.seating.labels import relabelled
from pairing.seating.quality import Rounds, Table
from pairing.seating.search import Search
from pairing.seating.starts import starts
from pairing.seating.task import Key, Task
from pairing.seating.turning import turned

Schedule = list[list[Table]]

# Shares of the steps: for base rounds that turn, for the last rounds of what came out best, for all of its rounds.
TURNING, ENDING = 0.4, 0.55
WARM = 1.0  # annealing the end of a good schedule starts this hot, so that it does not fall apart first


def opponents(task: Task, random: Random, steps: int, search: Search, given: Rounds = ()) -> list[Schedule]:
    """Equally good schedules for the task: the tables of every round, whose seats and order mean nothing yet.

    `steps` of annealing are spent only where no start is as good as the bounds. `given`: a schedule to start from.
    """
    goal = best_key(task)
    found = [*_ready(task, random), *([list(map(list, given))] if given else [])]
    if found:
        best_now, best = _best(task, found)
        search.found(task.figures(best[0]))
        if best_now[2:] <= goal[2:] and best_now[:2] == goal[:2]:
            return best
    if not task.met:
        search.part(0.0, TURNING)
        found += _turning(task, random, int(steps * TURNING), goal, search)
    if not found:
        found = [_anyhow(task, random)]
    best_now, best = _best(task, found)
    search.found(task.figures(best[0]))
    if best_now == goal:
        return best
    return [_annealed(task, best[0], random, steps, goal, search)]


def _ready(task: Task, random: Random) -> list[Schedule]:
    """What needs no search, its numbers given out so that few barred pairs meet."""
    if not task.is_plain:
        return []
    found = starts(task.players, task.rounds)
    if not task.barred:
        return found
    return [relabelled(start, task.players, task.barred, random) for start in found]


def _turning(task: Task, random: Random, steps: int, goal: Key, search: Search) -> list[Schedule]:
    """The best base rounds found for each length of circle that may do."""
    players = task.players
    if any(task.out):
        first = first_out(players, task.rounds)
        base = [player for player in range(players) if player not in first]
        return [turned(task, base, players, random, steps, goal, search)]
    free = replace(task, barred=frozenset())
    orders = sorted({players - 1, players // 2, players // 4, players}, reverse=True)
    found = []
    for order in orders:
        base = random.sample(range(players), players)
        found.append(turned(free, base, order, random, steps // len(orders), goal, search))
    if task.barred:
        found = [relabelled(one, players, task.barred, random) for one in found]
    return found


def _best(task: Task, found: Sequence[Schedule]) -> tuple[Key, list[Schedule]]:
    keys = [task.key(one) for one in found]
    return min(keys), [one for one, key in zip(found, keys, strict=True) if key == min(keys)]


def _anyhow(task: Task, random: Random) -> Schedule:
    """Any schedule, for annealing to start from."""
    rounds = []
    for out in task.out:
        line = [player for player in range(task.players) if player not in out]
        random.shuffle(line)
        rounds.append([(a, b, c, d) for a, b, c, d in zip(*[iter(line)] * 4, strict=True)])
    return rounds


def _annealed(task: Task, start: Schedule, random: Random, steps: int, goal: Key, search: Search) -> Schedule:
    """First only the last rounds, so that a good beginning survives; then everything."""
    search.part(TURNING, ENDING)
    last = range(task.rounds * 2 // 3, task.rounds)
    best = improved(task, start, random, int(steps * (ENDING - TURNING)), goal, search, free=last, hot=WARM)
    search.part(ENDING, 1.0)
    return improved(task, best, random, int(steps * (1 - ENDING)), goal, search, hot=HOT)
