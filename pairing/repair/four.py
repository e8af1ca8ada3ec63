"""Repairs of a round of tables of four (docs/decisions/0011-repairs.md).

A table whose people are all still there can stay. The search goes by how many of these tables it breaks besides:
none, then each one, then each two, and so on; whoever is then without a table is seated anew, with house players as the
Swiss for four has them (as few as fill the last tables, spread alike). The first number of broken tables at which that
works without a forbidden pair is therefore the smallest there is.

The new tables are the closest ones (score distance, then meetings again and places in the line): all ways are tried for
one or two new tables, `pairing.systems.mahjong.grouping` finds the best for three; beyond that (four tables have lost
somebody at once, say) its local search, which is very good, but not proven to be the best. Where more than `MOST_TRIED`
choices of tables would have to be tried, the search ends, and says so if it has found nothing. With three new tables
or more only the first `MOST_DEALT` choices are tried as soon as one is legal, of tables near in score to who has none:
then the number of broken tables is still the smallest, but the score distance not proven to be.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from random import Random

from pairing.engine import check_plan
from pairing.model.errors import Impossible
from pairing.model.reasons import Reason, because
from pairing.model.types import FOUR, PlannedMatch, Relaxation, RoundPlan
from pairing.repair import wording
from pairing.repair.assemble import asked_byes, broken_at, byes_changed, notes, tables
from pairing.repair.rules import reason_of_rule
from pairing.repair.structure import spread
from pairing.repair.types import Repair, Task
from pairing.systems.mahjong.explain import FILLS_UP, rounds_met, who_met
from pairing.systems.mahjong.grouping import cheapest_tables
from pairing.systems.mahjong.house import House
from pairing.systems.mahjong.swiss import balanced, drawn

MOST_TRIED = 3000
MOST_DEALT = 100
MOST_WAYS = 8  # seats that are dealt out in every way
Slots = list[int | None]
Tables = tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """People by table, for all tables that are not being played; `cost` is what ways are ranked by."""

    cost: tuple[int, int, int, int]
    people: Tables


class Fours:
    """The ways to seat whoever is not at a table being played."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.points = task.field.points
        self.order = sorted(task.free, key=lambda p: -self.points[p])
        self.place = {p: at for at, p in enumerate(self.order)}
        self.count = -(-len(self.order) // FOUR)
        empty = FOUR * self.count - len(self.order)
        self.most_house = -(-empty // self.count) if self.count else 0
        self.is_apart = task.field.is_apart
        free = set(task.free)
        old = [m for m in task.before.matches if m.table not in task.stays]
        people = [frozenset(p for p in m.seats if not task.is_house(p)) for m in old]
        self.old = [p for p in people if p]
        self.whole = [p for p in self.old if p <= free and FOUR - len(p) <= self.most_house]

    def ways(self) -> Iterator[_Way]:
        """All repairs found, the best first. Those that break one table more come only after all others."""
        best: list[_Way] = []
        for extra in range(len(self.whole) + 1):
            if comb(len(self.whole), extra) > MOST_TRIED:
                break
            found = {way.people: way for way in self._breaking(extra)}
            ranked = sorted(found.values(), key=lambda way: way.cost)
            yield from (way for way in ranked if not way.cost[0])
            best += [way for way in ranked if way.cost[0]]
        yield from sorted(best, key=lambda way: way.cost)

    def _breaking(self, extra: int) -> Iterator[_Way]:
        """The ways that break so many of the tables that could stay."""
        dealt, legal = 0, False
        for broken in combinations(self._near(), extra):
            if legal and dealt >= MOST_DEALT:
                return
            kept = [p for p in self.whole if p not in broken]
            pool = [p for p in self.order if not any(p in table for table in kept)]
            new = self.count - len(kept)
            house = FOUR * new - len(pool)
            if new < 0 or house < 0 or house > self.most_house * new or (not new and pool):
                continue
            dealt += FOUR * new > MOST_WAYS
            for tables_ in self._dealt([*pool, *[None] * house], new):
                if not any(table in broken for table in tables_):
                    way = _Way(self._cost(kept, tables_), tuple(sorted([*kept, *tables_], key=min)))
                    legal = legal or not way.cost[0]
                    yield way

    def _near(self) -> list[frozenset[int]]:
        """The tables that could stay, those first whose people are nearest in score to whoever has none."""
        loose = [self.points[p] for p in self.order if not any(p in table for table in self.whole)]
        if not loose:
            return self.whole
        middle = sum(loose) // len(loose)
        return sorted(
            self.whole, key=lambda table: abs(sum(self.points[p] for p in table) // len(table) - middle)
        )

    def _dealt(self, slots: Slots, new: int) -> Iterator[Tables]:
        """These people at so many tables: every way, or the best one."""
        if not new:
            yield ()
        elif len(slots) <= MOST_WAYS:
            yield from self._every_way(slots)
        else:
            cost = self._costs(slots)
            lots = self.task.lots
            dealt = cheapest_tables(cost, Random(lots.number("repair", self.task.before.number)))
            yield tuple(frozenset(p for at in table if (p := slots[at]) is not None) for table in dealt)

    def _every_way(self, slots: Slots) -> Iterator[Tables]:
        rest = range(1, len(slots))
        seen: set[Tables] = set()
        for mates in combinations(rest, FOUR - 1):
            one = [slots[0], *(slots[at] for at in mates)]
            other = [slots[at] for at in rest if at not in mates]
            parts = [p for p in (one, other) if p]
            if any(part.count(None) > self.most_house for part in parts):
                continue
            dealt = tuple(frozenset(p for p in part if p is not None) for part in parts)
            if dealt not in seen:
                seen.add(dealt)
                yield dealt

    def _cost(self, unchanged: Sequence[frozenset[int]], new: Tables) -> tuple[int, int, int, int]:
        """Forbidden pairs of all tables; of the new ones distance, meetings again and places in the line."""
        meetings, place = self.task.field.meetings, self.place
        pairs = [both for table in new for both in combinations(sorted(table), 2)]
        everything = [both for table in (*unchanged, *new) for both in combinations(sorted(table), 2)]
        return (
            sum(self.is_apart(*both) for both in everything),
            sum(abs(self.points[a] - self.points[b]) for a, b in pairs),
            sum(meetings[a].get(b, 0) for a, b in pairs),
            sum((place[a] - place[b]) ** 2 for a, b in pairs),
        )

    def _costs(self, slots: Slots) -> list[list[int]]:
        """The same as one number for every two slots; two house players are kept from each other first of all."""
        size = len(slots)
        meeting = 3 * size**3
        apart = meeting * (3 * size * (len(self.task.field.rounds) + 1) + 1)
        known = [self.points[p] for p in slots if p is not None]
        most = apart * (3 * size * (max(known) - min(known)) + 1)
        cost = [[0] * size for _ in slots]
        for i, j in combinations(range(size), 2):
            a, b = slots[i], slots[j]
            if a is None or b is None:
                price = most * 3 * size if a is b else 0
            else:
                price = (self.place[a] - self.place[b]) ** 2
                price += meeting * self.task.field.meetings[a].get(b, 0)
                price += apart * abs(self.points[a] - self.points[b])
                price += most * self.is_apart(a, b)
            cost[i][j] = cost[j][i] = price
        return cost


def repairs_of_four(task: Task, most: int) -> tuple[Repair, ...]:
    """The best repairs, in order; only the first, where that keeps everything. Errors: Impossible, if there is none."""
    found: list[Repair] = []
    for way in islice(Fours(task).ways(), most):
        found.append(assembled(task, way.people))
        if found[0].keeps_everything:
            return (found[0],)
    if not found:
        raise Impossible(wording.NONE_FOUND, number=task.before.number)
    return tuple(found)


def filled_up(task: Task) -> Repair | None:
    """The round with everybody where they are, and the empty seats given to whoever is new, from the last table up;
    house players have the others. None where there are not enough seats.
    """
    free = set(task.free)
    stay = [
        frozenset(p for p in m.seats if p in free) for m in task.before.matches if m.table not in task.stays
    ]
    new = [p for p in task.free if not any(p in table for table in stay)]
    found: list[frozenset[int]] = []
    for table in reversed([table for table in stay if table]):
        taken, new = new[: FOUR - len(table)], new[FOUR - len(table) :]
        found.append(table.union(taken))
    return None if new else assembled(task, tuple(reversed(found)))


def assembled(task: Task, people: Tables) -> Repair:
    """The whole round with these people at each table, house players added."""
    seated = _Seated(task, people)
    matches, broken, new = tables(task, {seated.full[table] for table in people}, seated)
    everybody = {p for m in matches for p in m.seats}
    plan = RoundPlan(
        task.before.number,
        matches,
        asked_byes(task),
        tuple(_relaxed(task, matches)),
        notes(task, matches),
        tuple(sorted(everybody.difference(task.field.entrants))),
    )
    check_plan(plan, task.field, task.seated, task.system)
    anew = [m for m in matches if m.table in new]
    return Repair(
        plan=plan,
        broken=broken,
        new=new,
        byes_changed=byes_changed(task.before, plan),
        distance=spread(task, anew),
        objective=_objective(task, anew),
        relaxed=plan.relaxed,
        round_distance=spread(task, matches),
    )


def _objective(task: Task, new: Iterable[PlannedMatch]) -> tuple[int, ...]:
    """Meetings again at the new tables."""
    meetings = task.field.meetings
    pairs = [both for m in new for both in combinations(m.seats, 2) if not any(map(task.is_house, both))]
    return (sum(meetings[a].get(b, 0) for a, b in pairs),)


def _relaxed(task: Task, matches: Iterable[PlannedMatch]) -> Iterator[Relaxation]:
    for match in matches:
        for rule, players in broken_at(task, match.seats):
            yield Relaxation(rule, players, reason_of_rule(rule, players))


class _Seated:
    """Fills tables up with house players and gives out the winds. `full`: everybody at a table, by its people."""

    def __init__(self, task: Task, people: Tables) -> None:
        self.task = task
        self.met = rounds_met(task.field)
        old = {frozenset(p for p in m.seats if not task.is_house(p)): m for m in task.before.matches}
        kept = {table: frozenset(old[table].seats) for table in people if table in old}
        busy = {p for seats in [*kept.values(), task.busy] for p in seats if task.is_house(p)}
        spare = [p for m in task.before.matches for p in m.seats if task.is_house(p) and p not in busy]
        house = House(task.snapshot, [*busy, *spare])
        self.full: dict[frozenset[int], frozenset[int]] = dict(kept)
        for table in sorted((t for t in people if t not in kept), key=self._rank):
            fill = [spare.pop(0) if spare else house.sit() for _ in range(FOUR - len(table))]
            self.full[table] = table.union(fill)
        self.house = frozenset(p for seats in self.full.values() for p in seats if task.is_house(p))

    def _rank(self, people: frozenset[int]) -> tuple[int, list[int]]:
        points = self.task.field.points
        return -sum(points[p] for p in people), sorted(people)

    def rank(self, players: frozenset[int]) -> tuple[object, ...]:
        """New tables come from the top."""
        return self._rank(frozenset(p for p in players if p not in self.house))

    def match(self, players: frozenset[int], table: int) -> PlannedMatch:
        """A new table with its seats and reasons."""
        field, lots = self.task.field, self.task.lots
        by_lot = self.task.system.ladder is not None
        order = sorted(players)
        seats = drawn(order, field, lots) if by_lot else balanced(order, field, self.house, lots)
        fills: list[Reason] = [because(FILLS_UP, house_player=p) for p in seats if p in self.house]
        why = (because(wording.PAIRED_ANEW), *fills, *who_met(seats, self.met, self.house))
        return PlannedMatch(table, seats, why)
