"""Which matches are called next to which tables: docs/rules/queue.md, A3.

Of all sets of ready matches without a player twice, each at a free table it may use, the best by the first
difference: the desk's marks, most matches, the keys of the matches from the best on, fewest matches without a
need at tables with tags, lowest tables. `pairing.queue.calls` says which sets there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from pairing.matching.assignment import cheapest
from pairing.matching.problem import bits
from pairing.model.moments import MatchId
from pairing.model.reasons import Reason
from pairing.model.work import UNLIMITED, TooMuchWork, Work
from pairing.queue.calls import Calls, Seating
from pairing.queue.reasons import key_of, why_before, why_called
from pairing.queue.state import MatchState, QueueMatch, QueueState, QueueTable, Waiting, spoils

# The search for the best set is not always short: with players in several matches and fixed tables it is a
# three-dimensional matching. Part of the rule, so the same state gives the same calls on any machine.
MOST_STEPS = 60_000


@dataclass(frozen=True, slots=True)
class Call:
    """A match that is to be called to a table. `reasons`: why before the first that could be played and is not
    called; none where all are called.
    """

    match: MatchId
    table: int
    seats: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class InLine:
    """A waiting match: its place in the line from 1, why it is not called (None: it is ready), and why the one
    before it in the line goes first (None: it is the first).
    """

    match: QueueMatch
    place: int
    waiting: Waiting | None
    why_behind: Reason | None


def choose(state: QueueState, work: Work = UNLIMITED) -> tuple[Call, ...]:
    """The calls of this moment, the best match first; none while the queue is paused.

    Errors: TooMuchWork, where more steps are needed than allowed.
    """
    if state.options.paused:
        return ()
    lined_up = in_line(state)
    why = {match.id: state.waiting(match) for match in lined_up}
    ready = [match for match in lined_up if why[match.id] is None]
    called = [ready[at] for at in best_set(state, ready, work)]
    rivals = [m for m in lined_up if m not in called and why[m.id] in (None, Waiting.NO_TABLE)]
    return tuple(
        Call(match.id, table.number, match.players, why_called(state, match, table, rivals))
        for match, table in zip(called, best_tables(state, called), strict=True)
    )


def in_line(state: QueueState) -> list[QueueMatch]:
    """All waiting matches in the order of their keys."""
    waiting = (match for match in state.matches if match.state is MatchState.WAITING)
    return sorted(waiting, key=lambda match: key_of(state, match))


def line(state: QueueState) -> tuple[InLine, ...]:
    """All waiting matches in their order, with what keeps each from being called and why the one before goes
    first.
    """
    matches = in_line(state)
    before: list[QueueMatch | None] = [None, *matches]
    return tuple(
        InLine(match, place, state.waiting(match), None if one is None else why_before(state, one, match))
        for place, (one, match) in enumerate(zip(before, matches, strict=False), 1)
    )


def best_set(state: QueueState, ready: Sequence[QueueMatch], work: Work = UNLIMITED) -> list[int]:
    """The best set of these matches, which stand in the order of their keys: their places in the list. Where it
    takes more than `MOST_STEPS` to find, one after another is taken that goes with those before it.

    Errors: TooMuchWork.
    """
    place = {table.number: at for at, table in enumerate(state.tables)}
    tables = [sum(1 << place[table.number] for table in state.free_tables(match)) for match in ready]
    bounded = Work(MOST_STEPS)
    calls = Calls([match.players for match in ready], tables, bounded)
    try:
        best = _best(calls, [at for at, match in enumerate(ready) if match.first is not None])
    except TooMuchWork:
        best = _in_turn(calls, range(len(ready)))[0]
    work.take(bounded.steps)
    return best


def _in_turn(calls: Calls, matches: Iterable[int]) -> tuple[list[int], Seating, int]:
    """Those of these matches that go with the ones before them, where they sit, and who is not ruled out then."""
    taken, seating, left = list[int](), dict[int, int](), (1 << len(calls.seats)) - 1
    for at in matches:
        after = calls.seat(seating, at) if left >> at & 1 else None
        if after is not None:
            taken, seating, left = [*taken, at], after, left & ~calls.rules_out[at]
    return taken, seating, left


def _best(calls: Calls, marked: Sequence[int]) -> list[int]:
    """Marked matches are taken in turn. Then there is a plan of as many more as possible, and every match in turn is
    taken if some plan as large has it. Errors: TooMuchWork.
    """
    taken, seating, left = _in_turn(calls, marked)
    left &= ~sum(1 << at for at in marked)
    plan = calls.most(seating, left)
    for at in bits(left):
        after = calls.seat(seating, at) if plan and left >> at & 1 else None
        left &= ~(1 << at)
        if after is None:
            continue
        apart = left & ~calls.rules_out[at]
        planned = plan >> at & 1
        rest = plan ^ 1 << at if planned else calls.more(after, apart, plan.bit_count() - 1, plan)
        if rest is not None:
            taken, seating, left, plan = [*taken, at], after, apart, rest
    return taken


def best_tables(state: QueueState, called: Sequence[QueueMatch]) -> list[QueueTable]:
    """The table of each of these matches, which stand in the order of their keys: as few matches without a need
    as possible at tables with tags, then the lowest numbers, the first match before the second.

    A cheapest assignment, whose costs have a digit for each match. Of tables that are alike no more than there
    are matches are looked at.
    """
    count = len(called)
    allowed = [_by_cost(match, state.free_tables(match))[:count] for match in called]
    by_number = {table.number: table for some in allowed for table in some}
    tables = [by_number[number] for number in sorted(by_number)]
    base = len(tables) + 1
    never = base ** (count + 2)
    cost = [[0] * len(tables) for _ in tables]
    for row, (match, some) in enumerate(zip(called, allowed, strict=True)):
        cost[row] = [
            spoils(match, table) * base**count + at * base ** (count - 1 - row) if table in some else never
            for at, table in enumerate(tables)
        ]
    return [tables[column] for column in cheapest(cost)[:count]]


def worth(state: QueueState, calls: Mapping[MatchId, int]) -> tuple[Any, ...]:
    """What these calls (tables by match) are worth by each objective of A3, the lower the better: marks, how many,
    keys of the matches, matches that need no tag at tables that have one, tables.
    """
    table_of = {table.number: table for table in state.tables}
    called = [match for match in in_line(state) if match.id in calls]
    marks = [match.first for match in called if match.first is not None]
    return (
        (*sorted(marks), inf),
        -len(called),
        tuple(key_of(state, match) for match in called),
        sum(spoils(match, table_of[calls[match.id]]) for match in called),
        tuple(calls[match.id] for match in called),
    )


def _by_cost(match: QueueMatch, tables: Sequence[QueueTable]) -> list[QueueTable]:
    return sorted(tables, key=lambda table: (spoils(match, table), table.number))
