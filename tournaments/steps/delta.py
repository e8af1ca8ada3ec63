"""What one step changed in the state of an event, as data that works both ways.

A state is {section: {key: row}}, a row {field: value}; a delta has for each key that changed either both whole rows,
`[before, after]` with None for one that is not there, or only the fields that differ, `{field: [before, after]}`.
A section without changes is a mark on the step and no part of the state.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Row = dict[str, Any]
Rows = dict[str, Row]
State = dict[str, Rows]
Delta = dict[str, Any]

# Documents that rounds were paired from: too large for every step, so they stand only in snapshots, and in the delta
# of a step that removed the round (packed).
INPUTS = "inputs"


def difference(before: Mapping[str, Rows], after: Mapping[str, Rows]) -> Delta:
    """What leads from one state to another; {} if they are the same. Both have the same sections."""
    delta: Delta = {}
    for section, old in before.items():
        changed = _changed_rows(old, after[section])
        if changed:
            delta[section] = changed
    return delta


def _changed_rows(old: Rows, new: Rows) -> dict[str, Any]:
    changed: dict[str, object] = {}
    for key, row in old.items():
        there = new.get(key)
        if there is None:
            changed[key] = [row, None]
        elif there != row:
            changed[key] = {
                field: [value, there[field]] for field, value in row.items() if there[field] != value
            }
    changed |= {key: [None, row] for key, row in new.items() if key not in old}
    return changed


def reverse(delta: Mapping[str, Any]) -> Delta:
    """The delta that takes the same step back."""
    return {
        section: {key: _reverse_change(change) for key, change in rows.items()}
        for section, rows in delta.items()
    }


def _reverse_change(change: Any) -> Any:
    if isinstance(change, list):
        return [change[1], change[0]]
    return {field: [new, old] for field, (old, new) in change.items()}


def fold(state: Mapping[str, Rows], delta: Mapping[str, object]) -> State:
    """The state after a step; the given one stays as it is, but unchanged rows are shared."""
    return fold_all(state, [delta])


def fold_all(state: Mapping[str, Rows], deltas: Iterable[Mapping[str, Any]]) -> State:
    """The state after these steps, one after the other."""
    after: State = dict(state)
    copied: set[str] = set()
    for delta in deltas:
        for section, changes in delta.items():
            if section == INPUTS or not changes:
                continue
            if section not in copied:
                after[section] = dict(after.get(section, {}))
                copied.add(section)
            _change(after[section], changes)
    return after


def _change(rows: Rows, changes: Mapping[str, Any]) -> None:
    for key, change in changes.items():
        if isinstance(change, dict):
            rows[key] = {**rows.get(key, {}), **{field: new for field, (_old, new) in change.items()}}
        elif change[1] is None:
            rows.pop(key, None)
        else:
            rows[key] = change[1]


def conflicts(state: Mapping[str, Rows], delta: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Section, key and field of everything that is not in `state` as it was before the step; field "" is a whole row
    that is there, or is not there.
    """
    for section, changes in delta.items():
        if section == INPUTS or not changes:
            continue
        rows = state.get(section, {})
        for key, change in changes.items():
            row = rows.get(key)
            if isinstance(change, list):
                yield from _row_conflicts(section, key, row, change[0])
            elif row is None:
                yield section, key, ""
            else:
                yield from (
                    (section, key, field) for field, (old, _new) in change.items() if row.get(field) != old
                )


def _row_conflicts(
    section: str, key: str, row: Row | None, old: Row | None
) -> Iterator[tuple[str, str, str]]:
    if row is None or old is None:
        if row is not old:
            yield section, key, ""
        return
    yield from ((section, key, field) for field, value in old.items() if row.get(field) != value)


def pack(data: object) -> bytes:
    """As a snapshot is stored: JSON, compressed."""
    return zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def unpack(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))


def pack_text(data: object) -> str:
    """As a large document stands inside a delta."""
    return base64.b64encode(pack(data)).decode("ascii")


def unpack_text(text: str) -> Any:
    return unpack(base64.b64decode(text))
