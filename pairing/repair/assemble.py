"""From the pairs of a repair to the whole round, with numbers of tables, seats and reasons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from pairing.engine import check_plan, requested_bye
from pairing.model.reasons import FIXED_TABLE, SAME_SCORE, Reason, because
from pairing.model.types import TWO, ByeKind, PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.repair import wording
from pairing.repair.edges import BYE, Pair, objective_of
from pairing.repair.rules import FORBIDDEN, SECOND_BYE, Rules, forbidden_at, reason_of_rule, severity
from pairing.repair.types import Repair, Task


def assembled(task: Task, pairs: Iterable[Pair]) -> Repair:
    """The repair that these pairs are; a bye is the pair (player, BYE)."""
    rules = task.rules
    wanted = list(pairs)
    byes = [a or b for a, b in wanted if BYE in (a, b)]
    matches, broken, new = tables(
        task, {frozenset(both) for both in wanted if BYE not in both}, _Seated(task)
    )
    lowest = rules.lowest_bye(task.free)
    plan = RoundPlan(
        task.before.number,
        matches,
        (*_byes(task, byes), *asked_byes(task)),
        tuple(_relaxed(rules, matches, byes)),
        notes(task, matches),
    )
    check_plan(plan, task.field, task.seated, task.system)
    had = full_byes(task.before)
    seats = [m.seats for m in matches]
    apart = [_apart(rules, m) for m in matches if m.table in new]
    of_byes = {p: rules.bye_distance(p, lowest) for p in byes}
    return Repair(
        plan=plan,
        broken=broken,
        new=new,
        byes_changed=byes_changed(task.before, plan),
        bye_above=sum(above for player, above in of_byes.items() if player not in had),
        distance=sum(apart),
        objective=objective_of(rules, [*((a, b) for a, b in seats), *((p, BYE) for p in byes)]),
        relaxed=plan.relaxed,
        round_distance=sum(_apart(rules, m) for m in matches) + sum(of_byes.values()),
    )


def order_of(repair: Repair) -> tuple[object, ...]:
    """What repairs are ranked by: legality, the bye, tables broken, distance, the objective of the system."""
    rules = severity(r.rule for r in repair.relaxed)
    return (rules, repair.bye_above, len(repair.broken), repair.distance, repair.objective)


def full_byes(plan: RoundPlan) -> set[int]:
    """Who has a bye given by the pairing."""
    return {b.player for b in plan.byes if b.kind is ByeKind.FULL}


def byes_changed(before: RoundPlan, after: RoundPlan) -> tuple[int, ...]:
    """Players whose bye is new, gone or of another kind."""
    old, new = ({(b.player, b.kind) for b in plan.byes} for plan in (before, after))
    return tuple(sorted({player for player, _ in old ^ new}))


def asked_byes(task: Task) -> tuple[PlannedBye, ...]:
    """The byes that were asked for; one that was there before keeps its reasons."""
    before = {(b.player, b.kind): b for b in task.before.byes if b.why}
    return tuple(before.get(asked) or requested_bye(*asked) for asked in task.asked.items())


def notes(task: Task, matches: Iterable[PlannedMatch]) -> tuple[Reason, ...]:
    """What stays against the rules of the round because it is being played, and fixed tables that are taken."""
    at = {p: m.table for m in matches for p in m.seats}
    entrants = task.field.entrants
    moved = tuple(
        because(wording.FIXED_TAKEN, player=p, table=fixed)
        for p, table in sorted(at.items(), key=lambda item: item[1])
        if p in entrants and (fixed := entrants[p].fixed_table) is not None and fixed != table
        and not any(entrants[q].fixed_table == table for q in at if at[q] == table and q in entrants)
    )  # fmt: skip
    return (*task.notes(), *moved)


# --- tables ---------------------------------------------------------------------------------------------------------
class Seats(Protocol):
    """Orders new tables, and seats them."""

    def rank(self, players: frozenset[int]) -> Any:
        """New tables come in this order."""

    def match(self, players: frozenset[int], table: int) -> PlannedMatch:
        """A new table with its seats and reasons."""


def tables(
    task: Task, wanted: set[frozenset[int]], seated: Seats
) -> tuple[tuple[PlannedMatch, ...], tuple[int, ...], tuple[int, ...]]:
    """The tables in order, the numbers of the broken ones of before, and of the new ones.

    `wanted` are the tables by their players, without those that are being played.
    """
    kept = [m for m in task.before.matches if m.table in task.stays or frozenset(m.seats) in wanted]
    there = {frozenset(m.seats) for m in kept}
    broken = [m for m in task.before.matches if frozenset(m.seats) not in there]
    numbers = numbers_for(task, sorted(wanted - there, key=seated.rank), kept, broken)
    new = [seated.match(players, table) for players, table in numbers.items()]
    matches = tuple(sorted([*kept, *new], key=lambda m: m.table))
    return matches, tuple(sorted(m.table for m in broken)), tuple(sorted(m.table for m in new))


def numbers_for(
    task: Task,
    new: Sequence[frozenset[int]],
    unchanged: Iterable[PlannedMatch],
    broken: Sequence[PlannedMatch],
    own: Mapping[frozenset[int], int] | None = None,
) -> dict[frozenset[int], int]:
    """A number for each new table: a fixed one, or its own, else where one of its players has been sitting, else the
    next that is free.
    """
    taken = {m.table for m in unchanged}
    sat = {p: m.table for m in broken for p in m.seats}
    found: dict[frozenset[int], int] = {}

    def give(players: frozenset[int], wishes: Iterable[int | None]) -> None:
        free = [w for w in wishes if w is not None and w not in taken]
        if players not in found and free:
            found[players] = min(free)
            taken.add(found[players])

    entrants = task.field.entrants
    for players in new:
        give(players, [entrants[p].fixed_table for p in players if p in entrants])
    for players in new:
        give(players, [(own or {}).get(players)])
    for players in new:
        give(players, [sat.get(p) for p in players])
    last = max(taken.union(m.table for m in broken), default=0)
    further = task.field.snapshot.tables.after(last, len(new))
    for players in new:
        give(players, [m.table for m in broken])
        give(players, further)
    return found


class _Seated:
    """Seats new tables of two."""

    def __init__(self, task: Task) -> None:
        self.task, self.rules = task, task.rules
        self.place = {p: at for at, p in enumerate(self.rules.order)}

    def rank(self, players: frozenset[int]) -> tuple[object, ...]:
        """New tables come from the top."""
        scores = sorted(-self.rules.score[p] for p in players)
        return (scores, sorted(self.place[p] for p in players))

    def match(self, players: frozenset[int], table: int) -> PlannedMatch:
        a, b = sorted(players, key=self.place.__getitem__)
        score = self.rules.score
        fixed = [p for p in (a, b) if self.task.field.entrants[p].fixed_table == table]
        why = [because(wording.PAIRED_ANEW), why_score(score[a], score[b], a, b)]
        why += [because(FIXED_TABLE, player=p, table=table) for p in fixed[:1]]
        return PlannedMatch(table, self.rules.seat(a, b), tuple(why))


def why_score(score: int, other_score: int, player: int, opponent: int) -> Reason:
    """Same score, or how far apart."""
    if score == other_score:
        return because(SAME_SCORE, score=score)
    if score < other_score:
        score, other_score, player, opponent = other_score, score, opponent, player
    return because(
        wording.APART,
        player=player,
        score=score,
        other_player=opponent,
        met_score=other_score,
        apart_score=score - other_score,
    )


def _byes(task: Task, players: Iterable[int]) -> tuple[PlannedBye, ...]:
    before = {b.player: b for b in task.before.byes if b.kind is ByeKind.FULL}
    new = (because(wording.BYE_ANEW),)
    return tuple(before.get(p, PlannedBye(p, why=new)) for p in players)


def _apart(rules: Rules, match: PlannedMatch) -> int:
    a, b = match.seats
    return abs(rules.score[a] - rules.score[b])


def _relaxed(rules: Rules, matches: Iterable[PlannedMatch], byes: Iterable[int]) -> Iterable[Relaxation]:
    for match in matches:
        yield from (
            Relaxation(rule, who, reason_of_rule(rule, who)) for rule, who in _at_two(rules, match.seats)
        )
    for player in byes:
        if player in rules.had_bye:
            yield Relaxation(SECOND_BYE, (player,), reason_of_rule(SECOND_BYE, (player,)))


def broken_at(task: Task, seats: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The rules a table breaks, each with the players it is about."""
    if task.system.seats == TWO:
        yield from _at_two(task.rules, seats)
    else:
        yield from ((FORBIDDEN, both) for both in forbidden_at(seats, task.field))


def _at_two(rules: Rules, seats: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    a, b = seats
    yield from ((rule, (a, b)) for rule in rules.broken_by(a, b))
