"""The cells of the first sheet of an XLSX workbook, as a stream: its texts and the sheet, nothing else.

Styles, pictures and other sheets are not unpacked: in a workbook made to hurt they are what fills the memory, and in an
honest one they say nothing about a list. A date is the number that the sheet holds for it.

Source: ECMA-376, part 1: 12.3 (parts of a workbook), 18.3.1 (rows and cells), 18.4 (shared strings).
"""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple
from xml.parsers import expat

CHUNK = 64 * 1024
MAX_PART_BYTES = 2_000_000  # of the parts that say where the others are
MAX_CELL = 32_767  # characters, as in the programs that write workbooks
MAX_CHARACTERS = 4_000_000  # of all cells; a cell can name a long string again and again
MAX_TEXT_BYTES = 40_000_000  # of the sheet, and of its strings; 10,000 lines of 60 columns have about 20
_COLUMN = re.compile(r"([A-Z]{1,3})(\d+)")


class Problem(StrEnum):
    """Why nothing was read."""

    BROKEN = "broken"
    TOO_LARGE = "too_large"
    TOO_MANY_LINES = "too_many_lines"


class SheetRows(NamedTuple):
    """The rows with the number of their line, or what stood in the way."""

    rows: list[tuple[int, list[str]]]
    problem: Problem | None = None


class _Stop(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem)


def read(data: bytes, lines: int, columns: int) -> SheetRows:
    """The rows up to that line of the sheet; cells beyond so many columns are left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sheet, strings = _places(archive)
            texts = _Strings()
            if strings in archive.namelist():
                _parse(archive, strings, MAX_TEXT_BYTES, texts)
            cells = _Cells(texts.found, lines, columns)
            _parse(archive, sheet, MAX_TEXT_BYTES, cells)
            return SheetRows(cells.rows)
    except _Stop as stop:
        return SheetRows([], stop.problem)
    except (zipfile.BadZipFile, zlib.error, expat.ExpatError, KeyError, IndexError, ValueError, EOFError,
            NotImplementedError, RuntimeError):  # fmt: skip
        return SheetRows([], Problem.BROKEN)


class _Handler:
    """What is done with the elements of a part; `text` is asked for what stands in them while it is a list."""

    def __init__(self) -> None:
        self.text: list[str] | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        raise NotImplementedError

    def end(self, name: str) -> None:
        """Most elements say all when they begin."""


def _parse(archive: zipfile.ZipFile, name: str, limit: int, handler: _Handler) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, given: handler.start(name.rpartition(":")[2], given)
    parser.EndElementHandler = lambda name: handler.end(name.rpartition(":")[2])
    parser.CharacterDataHandler = lambda text: handler.text.append(text) if handler.text is not None else None
    parser.StartDoctypeDeclHandler = _no_document_type
    for chunk in _chunks(archive, name, limit):
        parser.Parse(chunk, False)
    parser.Parse(b"", True)


def _no_document_type(*_given: object) -> None:
    """No program writes one, and entities that unfold each other begin with it."""
    raise _Stop(Problem.BROKEN)


def _chunks(archive: zipfile.ZipFile, name: str, limit: int) -> Iterator[bytes]:
    """What the directory says of a size can be a lie, so what comes is counted."""
    size = 0
    with archive.open(name) as part:
        while chunk := part.read(CHUNK):
            size += len(chunk)
            if size > limit:
                raise _Stop(Problem.TOO_LARGE)
            yield chunk


# --- where things are -----------------------------------------------------------------------------------------
def _places(archive: zipfile.ZipFile) -> tuple[str, str]:
    """The part of the first sheet, and that of the strings."""
    book = _Book()
    _parse(archive, "xl/workbook.xml", MAX_PART_BYTES, book)
    links = _Links()
    _parse(archive, "xl/_rels/workbook.xml.rels", MAX_PART_BYTES, links)
    return links.targets[book.first], links.strings


class _Book(_Handler):
    first = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet" and not self.first:
            self.first = next((value for key, value in attributes.items() if key.endswith(":id")), "")


class _Links(_Handler):
    strings = "xl/sharedStrings.xml"

    def __init__(self) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name != "Relationship":
            return
        target = attributes["Target"]
        path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")
        self.targets[attributes["Id"]] = path
        if attributes["Type"].endswith("/sharedStrings"):
            self.strings = path


# --- what stands in them --------------------------------------------------------------------------------------
class _Strings(_Handler):
    """The shared strings. A string can have parts of different looks, and how it is read (`rPh`), which is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.parts: list[str] = []
        self.is_reading = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "si":
            self.parts = []
        elif name == "rPh":
            self.is_reading = True
        elif name == "t" and not self.is_reading:
            self.text = self.parts

    def end(self, name: str) -> None:
        if name == "t":
            self.text = None
        elif name == "rPh":
            self.is_reading = False
        elif name == "si":
            self.found.append("".join(self.parts)[:MAX_CELL])


class _Cells(_Handler):
    """The rows of a sheet. Where a row or a cell does not say where it stands, it follows the one before."""

    def __init__(self, strings: list[str], lines: int, columns: int) -> None:
        super().__init__()
        self.strings, self.lines, self.columns = strings, lines, columns
        self.rows: list[tuple[int, list[str]]] = []
        self.line, self.column, self.characters = 0, 0, 0
        self.row: list[str] = []
        self.parts: list[str] = []
        self.kind = ""
        self.is_reading = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "row":
            self.line = int(attributes.get("r", self.line + 1))
            if self.line > self.lines:
                raise _Stop(Problem.TOO_MANY_LINES)
            self.row, self.column = [], 0
        elif name == "c":
            place = _COLUMN.fullmatch(attributes.get("r", ""))
            self.column = _number(place[1]) if place else self.column + 1
            self.kind, self.parts = attributes.get("t", "n"), []
        elif name == "rPh":
            self.is_reading = True
        elif name in ("v", "t") and not self.is_reading:
            self.text = self.parts

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.text = None
        elif name == "rPh":
            self.is_reading = False
        elif name == "c" and self.parts and self.column <= self.columns:
            self._put(self._value("".join(self.parts)[:MAX_CELL]))
        elif name == "row" and self.row:
            self.rows.append((self.line, self.row))
            if len(self.rows) > self.lines:  # many that say they are the same
                raise _Stop(Problem.TOO_MANY_LINES)

    def _put(self, value: str) -> None:
        self.row += [""] * (self.column - len(self.row))
        self.row[self.column - 1] = value
        self.characters += len(value)
        if self.characters > MAX_CHARACTERS:
            raise _Stop(Problem.TOO_LARGE)

    def _value(self, text: str) -> str:
        if self.kind == "s":
            return self.strings[int(text)]
        if self.kind == "b":
            return "TRUE" if text == "1" else "FALSE"
        if self.kind != "n":
            return text
        number = float(text)
        return str(int(number)) if number.is_integer() else str(number)


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
