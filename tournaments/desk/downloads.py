"""Files to take home: text under a name, and tables that a spreadsheet shows and never runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from django.http import HttpResponse

# A spreadsheet would run a cell that begins like this.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def file(text: str, kind: str, name: str) -> HttpResponse:
    """A text to be saved under this name."""
    answer = HttpResponse(text, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def csv_file(rows: Iterable[Iterable[object]], name: str) -> HttpResponse:
    """A table to be saved under this name."""
    text = io.StringIO()
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in rows)
    return file(text.getvalue(), "text/csv; charset=utf-8", name)


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
