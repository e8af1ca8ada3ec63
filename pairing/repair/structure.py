"""Systems that leave no choice: brackets, round robins, schedules planned ahead.

Who meets whom follows from the results and the list of players, so there is one repair: the round as the system gives
it now, with whatever is unchanged left where it is. In a bracket the winner of a corrected match takes the place of
the loser; in a round robin the opponent of somebody who has left rests; in a schedule a house player takes an empty
chair. Tables that are being played stay; if one of them is in the way of what the system gives, there is no repair.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pairing.engine import check_plan
from pairing.model.errors import Impossible
from pairing.model.types import TWO, PlannedMatch, Relaxation, RoundPlan
from pairing.repair import wording
from pairing.repair.assemble import asked_byes, broken_at, byes_changed, full_byes, notes, numbers_for
from pairing.repair.edges import BYE, objective_of
from pairing.repair.rules import forbidden_at, reason_of_rule
from pairing.repair.types import Repair, Task

FIXED = frozenset({"bracket", "double_elimination", "round_robin"})


def repaired(task: Task) -> Repair:
    """The one repair. Errors: PairingError, of the system, or where a table that is being played is in the way."""
    given = task.system.pair(task.field, task.options, task.lots)
    return repair_of_plan(task, given)


def unchanged_round(task: Task) -> Repair | None:
    """The round as it stands, where just those who have to be in it are, and no forbidden pair is made to meet."""
    tables = [m for m in task.before.matches if m.table not in task.stays]
    people = {p for m in tables for p in m.seats if not task.is_house(p)}
    if people | full_byes(task.before) != set(task.free) or any(
        forbidden_at(m.seats, task.field) for m in tables
    ):
        return None
    return repair_of_plan(task, task.before)


def repair_of_plan(task: Task, proposal: RoundPlan) -> Repair:
    """The round as a plan of the system has it, and tables that are being played as they are."""
    wanted = [m for m in proposal.matches if frozenset(m.seats) not in _sets(task.in_play)]
    for match in wanted:
        if in_way := [m.table for m in task.in_play if set(m.seats) & set(match.seats)]:
            raise Impossible(wording.HELD_UP, table=in_way[0])
    if missing := _without_table(task, proposal):
        raise Impossible(wording.HELD_UP, table=missing)
    plan, broken, new = _whole(task, proposal, wanted)
    check_plan(plan, task.field, task.seated, task.system)
    return Repair(
        plan=plan,
        broken=broken,
        new=new,
        byes_changed=byes_changed(task.before, plan),
        distance=spread(task, [m for m in plan.matches if m.table in new]),
        objective=_objective(task, plan),
        relaxed=plan.relaxed,
        round_distance=spread(task, plan.matches),
    )


def spread(task: Task, matches: list[PlannedMatch] | tuple[PlannedMatch, ...]) -> int:
    """How far apart the points are at these tables, over all pairs; house players do not count."""
    points = task.field.points
    total = 0
    for match in matches:
        people = [points[p] for p in match.seats if not task.is_house(p)]
        total += sum(abs(a - b) for at, a in enumerate(people) for b in people[:at])
    return total


def _sets(matches: tuple[PlannedMatch, ...]) -> set[frozenset[int]]:
    return {frozenset(m.seats) for m in matches}


def _without_table(task: Task, plan: RoundPlan) -> int:
    """A table being played that leaves somebody without the place the system gives; 0 where there is none."""
    seated = {p for m in plan.matches for p in m.seats} | {b.player for b in plan.byes}
    lost = [p for p in task.free if p not in seated]
    return task.in_play[0].table if lost and task.in_play else 0


def _whole(
    task: Task, proposal: RoundPlan, wanted: list[PlannedMatch]
) -> tuple[RoundPlan, tuple[int, ...], tuple[int, ...]]:
    before = {frozenset(m.seats): m for m in task.before.matches}
    kept = [*task.in_play, *(before[s] for m in wanted if (s := frozenset(m.seats)) in before)]
    there = {frozenset(m.seats) for m in kept}
    broken = [m for m in task.before.matches if frozenset(m.seats) not in there]
    by_set: Mapping[frozenset[int], PlannedMatch] = {frozenset(m.seats): m for m in wanted}
    anew = [s for s in by_set if s not in there]
    numbers = numbers_for(task, anew, kept, broken, {s: m.table for s, m in by_set.items()})
    new = [replace(by_set[s], table=table) for s, table in numbers.items()]
    matches = tuple(sorted([*kept, *new], key=lambda m: m.table))
    old_byes = {(b.player, b.kind): b for b in task.before.byes}
    free = set(task.free)
    byes = tuple(old_byes.get((b.player, b.kind), b) for b in proposal.byes if b.player in free)
    seated = {p for m in matches for p in m.seats}
    plan = replace(
        proposal,
        matches=matches,
        byes=(*byes, *asked_byes(task)),
        relaxed=(*_still(proposal, seated), *_of_kept(task, proposal)),
        notes=(*proposal.notes, *notes(task, matches)),
        house=tuple(p for p in proposal.house if p in seated),
    )
    return plan, tuple(sorted(m.table for m in broken)), tuple(sorted(m.table for m in new))


def _still(plan: RoundPlan, seated: set[int]) -> Iterator[Relaxation]:
    """What the system gives up, as far as it is still in the round."""
    rests = {b.player for b in plan.byes}
    return (r for r in plan.relaxed if seated.union(rests).issuperset(r.players))


def _of_kept(task: Task, plan: RoundPlan) -> Iterator[Relaxation]:
    """Rules that tables being played break."""
    told = {(r.rule, frozenset(r.players)) for r in plan.relaxed}
    for match in task.in_play:
        for rule, players in broken_at(task, match.seats):
            if (rule, frozenset(players)) not in told:
                yield Relaxation(rule, players, reason_of_rule(rule, players))


def _objective(task: Task, plan: RoundPlan) -> tuple[int, ...]:
    if task.system.seats != TWO:
        return ()
    pairs: list[Any] = [m.seats for m in plan.matches]
    return objective_of(task.rules, [*pairs, *((p, BYE) for p in sorted(full_byes(plan)))])
