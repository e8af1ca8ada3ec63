"""Whole events from files and pasted texts: event documents, and FIDE reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from accounts.models import User
from pairing.formats import document
from pairing.formats.trf import Report
from pairing.model.types import Snapshot
from tournaments.files.refusals import refuse
from tournaments.files.services import documents
from tournaments.models import Tournament
from tournaments.sandbox import packs, unread
from tournaments.sandbox.sandbox import FILES
from tournaments.sandbox.unread import Unreadable
from tournaments.steps.refusals import core_errors_by_place

MAX_BYTES = 5_000_000  # an event document of 10,000 players and a dozen rounds
_FIRST_LINE_OF_A_REPORT = re.compile(r"\s*(\d{3}|XX[A-Z]|###)(\s|$)")


@dataclass(frozen=True, slots=True)
class Imported:
    """The new event, and what there was no place for."""

    event: Tournament
    notes: tuple[str, ...] = ()


def import_file(*, content: str | bytes, filename: str = "", owner: User) -> Imported:
    """A new event, private until its owner decides otherwise. A FIDE report is known by its name (.trf) or by its
    first line; everything else is an event document.

    Errors: what the core says of the text, with the line or the place in the document; `too_large`, `is_a_pack`,
    `bad_text`, and those of `documents.store`. Nothing is stored then.
    """
    refuse_large(content)
    start = content[:200] if isinstance(content, str) else content[:200].decode("latin-1")
    if packs.is_pack(start.encode()):
        raise refuse.is_a_pack()
    is_report = filename.lower().endswith(".trf") or _FIRST_LINE_OF_A_REPORT.match(
        start.removeprefix("\ufeff")
    )
    if is_report:
        report = read_report(content)
        made = documents.store(report.snapshot, owner=owner, birth_days=report.birth_days)
        return Imported(made, report.notes)
    with core_errors_by_place(), _storable():
        snapshot = document.load(FILES.run(unread.event_of_file, content))
    return Imported(documents.store(snapshot, owner=owner))


def read_report(content: str | bytes) -> Report:
    """A FIDE report of a stranger, read within limits. Errors: those of `import_file`."""
    refuse_large(content)
    with core_errors_by_place(), _storable():
        data, notes, birth_days = FILES.run(unread.event_of_report, content)
        return Report(_with_ranks(document.load(data)), tuple(notes), dict(birth_days))


def _with_ranks(snapshot: Snapshot) -> Snapshot:
    """Start numbers of a report are starting ranks once there are rounds."""
    if not snapshot.rounds:
        return snapshot
    ranked = tuple(replace(entrant, starting_rank=entrant.id) for entrant in snapshot.entrants)
    return replace(snapshot, entrants=ranked)


def refuse_large(content: str | bytes) -> None:
    """Errors: `too_large`."""
    if len(content) > MAX_BYTES:
        raise refuse.too_large(limit=MAX_BYTES // 1_000_000)


def import_document(body: bytes, *, owner: User) -> Tournament:
    """A new event from a document of a stranger, read within limits.

    Errors: Unreadable, and those of `import_file`.
    """
    with core_errors_by_place():
        snapshot = document.load(FILES.run(unread.from_document, unread.event, body))
    return documents.store(snapshot, owner=owner)


@contextmanager
def _storable() -> Iterator[None]:
    try:
        yield
    except Unreadable as error:
        raise refuse.not_storable(field=error.place or "document") from error
