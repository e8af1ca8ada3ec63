"""What a step changes in the state of an event, recorded while it happens.

Nobody declares what a step is going to write: the recorder sees every statement on its way to the database, reads the
section of the state just before the first statement that writes to it, and once more when the step ends. So a step
pays for what it touches only, and no writer can forget to say something. Before a statement that it does not
understand, or that changes what rows are known by, it reads the whole state; tests let no such statement pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
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
from tournaments.steps.statements import NotUnderstood, Write, write_of

SECTION_OF = {
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
# What rows elsewhere in the state are known by: whoever changes it changes more than the statement says.
_KNOWN_BY = {
    Player._meta.db_table: {"number", "tournament_id"},
    Round._meta.db_table: {"number", "tournament_id"},
    Match._meta.db_table: {"round_id"},
    Seat._meta.db_table: {"match_id"},
    RoundInput._meta.db_table: {"round_id"},
}


def _nothing() -> None:
    pass


class Recorder:
    """The sections of one event as they were before the step, as far as it has touched them.

    `first_touch` is called once, before anything is written; `has_base` says that what it sees to is there. Of the
    matches only those are read that a statement reaches, and those that are made.
    """

    def __init__(self, tournament: Tournament, first_touch: Callable[[], None]) -> None:
        self.tournament = tournament
        self.line: LogEntry | None = None
        self.mark = ""
        self.has_base = False
        # Of each part of the change that was stored, whether anybody outside the desk may see what it did.
        self.seen: list[bool] = []
        self._first_touch = first_touch
        self._before: dict[str, Rows] = {}
        self._matches: set[int] = set()
        self._newest_match: int | None = None
        self._inputs: Rows = {}
        self._reading = False

    @contextmanager
    def part(self) -> Iterator[None]:
        """A change inside the change. If it is rolled back, so is the line it wrote, and perhaps the base."""
        line, first, has_base = self.line, self._first_touch, self.has_base
        try:
            yield
        except BaseException:
            self.line, self._first_touch, self.has_base = line, first, has_base
            raise

    def watch(
        self, execute: Callable[..., object], sql: str, params: object, many: bool, context: object
    ) -> object:
        """An execute wrapper of the connection."""
        if not self._reading:
            with self._reads():
                self._look_at(sql, params, many=many)
        return execute(sql, params, many, context)

    def _look_at(self, sql: str, params: Any, *, many: bool) -> None:
        try:
            found = write_of(sql)
            if found is None or found.table not in SECTION_OF:
                return
            if found.columns & _KNOWN_BY.get(found.table, set()) or (many and not found.adds):
                raise NotUnderstood(sql[:200])
            self._begin()
            self._about_to_write(found, list(params or ())[found.skip :])
        except NotUnderstood:
            if any(table in sql for table in SECTION_OF):
                if settings.RECORD_STRICTLY:
                    raise
                self._begin()
                self._keep_everything()

    def _begin(self) -> None:
        first, self._first_touch = self._first_touch, _nothing
        first()

    def _about_to_write(self, found: Write, params: list[object]) -> None:
        section = SECTION_OF[found.table]
        if section == INPUTS:
            if not found.adds:
                self._keep_inputs(self._reached(found, params))
        elif section == "matches":
            if found.adds:
                self._mark_newest_match()
            self._keep_matches(set() if found.adds else self._reached(found, params))
        elif section not in self._before:
            self._keep(section)

    def _keep(self, section: str) -> None:
        self._before[section] = state.read(self.tournament, section)
        if section == SECTION_OF[Player._meta.db_table]:
            event = self.tournament
            event.people_version = event.version
            Tournament.objects.filter(pk=event.pk).update(people_version=event.version)

    def _mark_newest_match(self) -> None:
        if self._newest_match is None:
            self._newest_match = Match.objects.aggregate(newest=Max("pk"))["newest"] or 0

    def _keep_everything(self) -> None:
        self._mark_newest_match()
        ours = Match.objects.filter(round__tournament=self.tournament)
        self._keep_matches(set(ours.values_list("pk", flat=True)))
        self._keep_inputs(None)
        for section in set(state.SECTIONS) - {"matches"} - self._before.keys():
            self._keep(section)

    def _keep_matches(self, keys: set[int]) -> None:
        before = self._before.setdefault("matches", {})
        # What this step has made itself was not there before it.
        new = {key for key in keys - self._matches if self._newest_match is None or key <= self._newest_match}
        if new:
            before |= state.matches(self.tournament, new)
            self._matches |= new

    def _keep_inputs(self, rounds: set[int] | None) -> None:
        """What these rounds (None: all) were paired from, where it is about to go."""
        self._inputs = state.inputs(self.tournament, rounds) | self._inputs

    def _reached(self, found: Write, params: list[Any]) -> set[int]:
        """Keys of the matches (of inputs: the rounds) a statement writes to: whatever its condition selects now."""
        with connection.cursor() as cursor:
            query = f"SELECT DISTINCT {_KEY_OF[found.table]} FROM {found.table} {found.condition}"
            cursor.execute(query, params if found.condition else None)
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
