"""Whole events from files and pasted texts: event documents, and FIDE reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from pairing import document
from pairing.schema import path_text
from tournaments import sandbox_work
from tournaments.models import Tournament
from tournaments.services import documents
from tournaments.services.errors import ServiceError, core_errors_by_place
from tournaments.services.sandbox import FILES

MAX_BYTES = 5_000_000  # an event document of 10,000 players and a dozen rounds
# No column holds these: NUL, lone surrogates, larger whole numbers.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_LARGEST = 2**53
_FIRST_LINE_OF_A_REPORT = re.compile(r"\s*(\d{3}|XX[A-Z]|###)(\s|$)")


@dataclass(frozen=True, slots=True)
class Imported:
    """The new event, and what there was no place for."""

    event: Tournament
    notes: tuple[str, ...] = ()


def import_file(*, content: str | bytes, filename: str = "", owner: User) -> Imported:
    """A new event, private until its owner decides otherwise. A FIDE report is known by its name (.trf) or by its
    first line; everything else is an event document.

    Errors: what the core says of the text, with the line or the place in the document; `too_large`, `bad_text`, and
    those of `documents.store`. Nothing is stored then.
    """
    if len(content) > MAX_BYTES:
        raise ServiceError(
            "too_large",
            _("The file is too large: at most %(limit)s megabytes."),
            field="file",
            limit=MAX_BYTES // 1_000_000,
        )
    start = content[:200] if isinstance(content, str) else content[:200].decode("latin-1")
    if filename.lower().endswith(".trf") or _FIRST_LINE_OF_A_REPORT.match(start.removeprefix("\ufeff")):
        with core_errors_by_place():
            data, snapshot, notes = FILES.run(sandbox_work.report, content)
        _refuse_unstorable(data)
        return Imported(documents.store(snapshot, owner=owner), notes)
    with core_errors_by_place():
        data = document.parse_json(content)
    _refuse_unstorable(data)
    return Imported(import_document(data, owner=owner))


def import_document(data: Any, *, owner: User) -> Tournament:
    """A new event from a document of a stranger, read within limits. Errors: those of `import_file`."""
    with core_errors_by_place():
        snapshot = FILES.run(document.load, data)
    return documents.store(snapshot, owner=owner)


def _refuse_unstorable(data: Any) -> None:
    for path, value in _values(data):
        text = value if isinstance(value, str) else ""
        if _UNSTORABLE.search(text) or (isinstance(value, int) and abs(value) > _LARGEST):
            raise ServiceError(
                "bad_text",
                _("%(field)s: NUL, broken characters and whole numbers beyond 2^53 cannot be stored."),
                field=_UNSTORABLE.sub("?", path_text(path)) or "document",
            )


def _values(data: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every name and every value with its place; without recursion, since a stranger chooses how deep it goes."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            yield from (((*path, name), name) for name in value)
            waiting += [((*path, name), inner) for name, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, at), inner) for at, inner in enumerate(value)]
        else:
            yield path, value
