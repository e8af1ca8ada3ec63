"""Entries from the answers to a form of another site: one line each, in the order in which they came."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from tournaments.models import Action, Entry, Registration, Tournament
from tournaments.players.services import sheets
from tournaments.players.services.import_columns import Layout, columns_of, is_header
from tournaments.registration.fields import FIELDS
from tournaments.registration.refusals import refuse
from tournaments.registration.services.book import LATER, Book
from tournaments.registration.services.cleaning import clean_answers, clean_fields
from tournaments.registration.services.entries import added
from tournaments.steps.changes import changing
from tournaments.steps.refusals import ServiceError

MOST_LINES = 2_000


def import_entries(
    *, tournament: Tournament, actor: User | None, content: str | bytes, filename: str = ""
) -> list[Entry]:
    """All lines become entries, or none: whoever finds a place has one, the others wait.

    Titles name the fields as in a list of players; a title that is one of the questions is its answer, other columns
    are left out. Errors: those of `sheets.read`, `bad_line` (params: line, what), `too_many_lines`.
    """
    columns = columns_of(sheets.read(content, filename, is_header=is_header), Layout())
    if len(columns.body) > MOST_LINES:
        raise refuse.too_many_entries(limit=MOST_LINES)
    titles = [(column.field, column.title) for column in columns.columns]
    with changing(tournament, touches=(), later=LATER):
        book, made = Book(tournament), []
        for line, cells in columns.body:
            try:
                fields, answers = _read(book.registration, dict(zip(titles, cells, strict=False)))
                made.append(added(book, fields, answers=answers, byes=[], confirmed_at=book.now))
            except ServiceError as error:
                raise refuse.bad_line(line=line, what=str(error)) from error
        book.close(actor, Action.SIGNED_UP, *made)
    return made


def _read(
    registration: Registration, cells: dict[tuple[str, str], str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fields and answers of one line. Errors: those of the fields."""
    asked = {row["label"].casefold(): str(row["id"]) for row in registration.questions}
    fields = {field: cell for (field, _title), cell in cells.items() if field in ("name", *FIELDS)}
    answers = {
        asked[title.strip().casefold()]: cell
        for (_field, title), cell in cells.items()
        if title.strip().casefold() in asked
    }
    return clean_fields({"name": "", **fields}), clean_answers(registration, answers)
