"""The queue on its way through the moments of an event: what is stored are facts, all states follow from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pairing.model.errors import PairingError, message
from pairing.model.moments import MatchId, Moment
from pairing.model.reasons import gettext_noop
from pairing.queue.state import AT_A_TABLE, MatchState, QueueMatch, QueueOptions, QueueTable

NO_MATCH = message(
    "queue_no_match",
    gettext_noop("There is no match {number} in round {round}, or its players are not known."),
)
NOT_WAITING = message(
    "queue_not_waiting", gettext_noop("Match {number} of round {round} is not waiting any more.")
)
NOT_CALLED = message("queue_not_called", gettext_noop("Match {number} of round {round} has not been called."))
HAS_RESULT = message(
    "queue_has_result", gettext_noop("Match {number} of round {round} has its result already.")
)
NO_RESULT = message("queue_no_result", gettext_noop("Match {number} of round {round} has no result."))
NOT_FREE = message("queue_not_free", gettext_noop("{player} is at another table."))
NO_TABLE = message("queue_no_table", gettext_noop("Table {table} is not open."))
TAKEN = message("queue_taken", gettext_noop("Table {table} is taken."))
NO_PLAYER = message("queue_no_player", gettext_noop("There is no player {player}."))
OLD_NUMBER = message("queue_old_number", gettext_noop("Decision {number} is not after decision {last}."))


@dataclass(slots=True)
class PlayerFacts:
    """What is known of a player. `since`: from when the wait counts; `rose`: from the last table."""

    since: int = 0
    rose: int | None = None
    here: bool = False
    paused: bool = False
    left: bool = False
    elsewhere: bool = False


@dataclass(slots=True)
class Fold:
    """`seats`: the players of each match that is known; `unplayed`: those won or lost without being played;
    `unsure`: matches whose players may have been others when they were called, because the call was taken back.
    """

    seats: Mapping[MatchId, tuple[int, ...]]
    players: dict[int, PlayerFacts]
    matches: dict[MatchId, QueueMatch]
    unplayed: Collection[MatchId] = ()
    unsure: Collection[MatchId] = ()
    options: QueueOptions = field(default_factory=lambda: QueueOptions(ahead=1))
    tables: dict[int, QueueTable] = field(default_factory=dict)
    needs: dict[MatchId | int, str | None] = field(default_factory=dict)  # of matches and of rounds
    stopped: set[int | None] = field(default_factory=set)  # rounds; None: the whole queue
    marks: int = 0
    decision: int = 0

    def take(self, moment: Moment) -> None:
        """Go on by one moment. Errors: PairingError, for what cannot be."""
        getattr(self, f"_{moment.verb}")(moment)

    def need_of(self, id: MatchId) -> str | None:
        """The tag a match needs: its own, else that of its round."""
        return self.needs[id] if id in self.needs else self.needs.get(id[0])

    def _match(self, id: MatchId) -> QueueMatch:
        if id not in self.matches:
            raise PairingError(NO_MATCH, round=id[0], number=id[1])
        return self.matches[id]

    def _match_in(self, id: MatchId, states: Collection[MatchState], refusal: str) -> QueueMatch:
        """A match, if it is in one of these states. Errors: PairingError, the refusal."""
        match = self._match(id)
        if match.state not in states:
            raise PairingError(refusal, round=id[0], number=id[1])
        return match

    def _named(self, moment: Moment) -> Iterator[PlayerFacts]:
        for id in moment.value:
            if id not in self.players:
                raise PairingError(NO_PLAYER, player=id)
            yield self.players[id]

    # --- tables -----------------------------------------------------------------------------------------------------
    def table(self, number: int) -> QueueTable:
        """A table; it is none of the queue's until it is opened."""
        return self.tables.setdefault(number, QueueTable(number, free=False, closed=True))

    def at_tables(self) -> dict[int, QueueMatch]:
        """The matches that are called or played, by table."""
        here = (match for match in self.matches.values() if match.state in AT_A_TABLE)
        return {match.table: match for match in here if match.table is not None}

    def _open_tables(self, moment: Moment) -> None:
        for number in moment.value:
            self.table(number).closed = False

    def _close_tables(self, moment: Moment) -> None:
        for number in moment.value:
            self._refuse_taken(number)
            self.tables[number].closed = True

    def _refuse_taken(self, table: int) -> None:
        if self.table(table).closed:
            raise PairingError(NO_TABLE, table=table)
        if table in self.at_tables():
            raise PairingError(TAKEN, table=table)

    def _tags(self, moment: Moment) -> None:
        for name, tags in moment.value.items():
            table = self.table(int(name))
            table.tags, table.only = tuple(tags), table.number in moment.values.get("only", ())

    def _keep(self, moment: Moment) -> None:
        has_match = moment.values["match"] is not None
        self.table(moment.value).kept_for = moment.match if has_match else None

    def _free_table(self, moment: Moment) -> None:
        if moment.value in self.at_tables():
            self.at_tables()[moment.value].table = None

    # --- players ----------------------------------------------------------------------------------------------------
    def _come(self, moment: Moment) -> None:
        for player in self._named(moment):
            player.here, player.paused, player.left, player.since = True, False, False, moment.at

    def _back(self, moment: Moment) -> None:
        """After a pause; who has left has to come again."""
        for player in self._named(moment):
            player.paused, player.since = False, moment.at

    def _pause(self, moment: Moment) -> None:
        for player in self._named(moment):
            player.paused = True

    def _leave(self, moment: Moment) -> None:
        for player in self._named(moment):
            player.here, player.left = False, True

    def _elsewhere(self, moment: Moment) -> None:
        """All who are at a table of another event now. Who no longer is waits from now on."""
        before = [player for player in self.players.values() if player.elsewhere]
        for player in before:
            player.elsewhere = False
        for player in self._named(moment):
            player.elsewhere = True
        for player in before:
            player.since = player.since if player.elsewhere else moment.at

    # --- the desk's word --------------------------------------------------------------------------------------------
    def _hold(self, moment: Moment) -> None:
        """Of a match that is over it says nothing; what undo held may be back at its table by undo of more."""
        because = moment.values.get("because", "")
        match = self._match(moment.match)
        if match.state in AT_A_TABLE and because != "undo":
            raise PairingError(NOT_WAITING, round=match.id[0], number=match.id[1])
        if match.state is MatchState.WAITING:
            match.hold, match.held_until, match.because = True, moment.values.get("until"), because

    def _release(self, moment: Moment) -> None:
        match = self._match(moment.match)
        match.hold, match.held_until, match.because = False, None, ""

    def _first(self, moment: Moment) -> None:
        self.marks += 1
        self._match(moment.match).first = self.marks

    def _not_first(self, moment: Moment) -> None:
        self._match(moment.match).first = None

    def _needs(self, moment: Moment) -> None:
        self._match(moment.match)
        self.needs[moment.match] = moment.values["tag"]

    def _needs_round(self, moment: Moment) -> None:
        self.needs[moment.value] = moment.values["tag"]

    def _waive(self, moment: Moment) -> None:
        self._match(moment.match).waived = True

    def _options(self, moment: Moment) -> None:
        self.options = replace(self.options, **moment.value)

    def _stop(self, moment: Moment) -> None:
        self.stopped.add(_round_of(moment.value))

    def _go(self, moment: Moment) -> None:
        self.stopped.discard(_round_of(moment.value))

    def _published(self, moment: Moment) -> None:
        """Its matches stand in the rounds of the event."""

    # --- calls and results ------------------------------------------------------------------------------------------
    def _decision(self, moment: Moment) -> None:
        if moment.value <= self.decision:
            raise PairingError(OLD_NUMBER, number=moment.value, last=self.decision)
        self.decision = moment.value
        self._desk_call(moment)

    def _desk_call(self, moment: Moment) -> None:
        for id, table in moment.calls:
            if id not in self.seats and id not in self.unsure:
                raise PairingError(NO_MATCH, round=id[0], number=id[1])
            match = self._match_in(id, (MatchState.WAITING,), NOT_WAITING)
            self._refuse_taken(table)
            self._refuse_busy(id)
            _wait(match)
            match.state, match.table, match.called = MatchState.CALLED, table, moment.at

    def _refuse_busy(self, id: MatchId) -> None:
        for other, match in self.matches.items():
            if match.state in AT_A_TABLE and not {id, other} & set(self.unsure):
                both = set(self.seats[id]) & set(self.seats[other])
                if both:
                    raise PairingError(NOT_FREE, player=min(both))

    def _move(self, moment: Moment) -> None:
        match = self._match_in(moment.match, AT_A_TABLE, NOT_CALLED)
        self._refuse_taken(moment.values["table"])
        match.table = moment.values["table"]

    def _begin(self, moment: Moment) -> None:
        match = self._match_in(moment.match, (MatchState.CALLED,), NOT_CALLED)
        match.state, match.begun = MatchState.PLAYING, moment.at

    def _ended(self, moment: Moment) -> None:
        """Also of a match that was never called: then its result was simply entered."""
        match = self._match_in(moment.match, (MatchState.WAITING, *AT_A_TABLE), HAS_RESULT)
        match.state, match.ended = MatchState.PLAYED, moment.at
        if moment.match not in self.unplayed:
            for id in self.seats.get(moment.match, ()):
                self.players[id].since = self.players[id].rose = moment.at

    def _reopened(self, moment: Moment) -> None:
        """It is played again, at its table or, where that is taken, at none. One that was never called waits."""
        match = self._match_in(moment.match, (MatchState.PLAYED,), NO_RESULT)
        match.ended = None
        if match.called is None:
            _wait(match)
            return
        if match.table in self.at_tables() or (match.table and self.table(match.table).closed):
            match.table = None
        match.state = MatchState.PLAYING

    def _correct(self, moment: Moment) -> None:
        self._match_in(moment.match, (MatchState.PLAYED,), NO_RESULT)

    def _take_back(self, moment: Moment) -> None:
        match = self._match_in(moment.match, AT_A_TABLE, NOT_CALLED)
        because = moment.values.get("because", "")
        match.sent_back += because == "not_there"
        _wait(match, hold=moment.values.get("hold", False), because=because)


def _wait(match: QueueMatch, *, hold: bool = False, because: str = "") -> None:
    """It waits (again), held or not."""
    match.state, match.table, match.called, match.begun = MatchState.WAITING, None, None, None
    match.hold, match.held_until, match.because = hold, None, because


def _round_of(value: Any) -> int | None:
    """The round that is stopped or goes on; None: the whole queue."""
    return None if value is True else int(value["round"])
