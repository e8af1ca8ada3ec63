"""What strangers have sent and nobody has read yet: reading it runs in a process of its own (`sandbox.sandbox`).

A document of 5 MB keeps a web process from making pages for a second, and leaves it with hundreds of megabytes in small
pieces that it cannot give back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any, TypeVar

from pairing.formats import document
from pairing.model.schema import path_text
from pairing.systems import seats_of
from tournaments.sandbox import work as sandbox_work

MAX_DEPTH = 12
MALFORMED, TOO_DEEP, BAD_TEXT, TOO_MANY_PLAYERS = "malformed", "too_deep", "bad_text", "too_many_players"
# No column holds these: NUL in PostgreSQL, lone surrogates nowhere.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# Larger whole numbers fit no column, and larger texts of digits are a way to keep a processor busy.
_LARGEST = 2**53
Result = TypeVar("Result")
Path = tuple[str | int, ...]


class Unreadable(Exception):
    """Refused before anything was made of it: one of the words above, where it lies, and what says more."""

    def __init__(self, why: str, place: str = "", reason: str = "", limit: int = 0) -> None:
        super().__init__(why, place, reason, limit)
        self.why, self.place, self.reason, self.limit = why, place, reason, limit


def strict_json(body: bytes) -> Any:
    """UTF-8 JSON without NaN, repeated keys, unstorable characters or endless nesting; {} for nothing at all.

    Errors: Unreadable.
    """
    if not body.strip():
        return {}
    try:
        data = json.loads(
            body.decode("utf-8-sig"),
            parse_constant=_refuse_constant,
            parse_int=_whole,
            object_pairs_hook=_unique,
        )
    except RecursionError:
        raise Unreadable(MALFORMED, reason="too deeply nested") from None
    except ValueError as error:
        raise Unreadable(MALFORMED, reason=str(error)[:200]) from None
    if bad := _bad(data, MAX_DEPTH):
        why, path = bad
        raise Unreadable(why, _UNSTORABLE.sub("?", ".".join(str(step)[:80] for step in path)))
    return data


def from_document(
    work: Callable[[object], Result], body: bytes, most_players: Mapping[int, int] | None = None
) -> Result:
    """What `work` makes of a document; `most_players` for each number of seats at a table.

    Errors: Unreadable, and those of `work`.
    """
    data = strict_json(body)
    if most_players:
        _refuse_large(data, most_players)
    return work(data)


def event(data: object) -> object:
    """The same event document, when there is nothing wrong with it: whoever asked loads it once more.

    Errors: DocumentError.
    """
    document.load(data)
    return data


def event_of_file(content: str | bytes) -> object:
    """The event document in a file. Errors: DocumentError, Unreadable."""
    data = document.parse_json(content)
    _refuse_unstorable(data)
    return event(data)


def event_of_report(content: str | bytes) -> tuple[object, tuple[str, ...], list[tuple[int, str]]]:
    """A FIDE report as an event document, the notes to it, and birthdays by start number.

    Errors: DocumentError, Unreadable.
    """
    data, notes, birth_days = sandbox_work.report(content)
    _refuse_unstorable(data)
    return event(data), notes, birth_days


def _refuse_large(data: object, most: Mapping[int, int]) -> None:
    """Counted before anything else looks: to validate 300,000 players takes seconds."""
    players, system = (
        (data.get(name) for name in ("players", "system")) if isinstance(data, dict) else (None, None)
    )
    name = system.get("name") if isinstance(system, dict) else None
    limit = most[seats_of(name if isinstance(name, str) else "")]
    if isinstance(players, list) and len(players) > limit:
        raise Unreadable(TOO_MANY_PLAYERS, "players", limit=limit)


def _bad(data: object, deepest: float = inf) -> tuple[str, Path] | None:
    """What cannot be accepted, and where it lies."""
    for path, value in _values(data):
        if len(path) >= deepest and isinstance(value, dict | list):
            return TOO_DEEP, tuple(path)
        text = value if isinstance(value, str) else ""
        if _UNSTORABLE.search(text) or (isinstance(value, int) and abs(value) > _LARGEST):
            return BAD_TEXT, tuple(path)
    return None


def _refuse_unstorable(data: object) -> None:
    if bad := _bad(data):
        raise Unreadable(BAD_TEXT, _UNSTORABLE.sub("?", path_text(bad[1])))


def _values(data: object) -> Iterator[tuple[list[str | int], object]]:
    """Every name and every value with its place, a whole before its parts; without recursion, since a stranger chooses
    how deep it goes. The place is one list for all of them, to be copied by whoever keeps it: one for each of a million
    values would take 600 MB.
    """
    path: list[str | int] = []
    yield path, data
    unfinished = [_parts(data)]
    while unfinished:
        for step, value in unfinished[-1]:
            path.append(step)
            if isinstance(step, str):
                yield path, step
            yield path, value
            if isinstance(value, dict | list):
                unfinished.append(_parts(value))
                break
            path.pop()
        else:
            unfinished.pop()
            if path:
                path.pop()


def _parts(whole: object) -> Iterator[tuple[str | int, object]]:
    if isinstance(whole, dict):
        return iter(whole.items())
    return enumerate(whole) if isinstance(whole, list) else iter(())


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > _LARGEST:
        raise ValueError(f"{digits[:20]} is too large a number")
    return int(digits)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _value in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the name {twice[:40]!r} stands twice in one object")
    return found
