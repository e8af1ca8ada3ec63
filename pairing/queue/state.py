"""The table queue at one moment, as values, and why a waiting match is not called (docs/rules/queue.md, A1).

Times are whole seconds since the start of the event. A match is named by its round and its number in the round,
both from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from pairing.model.moments import MatchId


class MatchState(StrEnum):
    """Where a match stands. A match that nobody has to play any more is `cancelled`."""

    WAITING = "waiting"
    CALLED = "called"
    PLAYING = "playing"
    PLAYED = "played"
    CANCELLED = "cancelled"


class Waiting(StrEnum):
    """Why a waiting match is not called: of several the first in this order."""

    UNKNOWN = "unknown"
    HELD = "held"
    PLAYER_HELD = "player_held"
    BUSY = "busy"
    RESTING = "resting"
    LATER = "later"
    NO_TABLE = "no_table"


AT_A_TABLE = (MatchState.CALLED, MatchState.PLAYING)
OVER = (MatchState.PLAYED, MatchState.CANCELLED)


@dataclass(frozen=True, slots=True)
class QueueOptions:
    """`ahead`: how many rounds after the first with a match to be played may begin, None: any. `paused`:
    nothing is called. `rest` (seconds from an accepted result to the earliest call), `arrive` (a called match
    is late after so many seconds), `minutes` (declared length of a match, None: not said), `call` and `accept`
    (what happens without the desk) are carried along for who asks.
    """

    ahead: int | None = None
    paused: bool = False
    rest: int = 0
    arrive: int = 300
    minutes: int | None = None
    call: bool = False
    accept: bool = False


@dataclass(frozen=True, slots=True)
class QueuePlayer:
    """`since`: from when the wait counts. `not_before`: the end of a rest. `held`: away, paused, or at a table
    of another event (`elsewhere`); `here` nevertheless after a pause. `fixed_table`: where every match of
    this player is played. `left`: gone for good, so that no round waits for this player's matches.
    """

    id: int
    since: int = 0
    not_before: int | None = None
    held: bool = False
    fixed_table: int | None = None
    left: bool = False
    here: bool = True
    elsewhere: bool = False


@dataclass(slots=True)
class QueueTable:
    """`only`: reserved for matches that need one of its `tags`. `kept_for`: this match and no other. A `closed`
    table is not free.
    """

    number: int
    free: bool = True
    tags: tuple[str, ...] = ()
    only: bool = False
    kept_for: MatchId | None = None
    closed: bool = False


@dataclass(slots=True)
class QueueMatch:
    """A match in the queue. `seats`: players, None while not known. `hold`: held by the desk. `first`: its mark
    *first*. `needs`: a tag its table must have. `chain`: how many matches must still be played one after
    another, this one first.

    What follows decides nothing but is shown: `table` it is called to, or was (None of a match that plays: it is back
    at no table), when it was `called`, has `begun` and was `ended`, how often it was `sent_back`, until when it
    is held (`held_until`, None: until released) and `because` of what; `late`: called longer than allowed,
    `waived`: its players need not rest (this decides).
    """

    id: MatchId
    seats: tuple[int | None, ...]
    state: MatchState = MatchState.WAITING
    hold: bool = False
    first: int | None = None
    needs: str | None = None
    chain: int = 1
    waived: bool = False
    table: int | None = None
    called: int | None = None
    begun: int | None = None
    ended: int | None = None
    sent_back: int = 0
    held_until: int | None = None
    because: str = ""
    late: bool = False

    @property
    def since(self) -> int | None:
        """From when it is at its table: since it has begun, else since it was called."""
        return self.called if self.begun is None else self.begun

    @property
    def players(self) -> tuple[int, ...]:
        """Who is known of its players, in the order of the seats."""
        return tuple(player for player in self.seats if player is not None)


@dataclass(frozen=True)
class QueueState:
    """All that decides which matches are called at the moment `now`. Ids, table numbers and marks are unique,
    and every player of a match is one of `players`. `decision`: the number of the last one.
    """

    now: int
    options: QueueOptions
    players: tuple[QueuePlayer, ...]
    tables: tuple[QueueTable, ...]
    matches: tuple[QueueMatch, ...]
    decision: int = 0

    @cached_property
    def match(self) -> dict[MatchId, QueueMatch]:
        """The matches by round and number."""
        return {match.id: match for match in self.matches}

    @cached_property
    def player(self) -> dict[int, QueuePlayer]:
        """The players by id."""
        return {player.id: player for player in self.players}

    @cached_property
    def busy(self) -> frozenset[int]:
        """Who is called to a table of this event, or plays there."""
        there = (match.players for match in self.matches if match.state in AT_A_TABLE)
        return frozenset(player for players in there for player in players)

    @cached_property
    def last_round(self) -> int | None:
        """The last round whose matches may begin; None: any."""
        if self.options.ahead is None:
            return None
        open_rounds = (m.id[0] for m in self.matches if m.state not in OVER and not self.is_given_up(m))
        return min(open_rounds, default=0) + self.options.ahead

    def is_given_up(self, match: QueueMatch) -> bool:
        """Whether a player of a match has left: it counts as played where rounds wait for it."""
        return any(self.player[player].left for player in match.players)

    def table_of(self, match: QueueMatch) -> int | None:
        """Where a match must be played because of a fixed table of its players: of two that of the first seat."""
        fixed = (self.player[p].fixed_table for p in match.players)
        return next((table for table in fixed if table is not None), None)

    def may_use(self, match: QueueMatch, table: QueueTable) -> bool:
        """Whether a match may be played at a table, be it free or not."""
        fixed = self.table_of(match)
        if table.closed or fixed not in (None, table.number) or table.kept_for not in (None, match.id):
            return False
        suits = match.needs in table.tags
        return suits or (match.needs is None and (not table.only or fixed is not None))

    def free_tables(self, match: QueueMatch) -> tuple[QueueTable, ...]:
        """The free tables a match may be called to, in their order here."""
        return tuple(table for table in self.tables if table.free and self.may_use(match, table))

    def waiting(self, match: QueueMatch) -> Waiting | None:
        """Why a waiting match cannot be called now; None: it is ready."""
        if None in match.seats:
            return Waiting.UNKNOWN
        players = [self.player[p] for p in match.players]
        checks = (
            (Waiting.HELD, match.hold),
            (Waiting.PLAYER_HELD, any(player.held for player in players)),
            (Waiting.BUSY, any(player.id in self.busy for player in players)),
            (
                Waiting.RESTING,
                not match.waived and any((player.not_before or 0) > self.now for player in players),
            ),
            (Waiting.LATER, self.last_round is not None and match.id[0] > self.last_round),
        )
        first = next((why for why, holds in checks if holds), None)
        return first or (None if self.free_tables(match) else Waiting.NO_TABLE)

    def waits(self, match: QueueMatch) -> tuple[int, ...]:
        """How long its players have waited, in seconds, the longest first; somebody not known has not waited."""
        since = (self.now if p is None else self.player[p].since for p in match.seats)
        return tuple(sorted((max(self.now - one, 0) for one in since), reverse=True))


def spoils(match: QueueMatch, table: QueueTable) -> bool:
    """Whether a match that needs no tag would take a table that has one."""
    return match.needs is None and bool(table.tags)
