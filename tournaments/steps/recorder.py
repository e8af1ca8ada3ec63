"""What a step changes in the state of an event: its sections as they were before, and as they are when it ends.

Every step says what it touches, and only that is read, so a step pays for what it touches only. That none forgets
anything is proved in tests, where the whole state is read around every change (`tests/touched.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from django.db.models import Max, Model

from tournaments.models import Entry, LogEntry, Match, Tournament
from tournaments.steps import state
from tournaments.steps.delta import INPUTS, Delta, Rows, difference, pack_text
from tournaments.steps.state import Section

# Sections of which a step reads only the rows that it names, and those that are made by it.
_BY_ROW: dict[str, tuple[type[Model], Callable[..., Rows]]] = {
    "matches": (Match, state.matches),
    "entries": (Entry, state.entries),
}


def _nothing() -> None:
    pass


class Recorder:
    """The sections of one event as they were before the step, as far as it touches them.

    `first_touch` is called once, before anything is written; `has_base` says that what it sees to is there. `touches`
    are the sections that the running steps touch, `awaited` those of them that are read before the next write, and
    `said` all that steps so far may touch.
    """

    def __init__(
        self, tournament: Tournament, first_touch: Callable[[], None], touches: tuple[Section, ...]
    ) -> None:
        self.tournament = tournament
        self.touches = self.awaited = touches
        self.line: LogEntry | None = None
        self.mark = ""
        self.has_base = False
        self.said: set[str] = set()
        # Of each part of the change that was stored, whether anybody outside the desk may see what it did.
        self.seen: list[bool] = []
        self._first_touch = first_touch
        self._before: dict[str, Rows] = {}
        self._rows: dict[str, set[int]] = {}
        self._newest: dict[str, int] = {}
        self._inputs: Rows = {}

    @contextmanager
    def part(self, touches: tuple[Section, ...]) -> Iterator[tuple[Section, ...]]:
        """A change inside the change; gives what the outer ones touch. If it is rolled back, so is the line it wrote,
        and perhaps the base.
        """
        line, first, has_base = self.line, self._first_touch, self.has_base
        outer, self.touches = self.touches, (*self.touches, *touches)
        self.awaited = (*self.awaited, *touches)
        try:
            yield outer
        except BaseException:
            self.line, self._first_touch, self.has_base = line, first, has_base
            raise
        finally:
            self.touches = outer

    def watch(
        self, execute: Callable[..., object], sql: str, params: object, many: bool, context: object
    ) -> object:
        """An execute wrapper of the connection, so that a step that is refused before it writes reads nothing.

        Whatever is no plain question may write; nothing else is asked of it. Reading too early does no harm.
        """
        if self.awaited and not sql.startswith("SELECT "):
            sections, self.awaited = self.awaited, ()
            self.touch(sections, {}, ())
        return execute(sql, params, many, context)

    def touch(
        self, sections: Collection[Section], rows: Mapping[str, Collection[int]], inputs: Collection[int]
    ) -> None:
        """Read these sections, unless they are known; see `changes.touching`."""
        unsaid = {*sections, *(section for section, keys in rows.items() if keys)} - self.said
        assert not unsaid, f"a step touches what it has not said it would: {unsaid}"
        first, self._first_touch = self._first_touch, _nothing
        first()
        for section in sections:
            if section in _BY_ROW:
                self._expect(section)
            elif section not in self._before:
                self._keep(section)
        for by_row, keys in rows.items():
            self._keep_rows(by_row, set(keys))
        if inputs:
            self._inputs = state.inputs(self.tournament, inputs) | self._inputs

    def _keep(self, section: Section) -> None:
        self._before[section] = state.read(self.tournament, section)
        if section == "players":
            event = self.tournament
            event.people_version = event.version
            Tournament.objects.filter(pk=event.pk).update(people_version=event.version)

    def _expect(self, section: str) -> None:
        """All rows that are made from now on are new."""
        self._before.setdefault(section, {})
        if section not in self._newest:
            model, _read = _BY_ROW[section]
            self._newest[section] = model._base_manager.aggregate(newest=Max("pk"))["newest"] or 0

    def _keep_rows(self, section: str, keys: set[int]) -> None:
        # What this step has made itself was not there before it.
        newest = self._newest.get(section)
        known = self._rows.setdefault(section, set())
        new = {key for key in keys - known if newest is None or key <= newest}
        if new:
            _model, read = _BY_ROW[section]
            self._before[section] = self._before.get(section, {}) | read(self.tournament, new)
            known |= new

    def has_begun(self) -> bool:
        """Whether something is touched, since the recorder began or the delta was asked for the last time."""
        return bool(self._before or self._inputs)

    def delta(self) -> Delta:
        """What has changed since the recorder began, or since this was asked for the last time."""
        before, self._before = self._before, {}
        removed, self._inputs = self._inputs, {}
        after = {section: self._now(section) for section in before}
        self._rows, self._newest = {}, {}
        delta = difference(before, after)
        if removed:
            delta |= _replaced(removed, state.inputs(self.tournament))
        return delta

    def _now(self, section: str) -> Rows:
        if section in _BY_ROW:
            _model, read = _BY_ROW[section]
            return read(self.tournament, self._rows.get(section, set()), self._newest.get(section))
        return state.read(self.tournament, section)


def _replaced(old: Rows, new: Rows) -> Delta:
    """Documents that are gone, or others by now."""
    changed = {
        number: [pack_text(document), pack_text(new[number]) if number in new else None]
        for number, document in old.items()
        if new.get(number) != document
    }
    return {INPUTS: changed} if changed else {}
