"""Workbooks: the first sheet and its texts are read, as ECMA-376 has them; nothing else of the file is unpacked."""

import io
import zipfile

import pytest

from tournaments.sandbox.workbook import MAX_TEXT_BYTES, Problem, read

BOOK = '<workbook xmlns:r="r"><sheets><sheet name="B" r:id="rId2"/><sheet name="A" r:id="rId1"/></sheets></workbook>'
LINKS = """<Relationships>
<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/>
<Relationship Id="rId3" Type="x/sharedStrings" Target="texts.xml"/></Relationships>"""
TEXTS = """<x:sst xmlns:x="x"><x:si><x:t>Name</x:t></x:si>
<x:si><x:r><x:t>佐々</x:t></x:r>
<x:r><x:t>木 太郎</x:t></x:r><x:rPh sb="0" eb="3"><x:t>ササキ</x:t></x:rPh></x:si></x:sst>"""


def workbook(rows: str, **parts: str | bytes) -> bytes:
    """A workbook whose first sheet is the second part, with these rows."""
    sheet = f"<worksheet><sheetData>{rows}</sheetData></worksheet>"
    usual = {"workbook": BOOK, "_rels/workbook.xml.rels": LINKS, "texts": TEXTS, "worksheets/sheet2": sheet}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (usual | parts).items():
            archive.writestr(f"xl/{name}" if "." in name else f"xl/{name}.xml", content)
    return made.getvalue()


def test_cells_of_all_kinds_stand_where_they_say_or_follow_each_other() -> None:
    """Kinds of 18.18.11: shared and inline strings, numbers, booleans, errors and what a formula gave."""
    rows = """<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Club</t></is></c></row>
<row r="3"><c t="s"><v>1</v></c><c><v>1512</v></c><c><v>1512.0</v></c><c><v>0.5</v></c><c/><c t="b"><v>1</v></c></row>
<row><c t="str"><f>A1</f><v>A &amp; B</v></c><c t="e"><v>#N/A</v></c></row>
<row/>"""
    assert read(workbook(rows), 100, 60).rows == [
        (1, ["Name", "", "Club"]),
        (3, ["佐々木 太郎", "1512", "1512", "0.5", "", "TRUE"]),
        (4, ["A & B", "#N/A"]),
    ]


def test_cells_beyond_the_last_column_are_left_out_and_lines_beyond_the_last_refused() -> None:
    rows = '<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c><c r="XFD2"><v>3</v></c></row>'
    assert read(workbook(rows), 2, 26).rows == [(2, ["", "1"])]
    assert read(workbook(rows), 1, 26).problem == Problem.TOO_MANY_LINES


def test_what_is_not_read_is_not_unpacked() -> None:
    """21 MB of styles in 35 kB took 67 s and 1.3 GB."""
    hurts = dict.fromkeys(("styles", "worksheets/sheet1", "media/picture"), b"<" * 21000000)
    assert read(workbook("<row><c><v>7</v></c></row>", **hurts), 9, 9).rows == [(1, ["7"])]


LONG = f"<sst><si><t>{'x' * 50_000}</t></si></sst>"
AGAIN = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'
TOO_LONG = b"<sst>" + b" " * MAX_TEXT_BYTES
UNFOLDS = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>'


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (workbook("", texts=TOO_LONG), Problem.TOO_LARGE),
        (workbook(AGAIN * 99, texts=LONG), Problem.TOO_LARGE),
        (workbook('<row r="1"><c><v>1</v></c></row>' * 101), Problem.TOO_MANY_LINES),
        (workbook("", texts=UNFOLDS), Problem.BROKEN),
        (workbook('<row><c t="s"><v>2</v></c></row>'), Problem.BROKEN),
        (workbook('<row r="x"/>'), Problem.BROKEN),
        (workbook("<row>"), Problem.BROKEN),
        (workbook("")[:-30], Problem.BROKEN),
        (workbook("", workbook="<workbook/>"), Problem.BROKEN),
        (b"PK\x03\x04", Problem.BROKEN),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_guessed(content: bytes, problem: Problem) -> None:
    assert read(content, 100, 60) == ([], problem)
