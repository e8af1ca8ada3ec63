"""Steps that are taken once: whoever takes one again from where it was first taken gets the rows it wrote.

A test begins with an empty database. As long as only steps have written to it, the steps so far and their arguments
say what it holds, so the next one can be looked up. SQLite counts the rows that are written: after any other write
nothing is looked up in that test any more. Random keys and moments are then those of the first time.

The processes of a run share what they have taken: whoever takes a step leaves it in a folder for the others.
"""

import functools
import hashlib
import io
import os
import pickle
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.core.signals import setting_changed
from django.db import connection, models
from django.dispatch import receiver
from django.utils.translation import get_language

Given = ParamSpec("Given")
Made = TypeVar("Made")
# Who asks for one of these may change what a step does, or looks at what it does beside writing.
OTHERWISE = {"monkeypatch", "django_capture_on_commit_callbacks"}
Rows = dict[str, dict[int, tuple[Any, ...]]]


class Step(NamedTuple):
    gone: dict[str, list[tuple[int]]]
    rows: dict[str, list[tuple[Any, ...]]]
    objects: bytes


class Place:
    """Where a test is: after which step (none at its beginning), and how much had been written then."""

    step: str | None = None
    written = 0
    folder: Path | None = None


_place = Place()
_steps: dict[str, Step] = {}


def begin(fixtures: Iterable[str], module: Mapping[str, Any], folder: Path | None = None) -> None:
    """A test begins that has these fixtures, in a module with these names; the steps of others are in the folder."""
    _place.folder = folder
    known = not OTHERWISE.intersection(fixtures) and "time_machine" not in module
    _stand("" if known and "TAKE_EVERY_STEP" not in os.environ and connection.vendor == "sqlite" else None)


@receiver(setting_changed)
def _changed(**_change: Any) -> None:
    """With other settings a step may do something else: a secret seals otherwise, a limit refuses."""
    _stand(None)


def step(take: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function that does nothing but write what follows from its arguments and from what is stored."""

    @functools.wraps(take)
    def taken(*args: Given.args, **named: Given.kwargs) -> Made:
        place = _place.step
        # A test whose changes are not taken back with one transaction does not begin with an empty database.
        if place is None or _written() != _place.written or len(connection.atomic_blocks) != 1:
            _stand(None)
            return take(*args, **named)
        given = [value for value in (*args, *named.values()) if isinstance(value, models.Model)]
        try:
            words = (
                f"{place} {take.__module__}.{take.__qualname__} {get_language()} {_said(args)} {_said(named)}"
            )
        except TypeError:
            _stand(None)
            return take(*args, **named)
        key = hashlib.sha256(words.encode()).hexdigest()
        if (found := _known(key)) is None:
            before = _stored()
            _stand(None)  # steps inside of this one are parts of it
            made = take(*args, **named)
            _keep(key, _recorded(before, _stored(), _pickled((made, [vars(one) for one in given]), given)))
            _stand(key)
            return made
        _write(found)
        _stand(key)
        made, states = _unpickled(found.objects, given)
        for one, state in zip(given, states, strict=True):
            vars(one).clear()
            vars(one).update(state)
        return made

    return taken


def _known(key: str) -> Step | None:
    if key not in _steps and _place.folder and (file := _place.folder / key).exists():
        _steps[key] = pickle.loads(file.read_bytes())
    return _steps.get(key)


def _keep(key: str, taken: Step) -> None:
    _steps[key] = taken
    if _place.folder:
        own = _place.folder / f"{key}.{os.getpid()}"
        own.write_bytes(pickle.dumps(taken))
        own.replace(_place.folder / key)  # others find all of it or nothing


def _stand(place: str | None) -> None:
    _place.step, _place.written = place, _written()


def _written() -> int:
    known = connection.vendor == "sqlite" and connection.connection
    return connection.connection.total_changes if known else 0


def _said(value: Any) -> str:
    """An argument in words that say all of it; TypeError where there are none."""
    if isinstance(value, models.Model):
        held = [vars(value).get(field.attname) for field in value._meta.concrete_fields]
        return f"{value._meta.label} {held!r}"
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{_said(key)}:{_said(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({','.join(map(_said, value))})"
    if isinstance(value, int | str | float | bytes | date | timedelta | None):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, FunctionType) and not value.__closure__:
        code = value.__code__
        return f"{value.__module__}.{value.__qualname__} {code.co_firstlineno} {code.co_code!r} {code.co_consts!r}"
    raise TypeError(value)


def _stored() -> Rows:
    """Every row as the file has it: behind a plus sign a column has no type that would be converted."""
    ask = connection.connection.execute
    return {
        table: {row[0]: row for row in ask(f'SELECT rowid, {columns} FROM "{table}"')}
        for table, columns in _tables().items()
    }


@functools.cache
def _tables() -> dict[str, str]:
    ask = connection.connection.execute
    names = [name for (name,) in ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        name: ",".join(f'+"{column[1]}"' for column in ask(f'PRAGMA table_info("{name}")'))
        for name in names
        if not name.startswith("sqlite_")
    }


def _recorded(before: Rows, after: Rows, objects: bytes) -> Step:
    gone = {table: [(key,) for key in rows if key not in after[table]] for table, rows in before.items()}
    new = {
        table: [row for key, row in rows.items() if before[table].get(key) != row]
        for table, rows in after.items()
    }
    return Step(gone, new, objects)


def _write(found: Step) -> None:
    for table, keys in found.gone.items():
        connection.connection.executemany(f'DELETE FROM "{table}" WHERE rowid = ?', keys)
    for table, rows in found.rows.items():
        columns = f"rowid,{_tables()[table].replace('+', '')}"
        marks = ",".join("?" * (columns.count(",") + 1))
        connection.connection.executemany(
            f'INSERT OR REPLACE INTO "{table}" ({columns}) VALUES ({marks})', rows
        )


class _Pickler(pickle.Pickler):
    """The objects that were given are those of whoever takes the step, here and later."""

    given: list[models.Model]

    def persistent_id(self, value: Any) -> int | None:
        return next((number for number, own in enumerate(self.given) if own is value), None)


class _Unpickler(pickle.Unpickler):
    given: list[models.Model]

    def persistent_load(self, number: Any) -> models.Model:
        return self.given[number]


def _pickled(value: Any, given: list[models.Model]) -> bytes:
    made = io.BytesIO()
    pickler = _Pickler(made)
    pickler.given = given
    pickler.dump(value)
    return made.getvalue()


def _unpickled(data: bytes, given: list[models.Model]) -> Any:
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.given = given
    return unpickler.load()
