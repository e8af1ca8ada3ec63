"""Reading what people paste and upload: any usual encoding, delimiter or workbook becomes rows of cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.players.refusals import refuse
from tournaments.sandbox import workbook
from tournaments.sandbox.sandbox import FILES
from tournaments.steps.refusals import ServiceError

MAX_BYTES = 4 * 1024 * 1024
MAX_LINES = 10_000
MAX_COLUMNS = 60
# Of a whole list, and the characters of one line: planning and showing cost a hundred times what the file does.
MAX_CELLS = 15 * MAX_LINES
MAX_LINE = 20_000
DELIMITERS = "\t;|,"
# Among so many lines at the beginning the titles are looked for.
HEAD_LINES = 10


_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
# What stands among ratings: numbers, however they are written ("1500p", "1 500"), and what says that there is none.
NUMBER = re.compile(r"[~≈]?\d[\d\s.,'’]*[pP*?]?")
PLACEHOLDER = re.compile(r"[-–—?*.]+|unr\.?|unrated|urated|ur|nr|n/?a|none", re.IGNORECASE)
_AFTER_COMMA = re.compile(r",\s*\"?([^,\"]+)\"?\s*(?=,|$)")

IsHeader = Callable[[Sequence[str]], bool]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of text cells with the line each begins on. Empty rows are left out. `plain`: one name a line."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    plain: bool = False


def _no_header(cells: Sequence[str]) -> bool:
    return False


def read_tabs(text: str) -> Sheet:
    """A text as `with_tabs` writes it. Errors: those of `read`."""
    sheet = Sheet(_numbered(_csv(text.replace("\r\n", "\n"), "\t")))
    if not sheet.rows:
        raise refuse.empty_list()
    return sheet


def with_tabs(rows: Iterable[tuple[int, Sequence[str]]]) -> str:
    """Rows as text with tabs between the cells, each on its line. Reading it again gives the same."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    at = 1
    for line, cells in rows:
        out.write("\n" * max(0, line - at))
        writer.writerow([" ".join(cell.split()) for cell in cells])
        at = max(at, line) + 1
    return out.getvalue()


def split_line(line: str) -> tuple[str, ...]:
    """The cells of a line among plain names that looks as if it had columns; only itself where it does not."""
    separator = next((d for d in "\t;|" if d in line), "")
    if not separator and (re.match(r'"([^"]|"")*"\s*(,|$)', line) or _has_number_after_comma(line)):
        separator = ","
    if not separator:
        return (line,)
    try:
        cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error:
        cells = line.split(separator)
    return tuple(cell.strip() for cell in cells)


