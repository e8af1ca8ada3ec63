"""Files to take home: text under a name, and tables that a spreadsheet shows and never runs."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping

from django.http import Http404, HttpResponse

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# A spreadsheet would run a cell that begins like this.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def file(content: str | bytes, kind: str, name: str) -> HttpResponse:
    """Something to be saved under this name."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def csv_file(rows: Iterable[Iterable[object]], name: str) -> HttpResponse:
    """A table to be saved under this name."""
    text = io.StringIO()
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in rows)
    return file(text.getvalue(), "text/csv; charset=utf-8", name)


def xlsx_file(rows: Iterable[Iterable[object]], name: str) -> HttpResponse:
    """The same as a workbook of one sheet. A text is a text there, whatever it begins with."""
    # Only who asks for a workbook pays for loading what writes it.
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet()

    def cell(value: object) -> object:
        if not isinstance(value, str):
            return value
        text = WriteOnlyCell(sheet, value)
        text.data_type = "s"
        return text

    for row in rows:
        sheet.append([cell(value) for value in row])
    content = io.BytesIO()
    book.save(content)
    return file(content.getvalue(), XLSX, name)


def number(hundredths: int) -> int | float:
    """Points as a number a spreadsheet can add: 250 is 2.5, 300 is 3."""
    whole, rest = divmod(hundredths, 100)
    return hundredths / 100 if rest else whole


# The files a table can be taken home as, by the end of the address.
TABLES: Mapping[str, Callable[[Iterable[Iterable[object]], str], HttpResponse]] = {
    "csv": csv_file,
    "xlsx": xlsx_file,
}


def table_file(rows: Iterable[Iterable[object]], name: str, kind: str) -> HttpResponse:
    """A table as `kind` of file; Http404 for one there is not."""
    if kind not in TABLES:
        raise Http404
    return TABLES[kind](rows, f"{name}.{kind}")


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
