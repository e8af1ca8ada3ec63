"""Changes of a round made by hand: two players exchanged, two paired, a table moved. Each gives a new plan.

Nothing is judged here: `judge` says which rules the new plan breaks. Tables that stay as they are keep their reasons;
those that change say that somebody did it. Errors: PairingError, that names the argument; then nothing is changed.
"""

from collections.abc import Iterable
from dataclasses import replace

from pairing.model.errors import PairingError
from pairing.model.reasons import Reason, because
from pairing.model.types import TWO, ByeKind, PlannedBye, PlannedMatch, RoundPlan
from pairing.repair import wording


def swapped(plan: RoundPlan, a: int, b: int) -> RoundPlan:
    """The two players in each other's seats; a bye can be a seat too (also one that was asked for goes by its kind)."""
    _check_players(plan, a, b)
    other = {a: b, b: a}

    def match(m: PlannedMatch) -> PlannedMatch:
        seats = tuple(other.get(p, p) for p in m.seats)
        if set(seats) == set(m.seats):
            return replace(m, seats=seats, why=_by_hand(m.why)) if seats != m.seats else m
        return replace(m, seats=seats, why=(because(wording.BY_HAND),))

    def bye(x: PlannedBye) -> PlannedBye:
        if x.player not in other:
            return x
        return replace(x, player=other[x.player], why=(because(wording.BYE_BY_HAND),))

    return _made(plan, map(match, plan.matches), map(bye, plan.byes))


def paired_by_hand(plan: RoundPlan, a: int, b: int) -> RoundPlan:
    """The two at one table, for tables of two.

    Their opponents meet each other, or the one who is left over has a bye. The two take the lower number of the tables
    they come from, the others the other one; where both had a bye, the next number.
    """
    _check_players(plan, a, b)
    if wide := next((len(m.seats) for m in plan.matches if len(m.seats) != TWO), None):
        raise PairingError(wording.NOT_TWO, seats=wide)
    of = {p: m for m in plan.matches for p in m.seats}
    if a in of and of[a] is of.get(b):
        return plan
    theirs = sorted((of[p] for p in (a, b) if p in of), key=lambda m: m.table)
    left = [p for m in theirs for p in m.seats if p not in (a, b)]
    why = (because(wording.BY_HAND),)
    numbers = [m.table for m in theirs] or [max(of[p].table for p in of) + 1 if of else 1]
    new = [PlannedMatch(numbers[0], (a, b), why)]
    byes = [x for x in plan.byes if x.player not in (a, b)]
    if len(left) == TWO:
        new.append(PlannedMatch(numbers[1], (left[0], left[1]), why))
    else:
        byes += [PlannedBye(p, ByeKind.FULL, (because(wording.BYE_BY_HAND),)) for p in left]
    return _made(plan, [*(m for m in plan.matches if m not in theirs), *new], byes)


def moved(plan: RoundPlan, table: int, to_table: int) -> RoundPlan:
    """The match of a table at another number; where that is taken, the two change places."""
    numbers = {m.table for m in plan.matches}
    if table not in numbers:
        raise PairingError(wording.NO_SUCH_TABLE, where="table", table=table)
    if to_table < 1:
        raise PairingError(wording.BAD_TABLE, table=to_table)
    if table == to_table:
        return plan
    other = {table: to_table, to_table: table}

    def match(m: PlannedMatch) -> PlannedMatch:
        if m.table not in other:
            return m
        now = other[m.table]
        kept = tuple(r for r in m.why if r.code != wording.MOVED_BY_HAND)
        why = (*kept, because(wording.MOVED_BY_HAND, from_table=m.table, table=now))
        return replace(m, table=now, why=why)

    return _made(plan, map(match, plan.matches), plan.byes)


def _check_players(plan: RoundPlan, a: int, b: int) -> None:
    if a == b:
        raise PairingError(wording.SAME_PLAYER, player=a)
    there = {p for m in plan.matches for p in m.seats} | {x.player for x in plan.byes}
    for player in (a, b):
        if player not in there:
            raise PairingError(wording.NO_SUCH_PLAYER, where="players", player=player)


def _by_hand(why: tuple[Reason, ...]) -> tuple[Reason, ...]:
    by_hand = because(wording.BY_HAND)
    return why if by_hand in why else (*why, by_hand)


def _made(plan: RoundPlan, matches: Iterable[PlannedMatch], byes: Iterable[PlannedBye]) -> RoundPlan:
    """The changed plan; a rule given up counts only where its players are still together, or still rest.
    Groups that were joined stay so.
    """
    tables = tuple(sorted(matches, key=lambda m: m.table))
    rests = tuple(byes)
    together = [set(m.seats) for m in tables] + [{x.player} for x in rests]
    relaxed = tuple(
        r for r in plan.relaxed if r.rule == "join" or any(s.issuperset(r.players) for s in together)
    )
    seated = {p for m in tables for p in m.seats}
    house = tuple(p for p in plan.house if p in seated)
    return replace(plan, matches=tables, byes=rests, relaxed=relaxed, house=house)
