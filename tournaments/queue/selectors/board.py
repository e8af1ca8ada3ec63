"""The queue as it is read: what is at each table, and the line of those who wait, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from statistics import median

from django.utils.translation import gettext, pgettext

from pairing.model.moments import MatchId
from pairing.queue.chains import games_by_id
from pairing.queue.choice import InLine
from pairing.queue.estimates import FEWEST
from pairing.queue.state import AT_A_TABLE, MatchState, QueueMatch, QueueTable, Waiting
from tournaments.brackets.selectors.brackets import Bracket, GameRow, drawn
from tournaments.names.namesakes import names_of_entrants
from tournaments.queue.selectors.now import QueueNow

NEXT_SHOWN = 5


@dataclass(frozen=True, slots=True)
class MatchText:
    """A match in words: who plays, and in which part of the event. `round` and `number` name it."""

    round: int
    number: int
    names: tuple[str, str]
    players: tuple[int | None, int | None]
    part: str

    @property
    def id(self) -> str:
        """As forms name it: 2-5."""
        return f"{self.round}-{self.number}"


@dataclass(frozen=True, slots=True)
class Start:
    """When a match will about start; more than an hour away without a range. `minutes`: from now."""

    at: datetime
    minutes: int
    low: datetime | None = None
    high: datetime | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: what is there, since when, and how long that is of the usual length (per cent)."""

    number: int
    state: str
    label: str
    match: MatchText | None = None
    since: datetime | None = None
    minutes: int = 0
    share: int = 0
    is_late: bool = False
    sent_back: int = 0
    tags: tuple[str, ...] = ()
    is_only: bool = False
    kept_for: MatchText | None = None

    @property
    def match_id(self) -> str:
        """The match there, as forms name it; "" at a table without one."""
        return self.match.id if self.match else ""

    @property
    def is_long(self) -> bool:
        """Longer than usual."""
        return self.share > 100

    @property
    def bar(self) -> int:
        """How much of its bar is filled, in per cent."""
        return min(self.share, 100)


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A match that waits: its place, the state in words, and why it stands behind the one before it. `elsewhere`: which
    of its players play in another event, and in which.
    """

    place: int
    match: MatchText
    is_ready: bool
    state: str
    label: str
    why: str = ""
    until: datetime | None = None
    is_first: bool = False
    needs: str = ""
    sent_back: int = 0
    start: Start | None = None
    elsewhere: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Board:
    """The whole queue. `line`: those who could be called; `kept`: those something keeps; `to_come`: matches whose
    players are not all known; `nowhere`: those called or played at no table. `proposed`: what one press would call,
    table and match.
    """

    tables: tuple[TableRow, ...]
    line: tuple[WaitingRow, ...]
    kept: tuple[WaitingRow, ...]
    to_come: tuple[WaitingRow, ...]
    nowhere: tuple[MatchText, ...]
    proposed: tuple[tuple[int, MatchText], ...]
    usual_minutes: int | None
    end: datetime | None
    played: int
    matches: int
    calls_by_itself: bool
    accepts_by_itself: bool
    is_paused: bool

    @property
    def next(self) -> tuple[WaitingRow, ...]:
        """The first few with both players known."""
        return (*self.line, *self.kept)[:NEXT_SHOWN]

    @property
    def tags(self) -> tuple[str, ...]:
        """What a match may need of a table, in the order of the tables."""
        return tuple(dict.fromkeys(tag for row in self.tables for tag in row.tags))

    @property
    def rounds(self) -> tuple[tuple[int, str, str], ...]:
        """Rounds with matches that wait, by number: what each is called, and the tag that all of these need ("": none,
        or not the same).
        """
        names, needs = dict[int, str](), dict[int, set[str]]()
        for row in (*self.line, *self.kept, *self.to_come):
            names[row.match.round] = row.match.part
            needs.setdefault(row.match.round, set()).add(row.needs)
        return tuple(
            (number, names[number], min(needs[number]) if len(needs[number]) == 1 else "")
            for number in sorted(names)
        )

    @property
    def free(self) -> int:
        """How many tables are free."""
        return sum(row.state == "free" for row in self.tables)

    @property
    def playing(self) -> int:
        """How many matches are played."""
        return sum(row.state == "playing" for row in self.tables)

    @property
    def called(self) -> tuple[TableRow, ...]:
        """Tables to which a match is called, the newest call first."""
        rows = [row for row in self.tables if row.state == "called"]
        return tuple(sorted(rows, key=lambda row: row.minutes))


def board(queue: QueueNow) -> Board:
    """The queue in words."""
    return _Words(queue).board()


class _Words:
    """The words of one queue."""

    def __init__(self, queue: QueueNow) -> None:
        self.queue, self.state = queue, queue.state
        self.names = names_of_entrants(queue.snapshot.entrants)
        is_drawn = queue.state.options.ahead is None and bool(queue.snapshot.rounds)
        bracket = drawn(queue.snapshot)[0] if is_drawn else None
        self.parts = _parts(queue, bracket)
        self.sources = _games(bracket)
        self.usual = _usual_seconds(queue)

    def board(self) -> Board:
        options, told = self.state.options, self.queue.estimates
        rows = [self._waiting(row) for row in self.queue.line]
        known = [row for row in rows if row.state != Waiting.UNKNOWN]
        return Board(
            tables=tuple(self._table(table) for table in self.state.tables),
            line=tuple(row for row in known if row.is_ready or row.state == Waiting.NO_TABLE),
            kept=tuple(row for row in known if not row.is_ready and row.state != Waiting.NO_TABLE),
            nowhere=tuple(
                self.text(match)
                for match in self.state.matches
                if match.state in AT_A_TABLE and match.table is None
            ),
            to_come=tuple(row for row in rows if row.state == Waiting.UNKNOWN),
            proposed=tuple(
                (call.table, self.text(self.state.match[call.match])) for call in self.queue.proposals
            ),
            usual_minutes=None if self.usual is None else max(round(self.usual / 60), 1),
            end=self._moment(told.end.at) if told is not None and told.end is not None else None,
            played=sum(match.state is MatchState.PLAYED for match in self.state.matches),
            matches=len(self.state.matches),
            calls_by_itself=options.call,
            accepts_by_itself=options.accept,
            is_paused=options.paused,
        )

    def text(self, match: QueueMatch) -> MatchText:
        """A match in words."""
        first, second = match.seats
        names = (self._name(match.id, 0, first), self._name(match.id, 1, second))
        return MatchText(*match.id, names, (first, second), self.parts.get(match.id[0], ""))

    def _name(self, id: MatchId, seat: int, player: int | None) -> str:
        if player is not None:
            return self.names.get(player) or str(player)
        return self.sources[id].sides[seat].text if id in self.sources else "?"

    def _table(self, table: QueueTable) -> TableRow:
        match = self.queue.at_table.get(table.number)
        state = "closed" if table.closed else "free"
        row = TableRow(table.number, state, TABLE_LABELS[state](), tags=table.tags, is_only=table.only)
        row = replace(row, kept_for=self._kept_for(table))
        if match is None:
            return row
        age, state = self.state.now - (match.since or 0), match.state.value
        return replace(
            row,
            state=state,
            label=TABLE_LABELS[state](),
            match=self.text(match),
            since=self._moment(match.since or 0),
            minutes=age // 60,
            share=round(100 * age / self.usual) if self.usual and state == MatchState.PLAYING else 0,
            is_late=match.late,
            sent_back=match.sent_back,
        )

    def _kept_for(self, table: QueueTable) -> MatchText | None:
        match = None if table.kept_for is None else self.state.match.get(table.kept_for)
        return None if match is None else self.text(match)

    def _moment(self, seconds: int) -> datetime:
        started = self.queue.event.play_started_at
        assert started is not None
        return started + timedelta(seconds=seconds)

    def _waiting(self, row: InLine) -> WaitingRow:
        match, waiting = row.match, row.waiting
        rests = (self.state.player[player].not_before or 0 for player in match.players)
        until = (
            match.held_until
            if waiting is Waiting.HELD
            else max(rests)
            if waiting is Waiting.RESTING
            else None
        )
        there = {id: name for id, name in self.queue.elsewhere.items() if id in match.players}
        label = WAITING_LABELS["ready" if waiting is None else waiting]()
        if waiting is Waiting.PLAYER_HELD and there:
            label = gettext("a player is at a table of %(event)s") % {"event": next(iter(there.values()))}
        return WaitingRow(
            row.place,
            self.text(match),
            waiting is None,
            "ready" if waiting is None else waiting,
            label,
            row.why_behind.text(gettext) if row.why_behind else "",
            None if until is None else self._moment(until),
            match.first is not None,
            match.needs or "",
            match.sent_back,
            self._start(match.id),
            there,
        )

    def _start(self, id: MatchId) -> Start | None:
        told = self.queue.estimates
        estimate = None if told is None else told.start.get(id)
        if estimate is None:
            return None
        low, high = (None if at is None else self._moment(at) for at in (estimate.low, estimate.high))
        minutes = max(round((estimate.at - self.state.now) / 60), 0)
        return Start(self._moment(estimate.at), minutes, low, high)


TABLE_LABELS = {
    "free": lambda: pgettext("a table", "free"),
    "closed": lambda: pgettext("a table", "closed"),
    "called": lambda: pgettext("a match", "called"),
    "playing": lambda: pgettext("a match", "playing"),
}
WAITING_LABELS = {
    "ready": lambda: pgettext("a match", "ready"),
    Waiting.UNKNOWN: lambda: gettext("a player is not known yet"),
    Waiting.HELD: lambda: pgettext("a match", "held"),
    Waiting.PLAYER_HELD: lambda: gettext("a player is away or pauses"),
    Waiting.BUSY: lambda: gettext("a player is at a table"),
    Waiting.RESTING: lambda: gettext("a player rests"),
    Waiting.LATER: lambda: gettext("its round may not begin yet"),
    Waiting.NO_TABLE: lambda: gettext("ready, no table is free"),
}


def _parts(queue: QueueNow, bracket: Bracket | None) -> Mapping[int, str]:
    """What each round is called: the stage of a bracket, else its number."""
    rounds = {id[0] for id in queue.state.match}
    names = {number: gettext("Round %(number)s") % {"number": number} for number in rounds}
    if bracket is not None:
        staged = zip(bracket.stages, bracket.view.rounds, strict=True)
        names |= {number: stage.name for stage, number in staged if number is not None}
    return names


def _games(bracket: Bracket | None) -> Mapping[MatchId, GameRow]:
    """The games of a bracket by round and number: they say where a player will come from."""
    if bracket is None:
        return {}
    rows = {row.game.number: row for row in bracket.rows}
    return {id: rows[game.number] for id, game in games_by_id(bracket.view).items()}


def _usual_seconds(queue: QueueNow) -> float | None:
    """How long a match usually takes: the middle of those that are over, else what was declared."""
    lengths = [
        m.ended - m.called for m in queue.state.matches if m.ended is not None and m.called is not None
    ]
    if len(lengths) >= FEWEST:
        return median(lengths)
    minutes = queue.state.options.minutes
    return None if minutes is None else 60.0 * minutes
