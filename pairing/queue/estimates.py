"""When waiting matches will about start: the queue run forward 41 times (docs/rules/queue.md, A5)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from math import inf
from typing import TypeAlias

from pairing.model.lots import lot
from pairing.model.moments import MatchId
from pairing.model.types import Snapshot
from pairing.queue.chains import games_by_id, open_bracket
from pairing.queue.state import AT_A_TABLE, OVER, MatchState, QueueMatch, QueueState, spoils
from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.view import Side

RUNS = 41
MOST = 250  # matches that are run forward; of those behind them nothing is told
MIDDLE, LOW, HIGH = 20, 4, 36  # of the 41 in order: the median, the 5th lowest, the 5th highest
FEWEST = 8  # finished matches before their lengths are told from
FACTORS = (6, 8, 10, 12, 15)  # tenths of the declared length
HOUR, QUARTER, MINUTE = 3600, 900, 60
# Where a player comes from: the winner (True) or the loser of a match.
Source: TypeAlias = tuple[MatchId, bool]
Seat: TypeAlias = int | Source | None
NOBODY: MatchId = (0, 0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """In seconds since the start of the event. Over an hour away it is a quarter of an hour of the clock
    without a range (`low` and `high` are None).
    """

    at: int
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Estimates:
    """`start` of every waiting match that will start, `end`: when all matches that are known or follow are
    over, None where they are too many to tell.
    """

    start: Mapping[MatchId, Estimate]
    end: Estimate | None


def estimates(snapshot: Snapshot, state: QueueState) -> Estimates | None:
    """The estimates of this moment, the same for everybody who asks; None while nobody can tell: with fewer
    than eight finished matches and no declared length, and while the queue is paused.
    """
    finished = [length for match in state.matches if (length := _length(match)) is not None]
    if state.options.paused or (len(finished) < FEWEST and state.options.minutes is None):
        return None
    lengths = finished if len(finished) >= FEWEST else None
    coming = [match for match in state.matches if match.state not in OVER]
    coming.sort(key=lambda match: (match.state not in AT_A_TABLE, match.id))
    state = replace(state, matches=tuple(sorted(coming[:MOST], key=lambda match: match.id)))
    hall = Hall(snapshot.name, state, *seats_of(snapshot, state), lengths)
    runs = [Run(hall, number).play() for number in range(RUNS)]
    begun = 0 if snapshot.started_at is None else int(datetime.fromisoformat(snapshot.started_at).timestamp())
    starts: dict[MatchId, list[int]] = {}
    for run in runs:
        for id, at in run.start.items():
            starts.setdefault(id, []).append(at)
    # A second final is told as if it was needed, by the runs in which it was.
    needed = {id for id, times in starts.items() if len(times) == RUNS or id in hall.second_finals}
    told = {id: _told(starts[id], state.now, begun) for id in needed}
    ends = [run.over for run in runs]
    is_all = len(coming) <= MOST and max(ends) > state.now
    return Estimates(told, _told(ends, state.now, begun) if is_all else None)


def _told(times: Iterable[int], now: int, begun: int) -> Estimate:
    """What is told of the times of all runs. `begun`: the time of the clock at the start of the event."""
    in_order = sorted(times)
    low, middle, high = (in_order[place * len(in_order) // RUNS] for place in (LOW, MIDDLE, HIGH))
    if middle - now <= HOUR:
        return Estimate(middle, low, high)
    return Estimate((middle + begun + QUARTER // 2) // QUARTER * QUARTER - begun)


def _length(match: QueueMatch) -> int | None:
    """How long a finished match took."""
    if match.state is not MatchState.PLAYED or match.since is None or match.ended is None:
        return None
    return max(match.ended - match.since, MINUTE)


def seats_of(
    snapshot: Snapshot, state: QueueState
) -> tuple[dict[MatchId, tuple[Seat, ...]], dict[MatchId, tuple[MatchId, int]]]:
    """Who sits in each match that is not over, or which match that player comes from; and for a first final the
    second one with the seat of whoever has not lost before: if that one wins, it is not needed.
    """
    seats: dict[MatchId, tuple[Seat, ...]] = {m.id: m.seats for m in state.matches if m.state not in OVER}
    bracket = open_bracket(snapshot)
    games = games_by_id(bracket) if bracket is not None else {}
    id_of = {game.number: id for id, game in games.items()}
    second_finals: dict[MatchId, tuple[MatchId, int]] = {}
    for id, game in games.items():
        if id in seats and None in seats[id]:
            seats[id] = tuple(_seat(side, id_of) for side in game.sides)
        first = id_of.get(game.sides[0].source.number)
        if game.part is Part.SECOND_FINAL and id in seats and first in seats:
            upper = games[first].sides[0].player
            second_finals[first] = id, seats[first].index(upper) if upper is not None else 0
    return seats, second_finals


def _seat(side: Side, id_of: Mapping[int, MatchId]) -> Seat:
    if side.player is not None or side.source.number not in id_of:
        return side.player
    return id_of[side.source.number], side.source.kind == "winner"


@dataclass(slots=True)
class Hall:
    """What all runs have in common. `lengths` of the finished matches; None: by the declared length."""

    event: str
    state: QueueState
    seats: Mapping[MatchId, tuple[Seat, ...]]
    second_final_of: Mapping[MatchId, tuple[MatchId, int]]
    lengths: Sequence[int] | None
    follows: dict[MatchId, list[tuple[MatchId, int, bool]]] = field(default_factory=dict)
    place: dict[MatchId, int] = field(default_factory=dict)
    tables: dict[tuple[MatchId, tuple[Seat, ...]], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.place = {match.id: at for at, match in enumerate(self.state.matches)}
        for id, seats in self.seats.items():
            for at, seat in enumerate(seats):
                if isinstance(seat, tuple):
                    self.follows.setdefault(seat[0], []).append((id, at, seat[1]))

    @property
    def second_finals(self) -> set[MatchId]:
        return {id for id, _upper in self.second_final_of.values()}

    def lot(self, id: MatchId, run: int) -> int:
        return lot(self.event, self.state.now, run, f"{id[0]}-{id[1]}")

    def length(self, id: MatchId, run: int, age: int, draw: int) -> int:
        """How long a match takes that has taken `age` seconds."""
        if self.lengths is None:
            declared = [(self.state.options.minutes or 0) * MINUTE * tenths // 10 for tenths in FACTORS]
            in_turn = self.place[id] + run
            return next(
                (declared[(in_turn + k) % 5] for k in range(5) if declared[(in_turn + k) % 5] > age),
                age + MINUTE,
            )
        longer = [length for length in self.lengths if length > age]
        return longer[draw % len(longer)] if longer else age + MINUTE

    def tables_for(self, match: QueueMatch, seats: tuple[Seat, ...]) -> list[int]:
        """The tables it may use with these players, the best first."""
        if (match.id, seats) not in self.tables:
            players = replace(match, seats=tuple(seat if isinstance(seat, int) else None for seat in seats))
            usable = [table for table in self.state.tables if self.state.may_use(players, table)]
            usable.sort(key=lambda table: (spoils(match, table), table.number))
            self.tables[match.id, seats] = [table.number for table in usable]
        return self.tables[match.id, seats]


class Run:
    """The rest of the event, once: the queue calls one match after another by their keys."""

    def __init__(self, hall: Hall, number: int) -> None:
        state = hall.state
        self.hall, self.number, self.clock, self.over = hall, number, state.now, state.now
        self.start: dict[MatchId, int] = {}
        self.seats = {id: list(seats) for id, seats in hall.seats.items()}
        self.since = {player.id: player.since for player in state.players}
        self.not_before = {player.id: player.not_before or 0 for player in state.players}
        self.away = {player.id for player in state.players if player.held}
        self.left = {player.id for player in state.players if player.left}
        self.busy = set(state.busy)
        self.waiting = {match.id: match for match in state.matches if match.state is MatchState.WAITING}
        self.free = {table.number for table in state.tables if table.free}
        self.ends: list[tuple[int, MatchId, int]] = []
        for at in (*self.not_before.values(), *(match.held_until for match in state.matches)):
            self._wake(at)
        for match in state.matches:
            if match.state in AT_A_TABLE:
                since = state.now if match.since is None else match.since
                self._begin(match.id, match.table or 0, state.now - since)

    def play(self) -> Run:
        """To the end, or until nothing can be called any more."""
        while True:
            self._call()
            if not self.ends:
                return self
            self.clock = self.ends[0][0]
            while self.ends and self.ends[0][0] <= self.clock:
                _at, id, table = heapq.heappop(self.ends)
                if id in self.seats:
                    self._end(id, table)

    def _wake(self, at: int | None) -> None:
        """Look again then: a rest or a hold is over."""
        if at is not None and at > self.clock:
            heapq.heappush(self.ends, (at, NOBODY, 0))

    def _begin(self, id: MatchId, table: int, age: int) -> None:
        length = self.hall.length(id, self.number, age, self.hall.lot(id, self.number))
        heapq.heappush(self.ends, (self.clock + length - age, id, table))

    def _end(self, id: MatchId, table: int) -> None:
        """Both rise, and go where the winner and the loser of this match go."""
        if table:
            self.free.add(table)
        players, self.over = self.seats.pop(id), self.clock
        for player in players:
            if isinstance(player, int):
                self.busy.discard(player)
                self.since[player] = self.clock
                self.not_before[player] = self.clock + self.hall.state.options.rest
                self._wake(self.not_before[player])
        won = self.hall.lot(id, self.number) >> 32 & 1
        for other, at, as_winner in self.hall.follows.get(id, ()):
            if other in self.seats:
                self.seats[other][at] = players[won if as_winner else 1 - won]
        second, upper = self.hall.second_final_of.get(id, (None, None))
        if second is not None and won == upper:
            del self.waiting[second], self.seats[second]

    def _call(self) -> None:
        if not self.free:
            return
        last = self._last_round()
        ready = filter(self._is_ready, takewhile(lambda id: id[0] <= last, self.waiting))
        for id in sorted(ready, key=self._key):
            match, seats = self.waiting[id], tuple(self.seats[id])
            usable = (table for table in self.hall.tables_for(match, seats) if table in self.free)
            table = next(usable, None) if self.free and self.busy.isdisjoint(seats) else None
            if table is not None:
                del self.waiting[id]
                self.start[id] = self.clock
                self.free.discard(table)
                self.busy.update(seat for seat in seats if isinstance(seat, int))
                self._begin(id, table, 0)

    def _last_round(self) -> float:
        """Of matches in the order of rounds, so the first that is not over says it."""
        ahead = self.hall.state.options.ahead
        there = (id[0] for id, seats in self.seats.items() if self.left.isdisjoint(seats))
        return inf if ahead is None else next(there, 0) + ahead

    def _is_ready(self, id: MatchId) -> bool:
        match = self.waiting[id]
        if match.hold and (match.held_until is None or match.held_until > self.clock):
            return False
        for seat in self.seats[id]:
            if not isinstance(seat, int) or seat in self.busy or seat in self.away:
                return False
            if self.not_before[seat] > self.clock and not match.waived:
                return False
        return True

    def _key(self, id: MatchId) -> tuple[bool, int, int, list[int], MatchId]:
        match = self.waiting[id]
        since = sorted(self.since[seat] for seat in self.seats[id] if isinstance(seat, int))
        return match.first is None, match.first or 0, -match.chain, since, id
