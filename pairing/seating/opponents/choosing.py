"""Who meets whom: a kept schedule or a construction where one is as good as can be, a search where none is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import exp
from random import Random

from pairing.seating.opponents.bounds import best_key
from pairing.seating.opponents.forbidden import round_apart
from pairing.seating.opponents.labels import relabelled
from pairing.seating.opponents.stand_ins import byes_of, first_out, with_stand_ins
from pairing.seating.opponents.starts import starts, stretched, tables_of
from pairing.seating.opponents.task import Key, Task
from pairing.seating.opponents.turning import turned
from pairing.seating.quality import Rounds, Table
from pairing.seating.search import Search

# Simulated annealing of the opponents, for what no kept schedule and no construction reaches.
HOT, COLD = 2.5, 0.5
CHECK_EVERY = 256


def improved(
    task: Task,
    rounds: Rounds,
    random: Random,
    steps: int,
    goal: Key,
    search: Search,
    *,
    free: Sequence[int] | None = None,
    hot: float = HOT,
) -> list[list[Table]]:
    """The best schedule seen, never worse than `rounds`, on the way of swapping two players of one round.

    What falls is the sum over all pairs of meetings squared, which spreads them evenly; what counts is `task.key`.
    `goal`: the key nothing can beat, where the search ends. `free`: the rounds that may change (all of them), `hot`:
    how wild it starts. The same `random` and `steps` give the same answer unless `search` says no.
    """
    state = [[list(table) for table in tables] for tables in rounds]
    best, best_key = [list(tables) for tables in rounds], task.key(rounds)
    counts = task.weighted(rounds)
    cost = best_cost = 0
    look, looked = task.players**2 // 64, -(task.players**2)  # looking at everybody is slow in a large field
    cooling, temperature = COLD / hot, hot
    open_rounds = [state[at] for at in free] if free is not None else state
    for step in range(steps if task.tables > 1 and open_rounds else 0):
        if step % CHECK_EVERY == 0:
            if best_key == goal or not search.goes_on(step / steps):
                break
            temperature = hot * cooling ** (step / steps)
        delta = _try_swap(open_rounds, counts, random.random, temperature)
        cost += delta
        if delta and cost <= best_cost and step >= looked + look:
            now = as_rounds(state)
            key = task.key(now)
            if key < best_key:
                best, best_key = now, key
                search.take(key, task.figures(now))
            best_cost, looked = cost, step
    return best


def as_rounds(state: list[list[list[int]]]) -> list[list[Table]]:
    """Tables that do not change any more."""
    return [[(a, b, c, d) for a, b, c, d in tables] for tables in state]


def _try_swap(
    state: list[list[list[int]]], counts: list[list[int]], draw: Callable[[], float], temperature: float
) -> int:
    """Swap two players of two tables of one round, unless it costs too much; by how much the sum of squares
    changed.
    """
    tables = state[int(draw() * len(state))]
    one = int(draw() * len(tables))
    other = int(draw() * (len(tables) - 1))
    left, right = tables[one], tables[other + (other >= one)]
    at, to = int(draw() * 4), int(draw() * 4)
    a, b = left[at], right[to]
    of_a, of_b = counts[a], counts[b]
    delta = 12
    for x in left:
        if x != a:
            delta += 2 * (of_b[x] - of_a[x])
    for y in right:
        if y != b:
            delta += 2 * (of_a[y] - of_b[y])
    if delta > 0 and draw() >= exp(-delta / temperature):
        return 0
    for x in left:
        if x != a:
            _count(counts, a, x, -1)
            _count(counts, b, x, 1)
    for y in right:
        if y != b:
            _count(counts, b, y, -1)
            _count(counts, a, y, 1)
    left[at], right[to] = b, a
    return delta


def _count(counts: list[list[int]], a: int, b: int, by: int) -> None:
    counts[a][b] += by
    counts[b][a] += by


Schedule = list[list[Table]]

# Shares of the steps: for base rounds that turn, for the last rounds of what came out best, for all of its rounds.
TURNING, ENDING = 0.4, 0.55
WARM = 1.0  # annealing the end of a good schedule starts this hot, so that it does not fall apart first
TRIES = 8  # of stand-ins


def opponents(task: Task, random: Random, steps: int, search: Search, fixed: Rounds = ()) -> list[Schedule]:
    """Equally good schedules for the task: the tables of every round, whose seats and order mean nothing yet.

    `steps` of annealing are spent only where no start is as good as the bounds. `fixed`: a schedule to start from. Who
    sits out may be others than the task says, as fairly, where nothing has been played before.
    """
    best = _Best(best_key(task), search)
    if fixed:
        best.look_at(task, [list(tables) for tables in fixed])
    for one in _ready(task, random):
        best.look_at(replace(task, out=byes_of(one, range(task.players))), one)
        if best.reached() and any(task.out):
            break  # of the others, all are wanted: one of them may do better with table numbers
    if best.reached():
        return best.schedules
    if not task.met:
        search.part(0.0, TURNING)
        for one in _turning(task, random, int(steps * TURNING), best.goal, search):
            best.look_at(task, one)
    if best.reached():
        return best.schedules
    if best.key is None or best.key[0]:
        best.look_at(task, _anyhow(task, random))
    return [_annealed(best.task or task, best.schedules[0], random, steps, best.goal, search)]


class _Best:
    """The best schedules looked at so far, and the task each is for."""

    def __init__(self, goal: Key, search: Search) -> None:
        self.goal, self.search = goal, search
        self.key: Key | None = None
        self.task: Task | None = None
        self.schedules: list[Schedule] = []

    def reached(self) -> bool:
        """Whether nothing can be better."""
        return self.key == self.goal

    def look_at(self, task: Task, schedule: Schedule) -> None:
        key = task.key(schedule)
        if self.key is None or key < self.key:
            self.key, self.task, self.schedules = key, task, []
            self.search.take(key, task.figures(schedule))
        if key == self.key:
            self.schedules.append(schedule)


def _ready(task: Task, random: Random) -> Iterator[Schedule]:
    """What needs hardly any search, its numbers given out so that few barred pairs meet."""
    if task.met:
        return
    extra = task.players % 4
    seated = task.players - extra
    found = starts(seated, task.rounds) + (stretched(seated, task.rounds) if task.barred else [])
    for turn in range(TRIES if extra else len(found)):
        one: Schedule | None = found[turn % len(found)]
        if extra and one:
            one = with_stand_ins(one, seated, extra, random)
        if one and task.barred:
            one = relabelled(one, task.players, task.barred, random)
        if one:
            yield one


def _turning(task: Task, random: Random, steps: int, goal: Key, search: Search) -> Iterator[Schedule]:
    """The best base rounds found for each length of circle that may do."""
    players = task.players
    out = first_out(players, task.rounds)
    quarter = players // 4
    orders = {players} if out else {players - 1, players // 2, quarter, quarter - 1, (players - 1) // 3}
    free = replace(task, barred=frozenset())
    for order in sorted(orders - {0}, reverse=True):
        base = [player for player in range(players) if player not in out]
        random.shuffle(base)
        found = turned(free, base, order, random, steps // len(orders), goal, search)
        yield relabelled(found, players, task.barred, random) if task.barred else found


def _anyhow(task: Task, random: Random) -> Schedule:
    """Any schedule, without barred pairs where these can be kept apart, for annealing to start from."""
    rounds = []
    for out in task.out:
        there = [player for player in range(task.players) if player not in out]
        tables = round_apart(there, task.barred, random) if task.barred else None
        if tables is None:
            tables = [random.sample(there, len(there))]
        rounds.append(tables_of([player for table in tables for player in table]))
    return rounds


def _annealed(task: Task, start: Schedule, random: Random, steps: int, goal: Key, search: Search) -> Schedule:
    """First gently, only the last rounds where none are fixed before them, so that what is good survives; then
    everything.
    """
    search.part(0.0 if task.met else TURNING, ENDING)
    last = range(0 if task.met else task.rounds * 2 // 3, task.rounds)
    gently = int(steps * (ENDING - (0.0 if task.met else TURNING)))
    best = improved(task, start, random, gently, goal, search, free=last, hot=WARM)
    search.part(ENDING, 1.0)
    return improved(task, best, random, int(steps * (1 - ENDING)), goal, search, hot=HOT)
