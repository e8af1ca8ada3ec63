"""What a step changes in the state of an event, recorded while it happens.

Nobody declares what a step is going to write: the recorder sees every statement on its way to the database, reads the
section of the state just before the first statement that writes to it, and once more when the step ends. So a step
pays for what it touches only, and no writer can forget to say something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Max

from tournaments.models import (
    Bye,
    ByeRequest,
    ForbiddenPair,
    LogEntry,
    Match,
    Player,
    Round,
    RoundInput,
    Seat,
    Tournament,
)
from tournaments.steps import state
from tournaments.steps.delta import INPUTS, Delta, Rows, difference, pack_text

_WRITE = re.compile(r'\s*(INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)"?', re.IGNORECASE)
_SECTION_OF = {
    Tournament._meta.db_table: "settings",
    Player._meta.db_table: "players",
    ByeRequest._meta.db_table: "requests",
    ForbiddenPair._meta.db_table: "forbidden",
    Round._meta.db_table: "rounds",
    Match._meta.db_table: "matches",
    Seat._meta.db_table: "matches",
    Bye._meta.db_table: "byes",
    RoundInput._meta.db_table: INPUTS,
}
# What tells which match (which round's input) a row belongs to.
_KEY_OF = {Match._meta.db_table: "id", Seat._meta.db_table: "match_id", RoundInput._meta.db_table: "round_id"}


def _nothing() -> None:
    pass


class Recorder:
    """The sections of one event as they were before the step, as far as it has touched them.

    `first_touch` is called once, before anything is written. Of the matches only those are read that a statement
    reaches, and those that are made.
    """

    def __init__(self, tournament: Tournament, first_touch: Callable[[], None]) -> None:
        self.tournament = tournament
        self.line: LogEntry | None = None
        self.mark = ""
        self._first_touch = first_touch
        self._before: dict[str, Rows] = {}
        self._matches: set[int] = set()
        self._newest_match: int | None = None
        self._inputs: Rows = {}
        self._reading = False

    @contextmanager
    def part(self) -> Iterator[None]:
        """A change inside the change. If it is rolled back, so is the line it wrote, and perhaps the base."""
        line, first = self.line, self._first_touch
        try:
            yield
        except BaseException:
            self.line, self._first_touch = line, first
            raise

    def watch(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """An execute wrapper of the connection."""
        if not self._reading and (found := _WRITE.match(sql)) and found[2] in _SECTION_OF:
            with self._reads():
                adds = found[1].upper().startswith("INSERT")
                self._about_to_write(found[2], sql, [] if many else list(params or ()), adds=adds)
        return execute(sql, params, many, context)

    def _about_to_write(self, table: str, sql: str, params: list[Any], *, adds: bool) -> None:
        first, self._first_touch = self._first_touch, _nothing
        first()
        section = _SECTION_OF[table]
        if section == INPUTS:
            if not adds:
                self._keep_inputs(sql, params)
        elif section == "matches":
            if adds and self._newest_match is None:
                self._newest_match = Match.objects.aggregate(newest=Max("pk"))["newest"] or 0
            self._keep_matches(set() if adds else self._reached(table, sql, params))
        elif section not in self._before:
            self._before[section] = state.read(self.tournament, section)

    def _keep_matches(self, keys: set[int]) -> None:
        before = self._before.setdefault("matches", {})
        # What this step has made itself was not there before it.
        new = {key for key in keys - self._matches if self._newest_match is None or key <= self._newest_match}
        if new:
            before |= state.matches(self.tournament, new)
            self._matches |= new

    def _keep_inputs(self, sql: str, params: list[Any]) -> None:
        """What rounds were paired from, where they are about to go."""
        there = state.inputs(self.tournament, self._reached(RoundInput._meta.db_table, sql, params))
        self._inputs = there | self._inputs

    def _reached(self, table: str, sql: str, params: list[Any]) -> set[int]:
        """Keys of the matches (of inputs: the rounds) a statement writes to: whatever its condition selects now."""
        head, where, condition = sql.partition(" WHERE ")
        with connection.cursor() as cursor:
            query = f"SELECT DISTINCT {_KEY_OF[table]} FROM {table}{where}{condition}"
            cursor.execute(query, params[head.count("%s") :] if where else None)
            return {row[0] for row in cursor.fetchall()}

    def has_seen_writes(self) -> bool:
        """Since the recorder began, or the delta was asked for the last time."""
        return bool(self._before or self._inputs)

    def delta(self) -> Delta:
        """What has changed since the recorder began, or since this was asked for the last time."""
        with self._reads():
            before, self._before = self._before, {}
            removed, self._inputs = self._inputs, {}
            keys, self._matches = self._matches, set()
            after = {section: self._now(section, keys) for section in before}
            delta = difference(before, after)
            if removed:
                delta |= _replaced(removed, state.inputs(self.tournament))
        return delta

    def _now(self, section: str, keys: set[int]) -> Rows:
        if section == "matches":
            newest, self._newest_match = self._newest_match, None
            return state.matches(self.tournament, keys, newest)
        return state.read(self.tournament, section)

    @contextmanager
    def _reads(self) -> Iterator[None]:
        self._reading = True
        try:
            yield
        finally:
            self._reading = False


def _replaced(old: Rows, new: Rows) -> Delta:
    """Documents that are gone, or others by now."""
    changed = {
        number: [pack_text(document), pack_text(new[number]) if number in new else None]
        for number, document in old.items()
        if new.get(number) != document
    }
    return {INPUTS: changed} if changed else {}