def read(content: str | bytes, filename: str = "", *, is_header: IsHeader = _no_header) -> Sheet:
    """A pasted text, a CSV file in UTF-8, UTF-16, Shift-JIS or Latin-1, or an XLSX workbook (its first
    sheet). `is_header` knows the titles of columns; a first line of them tells what stands between cells.

    Errors: `too_large`, `too_many_lines`, `not_text`, `broken_file` (with what is wrong and where),
    `empty_list`.
    """
    if len(content) > MAX_BYTES:
        raise refuse.too_large(limit=MAX_BYTES // 1024 // 1024)
    if isinstance(content, bytes) and content.startswith(b"PK\x03\x04"):
        sheet = Sheet(_numbered(_workbook(content)))
    else:
        text = decode(content) if isinstance(content, bytes) else content.removeprefix("\ufeff")
        if _is_binary(text):
            raise refuse.not_text()
        sheet = _table(text.replace("\r\n", "\n").replace("\r", "\n"), filename, is_header)
    if not sheet.rows:
        raise refuse.empty_list()
    return sheet


def _is_binary(text: str) -> bool:
    """A stray control character is a broken line; a tenth of them is no text at all."""
    sample = text[:4000]
    controls = sum(c < " " and c not in "\t\n\r" for c in sample)
    return "\x00" in text or controls * 10 > len(sample)


def decode(data: bytes) -> str:
    """Text of unknown encoding: a byte order mark, then UTF-8, then by what the bytes look like."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return _decode(data, encoding)
    if b"\x00" in data[:200]:
        try:
            return data.decode("utf-16-le" if data[1:2] == b"\x00" else "utf-16-be")
        except UnicodeDecodeError as error:
            raise refuse.not_text() from error  # a picture, say
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # A Japanese character in Shift-JIS begins with a byte above 0x80, so words with such bytes are at least half
    # made of them; a word in a Latin encoding has one or two accented letters among plain ones.
    words = [word for word in _WORD.findall(data) if not word.isascii()]
    high = sum(byte >= 0x80 for word in words for byte in word)
    if high * 2 >= sum(map(len, words)):
        try:
            return data.decode("cp932")
        except UnicodeDecodeError:
            pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise broken(_("the text ends or breaks off in the middle of a character")) from error


def broken(detail: object) -> ServiceError:
    return refuse.broken_file(detail=str(detail))


def _workbook(data: bytes) -> list[tuple[int, list[str]]]:
    # Empty lines of a workbook count: a sheet of a million formatted rows is not read to its end.
    found = workbook.SheetRows(*FILES.run(workbook.read, data, 4 * MAX_LINES, MAX_COLUMNS))
    if found.problem == workbook.Problem.TOO_LARGE:
        raise broken(_("the workbook is far larger than it looks"))
    if found.problem == workbook.Problem.TOO_MANY_LINES:
        raise refuse.too_many_lines(limit=MAX_LINES)
    if found.problem:
        raise broken(_("this is not a complete XLSX workbook"))
    return found.rows


def _numbered(rows: list[tuple[int, list[str]]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    kept = tuple((line, _cells(cells)) for line, cells in rows if any(map(str.strip, cells)))
    if len(kept) > MAX_LINES + 1:
        raise refuse.too_many_lines(limit=MAX_LINES)
    _refuse_many_cells(sum(len(cells) for _line, cells in kept))
    return kept


def _refuse_many_cells(count: int) -> None:
    if count > MAX_CELLS:
        text = _("it has more than %(limit)s cells: leave out columns that are not needed")
        raise broken(text % {"limit": MAX_CELLS})


def _cells(cells: list[str]) -> tuple[str, ...]:
    """The cells of a row up to the last one in which something stands."""
    stripped = [cell.strip() for cell in cells]
    while not stripped[-1]:
        stripped.pop()
    return tuple(stripped)


def _table(text: str, filename: str, is_header: IsHeader) -> Sheet:
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_LINE:
            raise _broken_at(number, _("a line is longer than %(limit)s characters") % {"limit": MAX_LINE})
    is_csv = filename.lower().endswith((".csv", ".tsv"))
    delimiter = _delimiter_of_header(lines, is_header) or _delimiter(lines[:50], is_csv=is_csv)
    if not delimiter:
        return Sheet(_numbered([(n, [line]) for n, line in enumerate(text.splitlines(), 1)]), plain=True)
    return Sheet(_numbered(_csv(text, delimiter)))


def _delimiter_of_header(lines: list[str], is_header: IsHeader) -> str:
    """What stands between the titles of one of the first lines, or "" where none holds any."""
    found = (d for line in lines[:HEAD_LINES] for d in DELIMITERS if d in line and is_header(line.split(d)))
    return next(found, "")


def _delimiter(lines: list[str], *, is_csv: bool) -> str:
    """The character between cells, or "" for one name a line.

    A comma may belong to the name ("Hansen, Jens"), so it counts only in a CSV file, where it stands twice in
    a line, or where mostly numbers follow it.
    """
    for candidate in "\t;|":
        if lines and sum(candidate in line for line in lines) * 2 > len(lines):
            return candidate
    commas = [line for line in lines if "," in line]
    if is_csv and len(commas) * 2 > len(lines):
        return ","
    everywhere = bool(lines) and len(commas) == len(lines)
    if everywhere and lines[0].count(",") >= 2:
        return ","
    # A first line without a number may be titles we do not know; a line without a comma is a name without a rating.
    numbered = commas[1:] if everywhere and len(commas) > 1 else commas
    return "," if sum(map(_has_number_after_comma, numbered)) * 2 > len(numbered) else ""


def _has_number_after_comma(line: str) -> bool:
    return any(NUMBER.fullmatch(cell.strip()) for cell in _AFTER_COMMA.findall(line))


def _csv(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line, count = 1, 0
    try:
        for cells in reader:
            rows.append((line, cells[:MAX_COLUMNS]))
            count += len(rows[-1][1])
            _refuse_many_cells(count)
            line = reader.line_num + 1
            if len(rows) > 4 * MAX_LINES:
                raise refuse.too_many_lines(limit=MAX_LINES)
    except csv.Error as error:
        # Python says in English what is wrong; it knows just these two.
        long = "limit" in str(error)
        what = _("a cell is too long") if long else _("a quotation mark is missing or misplaced")
        raise _broken_at(line, what) from error
    return rows


def _broken_at(line: int, what: object) -> ServiceError:
    return broken(_("line %(line)s: %(what)s") % {"line": line, "what": what})
