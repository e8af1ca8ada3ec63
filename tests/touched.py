"""Proves what the steps of an event say of themselves, in every test: the whole state is read before and after each
change, and has to differ by what its steps have recorded, and by nothing else.

What a test asks of the database is not disturbed: its queries are counted and watched without these.
"""

import ast
import functools
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import sweep

ROOT = Path(__file__).resolve().parent.parent
# Sections of states as they were read of late, by what stood in the columns that were asked for them.
_read: dict[tuple[Any, ...], Any] = {}
_columns: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
MOST_READ = 500
# Functions that have changed an event in this process, and as they have been collected from all others.
proved: set[str] = set()


def begin() -> None:
    """From now on every change is proved."""
    from tournaments.steps import changes
    from tournaments.steps.delta import INPUTS, Delta, fold_all
    from tournaments.steps.recorder import Recorder
    from tournaments.steps.state import SECTIONS

    recorded, delta = changes._recorded, Recorder.delta

    def kept(self: Any) -> Delta:
        found = delta(self)
        self.__dict__.setdefault("deltas", []).append(found)
        return found

    @contextmanager
    def proving(tournament: Any, touches: Any) -> Iterator[Any]:
        proved.add(_caller())
        if changes._recorder_of(tournament.pk) is not None:
            with recorded(tournament, touches) as recorder:
                yield recorder
            return
        with _unseen():
            before = _state_of(tournament)
        with recorded(tournament, touches) as recorder:
            yield recorder
        with _unseen():
            after = _state_of(tournament)
        deltas = recorder.__dict__.get("deltas", [])
        told = fold_all(before, deltas)
        wrong: list[str] = [section for section in SECTIONS if told[section] != after[section]]
        lost = {n for n, document in before[INPUTS].items() if after[INPUTS].get(n) != document}
        wrong += [INPUTS] * (not lost <= {n for each in deltas for n in each.get(INPUTS, {})})
        assert not wrong, f"{_caller()} has changed what it has not said it touches: {', '.join(wrong)}"

    changes._recorded, Recorder.delta = proving, kept  # type: ignore[method-assign]


@contextmanager
def _unseen() -> Iterator[None]:
    wrappers, connection.execute_wrappers = connection.execute_wrappers, []
    counted, connection.force_debug_cursor = connection.force_debug_cursor, False
    try:
        yield
    finally:
        connection.execute_wrappers, connection.force_debug_cursor = wrappers, counted


def _state_of(tournament: Any) -> Any:
    """As `state.with_inputs` has it. A section is not read again while the columns it was read from hold the same: most
    of a state is as it was before the step, and to put the questions together takes longer than to answer them.
    """
    from tournaments.steps import state
    from tournaments.steps.delta import INPUTS

    if connection.vendor != "sqlite":
        return state.with_inputs(tournament)

    stored = functools.cache(_stored)

    def key(section: str) -> tuple[Any, ...]:
        columns = _columns[section].items()
        return tournament.pk, section, *(stored(table, *sorted(of)) for table, of in sorted(columns))

    if len(_read) > MOST_READ:
        _read.clear()
    found = {}
    for section in (*state.SECTIONS, INPUTS):
        if (known := _read.get(key(section))) is None:
            with connection.execute_wrapper(_note_columns(_columns[section])):
                known = _section(tournament, section)
            _read[key(section)] = known
        found[section] = known
    return found


def _stored(table: str, *columns: str) -> tuple[Any, ...]:
    """As the file has it: behind a plus sign a column has no type that would be converted."""
    shown = ",".join(f'+"{column}"' for column in columns)
    return tuple(connection.connection.execute(f'SELECT {shown} FROM "{table}"'))


def _section(tournament: Any, section: str) -> Any:
    from tournaments.steps import state
    from tournaments.steps.delta import INPUTS

    if section == INPUTS:
        return state.inputs(tournament)
    return state.read(tournament, section, state.round_numbers(tournament) if section == "matches" else ())


def _note_columns(columns: dict[str, set[str]]) -> Any:
    """Of each table, those a question names: its answer follows from them."""

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        plain = sql.replace('"', "")
        tables = {alias: table for table, alias in re.findall(r"(tournaments_\w+) ([A-Z]\d+)\b", plain)}
        for table, column in re.findall(r"(\w+)\.(\w+)", plain):
            columns[tables.get(table, table)].add(column)
        return execute(sql, params, many, context)

    return note


def _caller() -> str:
    """The function that says `with changing(...)`, as `services` names it."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename.endswith(("contextlib.py", "steps/changes.py", __file__)):
        assert frame.f_back is not None
        frame = frame.f_back
    return f"{frame.f_code.co_filename.removeprefix(f'{ROOT}/')}:{frame.f_code.co_name}"


def services() -> set[str]:
    """All functions of the program that change an event."""
    return {
        f"{path.relative_to(ROOT)}:{function.name}"
        for path in (ROOT / "tournaments").rglob("*.py")
        if "with changing(" in (text := path.read_text())
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef) and "with changing(" in ast.unparse(function)
    }


class Count:
    """In the process that hears of all others: after a whole run, every service has been proved in it."""

    def pytest_testnodedown(self, node: Any) -> None:
        proved.update(getattr(node, "workeroutput", {}).get("proved", ()))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.missing(session.config):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name in self.missing(terminalreporter.config):
            terminalreporter.line(f"FAILED {name} changes events, and no test has seen it do so", red=True)

    def missing(self, config: pytest.Config) -> list[str]:
        option = config.option
        chosen = option.keyword or option.markexpr or option.maxfail or option.sweep != sweep.NONE
        return [] if chosen or config.args != ["tests"] else sorted(services() - proved)


def configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Count(), "count of services")
