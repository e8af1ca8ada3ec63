"""How long events take in a hall with few tables, by the order in which matches are called (rules/queue.md, A8).

Matches of 10 to 30 minutes, nobody walks, no second final. Event n of a column is drawn from the seed
`hall-NAME-n`; the matches are called one after another by the product's own forward run (`pairing.queue.estimates`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any, TypeAlias

from pairing import engine
from pairing.model.lots import lot
from pairing.model.moments import MatchId, Moment
from pairing.model.types import Entrant, Match, Round, RoundPlan, RoundStatus, Snapshot
from pairing.queue.estimates import Hall, Run, seats_of
from pairing.queue.moments import state_at
from pairing.queue.state import QueueState
from research.report import as_columns

EVENTS = 100
LENGTHS = tuple(range(600, 1801))
Order: TypeAlias = Callable[["HallRun", MatchId], Any]


@dataclass(frozen=True, slots=True)
class Column:
    """An event: so many players, tables and, of a Swiss, rounds."""

    name: str
    label: str
    system: str
    players: int
    tables: int
    rounds: int | None = None


COLUMNS = (
    Column("knock-out", "knock-out 32, 6 tables", "bracket", 32, 6),
    Column("double", "double elim. 16, 4 tables", "double_elimination", 16, 4),
    Column("robin-10", "round robin 10, 3 tables", "round_robin", 10, 3),
    Column("robin-8", "round robin 8, 3 tables", "round_robin", 8, 3),
    Column("swiss", "Swiss 24, 8 tables, 5 rounds", "monrad", 24, 8, 5),
)


OPTIONS: Mapping[str, dict[str, Any]] = {
    "round_robin": {"schedule": "whole"},
    "bracket": {"advance": "match"},
    "double_elimination": {"advance": "match", "second_final": False},
}


class HallRun(Run):
    """An evening. `waits`: seconds between two matches of one player."""

    def __init__(self, hall: Hall, order: Order | None, played: set[int]) -> None:
        self.order, self.played, self.waits = order, played, list[int]()
        super().__init__(hall, 0)

    def _key(self, id: MatchId) -> Any:
        return super()._key(id) if self.order is None else self.order(self, id)

    def _begin(self, id: MatchId, table: int, age: int) -> None:
        players = [seat for seat in self.seats[id] if isinstance(seat, int)]
        self.waits += [self.clock - self.since[player] for player in players if player in self.played]
        self.played.update(players)
        super()._begin(id, table, age)


def in_order_of_play(_run: HallRun, id: MatchId) -> Any:
    """Round and number."""
    return id


# The rows: how many rounds ahead (of schedules and brackets), and what goes first; None: the rule's own.
ROWS: Mapping[str, tuple[int | None, Order | None]] = {
    "round by round, order of play": (0, in_order_of_play),
    "early, order of play": (1, in_order_of_play),
    "A3: chain, wait; schedules ahead 1": (1, None),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """Minutes to the end of the event, their standard error, and waits in minutes: the median and 95 %."""

    column: str
    order: str
    minutes: float
    error: float
    median: float
    most: float


def simulated(events: int = EVENTS) -> list[Cell]:
    """Every cell of the table, from so many events each."""
    return [
        _cell(column, row, events)
        for row in ROWS
        for column in COLUMNS
        if column.rounds is None or not row.startswith("early")  # in a Swiss no match begins before its round
    ]


def _cell(column: Column, row: str, events: int) -> Cell:
    ahead, order = ROWS[row]
    snapshot = _begun(column)
    state = _state(snapshot, column)
    if column.system != "round_robin":
        ahead = None if ahead else 0
    state = replace(state, options=replace(state.options, ahead=ahead))
    ends, waits = list[float](), list[int]()
    for number in range(1, events + 1):
        evening = _evening(column, snapshot, state, order, f"hall-{column.name}-{number}")
        ends.append(evening[0] / 60)
        waits += evening[1]
    waits.sort()
    error = stdev(ends) / sqrt(events) if events > 1 else 0.0
    median, most = (waits[int(len(waits) * share)] / 60 for share in (0.5, 0.95))
    return Cell(column.label, row, fmean(ends), error, median, most)


def _evening(
    column: Column, snapshot: Snapshot, state: QueueState, order: Order | None, seed: str
) -> tuple[int, list[int]]:
    """When an event ends, and the waits of its players."""
    waits, played = list[int](), set[int]()
    for number in range(1, (column.rounds or 1) + 1):
        run = HallRun(Hall(seed, state, *seats_of(snapshot, state), LENGTHS), order, played)
        run.play()
        waits += run.waits
        if number < (column.rounds or 1):
            snapshot = _next_round(snapshot, seed)
            players = tuple(replace(p, since=run.since[p.id]) for p in state.players)
            state = replace(_state(snapshot, column), now=run.over, players=players, options=state.options)
    return run.over, waits


def _next_round(snapshot: Snapshot, seed: str) -> Snapshot:
    """The last round with results, drawn, and the next one."""
    *before, last = snapshot.rounds
    won = (replace(m, result=("1-0", "0-1")[lot(seed, last.number, m.table) % 2]) for m in last.matches)
    done = replace(last, status=RoundStatus.COMPLETED, matches=tuple(won))
    snapshot = replace(snapshot, rounds=(*before, done))
    return replace(snapshot, rounds=(*before, done, _round(engine.pair(snapshot))))


def _begun(column: Column) -> Snapshot:
    """The event with its first round; a round robin with all of them."""
    entrants = tuple(Entrant(n, rating=2000 - n) for n in range(1, column.players + 1))
    event = Snapshot(entrants, system=column.system, options=OPTIONS.get(column.system, {}), draw_seed="hall")
    event = replace(event, rounds=(_round(engine.pair(event)),))
    return replace(event, rounds=tuple(map(_round, engine.open_rounds(event))) or event.rounds)


def _round(plan: RoundPlan) -> Round:
    return Round(plan.number, RoundStatus.IN_PROGRESS, tuple(Match(m.table, m.seats) for m in plan.matches))


def _state(snapshot: Snapshot, column: Column) -> QueueState:
    come = Moment(0, "come", {"come": [entrant.id for entrant in snapshot.entrants]})
    tables = Moment(0, "open_tables", {"open_tables": list(range(1, column.tables + 1))})
    return state_at(snapshot, (come, tables))


def as_text(cells: list[Cell], events: int) -> str:
    """The table: minutes with their standard error, and the waits in brackets."""
    shown = {
        (c.order, c.column): f"{c.minutes:.1f} ± {c.error:.1f} ({c.median:.0f}, {c.most:.0f})" for c in cells
    }
    rows = [[row, *(shown.get((row, column.label), "-") for column in COLUMNS)] for row in ROWS]
    head = f"Minutes to the end of {events} events (waits of players: median, 95 %)"
    return "\n".join([head, "", *as_columns([["order of call", *(c.label for c in COLUMNS)], *rows])])
