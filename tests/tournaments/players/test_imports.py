"""Lists of players: pasted, CSV in every usual shape and encoding, workbooks; previewed, then applied."""

import io
import zipfile
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import Workbook

from tests.factories import add_player, make_event, refused
from tests.sweep import sweep_rows
from tests.tournaments.steps import played
from tournaments.models import Action, Bye, LogEntry, Player, Tournament
from tournaments.players.services.import_columns import Layout
from tournaments.players.services.imports import Plan, Summary, apply_import, preview_import
from tournaments.steps.refusals import ServiceError


def as_carried(plan: Plan) -> Layout:
    """How the `text` of a plan is read."""
    return Layout(tuple(column.field for column in plan.layout), plan.header, plan.plain, carried=True)


def preview(event: Tournament, content: str | bytes, filename: str = "") -> Plan:
    return preview_import(tournament=event, content=content, filename=filename)


def apply(event: Tournament, content: str | bytes, **options: Any) -> Summary:
    return apply_import(tournament=event, actor=event.owner, content=content, **options)


def people(event: Tournament, *fields: str) -> list[Any]:
    rows = event.players.order_by("number").values_list(*(fields or ("name",)), flat=len(fields) < 2)
    return list(rows)


def workbook(*rows: list[Any]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.fixture
def event() -> Tournament:
    return make_event()


def test_a_pasted_list_is_one_name_a_line(event: Tournament) -> None:
    apply(event, 'Jens Hansen\r\n\r\n  Søren   Ågård \nHansen, Ole\n3. Bo "The Bull" Lee\n"Quote')
    assert people(event) == ["Jens Hansen", "Søren Ågård", "Hansen, Ole", 'Bo "The Bull" Lee', '"Quote']


@pytest.mark.parametrize("delimiter", ["\t", ";", "|", ","])
def test_a_header_in_any_order_names_the_columns(event: Tournament, delimiter: str) -> None:
    lines = [["Rating", "Navn", "Klub", "Shoe size"], ["1512", "Jens", "North", "44"], ["", "Åse", "", ""]]
    text = "\n".join(delimiter.join(cells) for cells in lines)
    assert preview(event, text).ignored_columns == ("Shoe size",)
    apply(event, text)
    assert people(event, "name", "rating", "club") == [("Jens", 1512, "North"), ("Åse", None, "")]


# What is imported, and the names, ratings and clubs that come of it.
LISTS: list[tuple[str | bytes, list[tuple[str, int | None, str]]]] = [
    ("Last name;First name;Elo\nHansen;Jens;1512\nLee;;", [("Jens Hansen", 1512, ""), ("Lee", None, "")]),
    # Without a header a counter is left out, and a number is the rating.
    (
        "1\tJens Hansen\t1512\tNorth\n2\tÅse Lie\t1490\tSouth",
        [("Jens Hansen", 1512, "North"), ("Åse Lie", 1490, "South")],
    ),
    # A comma belongs to the name unless numbers follow it, at least in some lines.
    ("Hansen, Jens\nLee, Bo", [("Hansen, Jens", None, ""), ("Lee, Bo", None, "")]),
    ("Jens,1512\nBo,1490", [("Jens", 1512, ""), ("Bo", 1490, "")]),
    ("name,rating\nJens,1512\nBo,", [("Jens", 1512, ""), ("Bo", None, "")]),
    ("Ann, 1500\nBen\nCai,1400", [("Ann", 1500, ""), ("Ben", None, ""), ("Cai", 1400, "")]),
    ("Ann,1500", [("Ann", 1500, "")]),
    ("Player, Gary\nHansen, Jens", [("Player, Gary", None, ""), ("Hansen, Jens", None, "")]),
    ("Hansen, Jens\nBo Lee", [("Hansen, Jens", None, ""), ("Bo Lee", None, "")]),
    # Quoted cells may hold delimiters and line breaks.
    (
        'name,club\n"Hansen, Jens","North\nSea"\n"Bo ""Bull"" Lee",\n',
        [("Hansen, Jens", None, "North Sea"), ('Bo "Bull" Lee', None, "")],
    ),
    (
        workbook(["Name", "Rating"], ["Åse", 1512], [None, None], ["山田", "1400"], ["Bo"]),
        [("Åse", 1512, ""), ("山田", 1400, ""), ("Bo", None, "")],
    ),
]


@pytest.mark.parametrize(("content", "expected"), LISTS)
def test_lists_are_read_as_they_are_meant(
    event: Tournament, content: str | bytes, expected: list[Any]
) -> None:
    apply(event, content)
    assert people(event, "name", "rating", "club") == expected


DELIMITERS = ["\t", ";", "|", ","]


ODD_RATINGS = ["-", "–", "unr", "1500p", "15,5", "12.11.1987", "strong"]


@pytest.mark.parametrize(
    ("titles", "odd"),
    [
        *(("name;rating;club", odd) for odd in ODD_RATINGS),
        ("", "1500p"),
        *sweep_rows(*(("", odd) for odd in ODD_RATINGS if odd != "1500p")),
    ],
)
def test_an_odd_rating_is_kept_beside_its_player_and_nothing_shifts(
    event: Tournament, titles: str, odd: str
) -> None:
    add_player(event, "Cai", club="East")
    lines = [titles, "Ann;1500;North", f"Ben;{odd};South", "Cai;1400;East"]
    for content in ("\n".join(filter(None, lines)), workbook(*[line.split(";") for line in lines if line])):
        plan = preview(event, content)
        assert [column.field for column in plan.layout] == ["name", "rating", "club"]
        assert [(r.values["name"], r.values.get("rating"), r.values["club"]) for r in plan.rows] == [
            ("Ann", 1500, "North"), ("Ben", None, "South"), ("Cai", 1400, "East"),
        ]  # fmt: skip
        assert [[(t.column, t.value) for t in row.not_taken] for row in plan.rows] == [
            [],
            [("rating", odd)],
            [],
        ]
        assert (plan.odd, plan.counts["error"]) == (1, 0)
    done = apply(event, content, keep_odd=True)
    assert people(event, "name", "rating", "club", "note") == [
        ("Cai", 1400, "East", ""), ("Ann", 1500, "North", ""), ("Ben", None, "South", f"rating: {odd}"),
    ]  # fmt: skip
    assert [(row.values["name"], row.not_taken[0].value) for row in done.not_taken] == [("Ben", odd)]


def test_a_cell_too_many_moves_nothing_and_is_shown(event: Tournament) -> None:
    (row,) = preview(event, "name;rating;club\nBen;1500;South;12a").rows
    assert (row.values, [(t.column, t.value) for t in row.not_taken]) == (
        {"name": "Ben", "rating": 1500, "club": "South"},
        [("column 4", "12a")],
    )


ODD_LINES = {
    '"O\'Hara, ""Joe"""; 12a': ('O\'Hara, "Joe"', ["12a"]),
    "Lee\t1500\tNorth": ("Lee", ["1500", "North"]),
    "Lee, 1500": ("Lee", ["1500"]),
}


@pytest.mark.parametrize("odd", ODD_LINES)
def test_a_line_with_columns_among_names_is_asked_about(event: Tournament, odd: str) -> None:
    name, rest = ODD_LINES[odd]
    text = f'Ann\nHansen, Ole\n{odd}\n"Møller, Åge"\nBo "The Bull" Lee'
    plan = preview(event, text)
    assert [(row.values["name"], row.kind) for row in plan.rows] == [
        ("Ann", "new"), ("Hansen, Ole", "new"), (name, "unclear"), ("Møller, Åge", "new"), ('Bo "The Bull" Lee', "new"),
    ]  # fmt: skip
    assert [t.value for t in plan.rows[2].not_taken] == rest
    assert apply(event, text).skipped == 1
    assert apply(event, text, decisions={3: "new"}).added == (5,)
    assert people(event)[-1] == name


def test_columns_are_taken_as_somebody_chose_them(event: Tournament) -> None:
    text = "Nombre;Elo;Equipo;Sala\nHansen;1500;North;A\nLee;1400;South;B"
    found = preview(event, text)
    assert [(c.title, c.field) for c in found.layout] == [
        ("Nombre", "name"), ("Elo", "rating"), ("Equipo", "club"), ("Sala", ""),
    ]  # fmt: skip
    chosen = Layout(("last_name", "", "note", "club"), header=True)
    plan = preview_import(tournament=event, content=text, layout=chosen)
    first = plan.layout[0]
    assert (first.title, first.field, first.sample) == (
        "Nombre",
        "last_name",
        ("Hansen", "Lee"),
    )
    assert (plan.columns, plan.ignored_columns) == (("last_name", "note", "club"), ("Elo",))
    assert [row.line for row in plan.rows] == [2, 3]
    with refused("import_changed"):
        apply(event, text, digest=plan.digest)
    apply(event, plan.text, digest=plan.digest, layout=as_carried(plan))
    assert people(event, "name", "club", "note") == [("Hansen", "A", "North"), ("Lee", "B", "South")]
    for wrong in (("name", "name"), ("name", "elo"), ("name", "", "", "", "")):
        with refused("bad_columns"):
            preview_import(tournament=event, content=text, layout=Layout(wrong))


def test_people_of_one_name_with_two_clubs_are_two_and_with_one_club_one() -> None:
    """By the club people of one name are told apart everywhere; a rating changes from list to list."""
    event = make_event()
    add_player(event, "Lars Toft", club="Odense", rating=1500)
    text = (
        "name;club;rating\nLars Toft;Aarhus;1900\nLars Toft;Odense;1510\nlars toft;AARHUS;1900\n"
        "Bo Lee;Nyborg;1400\nBo Lee;Assens;1400\nBo Lee;;1600"
    )
    plan = preview(event, text)
    assert [(row.kind, row.player, row.usual) for row in plan.rows] == [
        ("duplicate", 1, "new"), ("update", 1, "update"), ("duplicate", None, "skip"),
        ("new", None, "new"), ("duplicate", None, "new"), ("duplicate", None, "skip"),
    ]  # fmt: skip
    apply(event, text)
    assert people(event, "name", "club", "rating") == [
        ("Lars Toft", "Odense", 1510), ("Lars Toft", "Aarhus", 1900),
        ("Bo Lee", "Nyborg", 1400), ("Bo Lee", "Assens", 1400),
    ]  # fmt: skip
    again = preview(event, "name;club;rating\nLars Toft;Aarhus;1950\nBo Lee;;1600\nLars Toft;Vejle;1700")
    assert [(row.kind, row.player, row.usual) for row in again.rows] == [
        ("update", 2, "update"), ("duplicate", None, "skip"), ("duplicate", 1, "new"),
    ]  # fmt: skip


def test_a_header_is_believed_even_where_single_lines_are_wrong() -> None:
    """One bad rating, or lines with a name only, must not turn the titles and every line into names."""
    for delimiter in DELIMITERS:
        lines = ["Name,Rating", "Ann,abc", "Ben,1500", "Cai", "Dot", "Eva"]
        plan = preview(make_event(), "\n".join(lines).replace(",", delimiter))
        assert [(row.line, row.values["name"], row.kind) for row in plan.rows] == [
            (2, "Ann", "new"), (3, "Ben", "new"), (4, "Cai", "new"), (5, "Dot", "new"), (6, "Eva", "new"),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "Søren Ågård"),
        ("utf-8-sig", "Søren Ågård"),
        ("utf-16", "Søren 太郎"),
        ("utf-16-le", "Søren Ågård"),
        ("utf-16-be", "Søren Ågård"),
        ("latin-1", "Søren Ågård"),
        ("cp1252", "Zoë Müller"),
        ("cp932", "山田 太郎"),
        ("utf-8", "山田 太郎"),
    ],
)
def test_a_file_may_be_in_any_usual_encoding(event: Tournament, encoding: str, name: str) -> None:
    apply(event, f"name;rating\r\n{name};1500\r\nJens Hansen;1400\r\n".encode(encoding), filename="list.csv")
    assert people(event) == [name, "Jens Hansen"]


UNREADABLE: list[tuple[str | bytes, str]] = [
    (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3, "not_text"),
    ("", "empty_list"),
    (" \n\t\n", "empty_list"),
    (b"", "empty_list"),
    (b"\x00\x01\x02\x03" * 50, "not_text"),
    (b"\xff\xfeA", "broken_file"),
    (b"PK\x03\x04 not a workbook", "broken_file"),
    ('name;club\n"Jens;North\nBo;South\n', "broken_file"),
    ("x" * (4 * 1024 * 1024 + 1), "too_large"),
    ("\n".join(f"Player {n}" for n in range(10_001)), "too_many_lines"),
    ("\n".join(["x;" * 59 + "x"] * 2_501), "broken_file"),
    ("Jens Hansen\n" + '"' * 20_001, "broken_file"),
]


def test_a_file_that_cannot_be_read_is_refused_whole() -> None:
    for content, code in UNREADABLE:
        event = make_event(field=1)
        version = event.version
        for call in (preview, apply):
            with refused(code):
                call(event, content)
        assert people(event) == ["Player 1"]
        assert Tournament.objects.get(pk=event.pk).version == version


def test_a_broken_line_is_named_with_its_number_and_nothing_is_imported(event: Tournament) -> None:
    text = f"name;club\nJens;North\nBo;{'x' * 121}\n{'x' * 121};1\nA\x07;1"
    plan = preview(event, text)
    assert [(row.line, row.kind, row.field) for row in plan.rows] == [
        (2, "new", None),
        (3, "error", "club"),
        (4, "error", "name"),
        (5, "error", "name"),
    ]
    assert "120" in str(plan.rows[1].message)
    with refused("import_has_errors", line=3):
        apply(event, text)
    assert people(event) == []
    assert apply(event, text, skip_errors=True).skipped == 3
    assert people(event) == ["Jens"]


def test_the_preview_tells_new_changed_known_and_doubled_names_apart(event: Tournament) -> None:
    add_player(event, "Jens Hansen", rating=1500)
    add_player(event, "Bo Lee")
    text = "name;rating\nJENS HANSEN;1600\nBo Lee;\nÅse;1400\nåse;1300"
    plan = preview(event, text)
    assert [row.kind for row in plan.rows] == ["update", "same", "new", "duplicate"]
    assert plan.counts == {"new": 1, "update": 1, "same": 1, "duplicate": 1, "unclear": 0, "error": 0}
    summary = apply(event, text, digest=plan.digest)
    assert (summary.added, summary.updated, summary.skipped) == ((3,), (1,), 2)
    assert people(event, "name", "rating") == [("Jens Hansen", 1600), ("Bo Lee", None), ("Åse", 1400)]
    line = LogEntry.objects.get(action=Action.PLAYERS_IMPORTED)
    assert line.before["updated"] == [{"number": 1, "rating": 1500}]
    assert line.after == {"added": [3], "updated": [{"number": 1, "rating": 1600}]}


def test_decisions_overrule_the_preview(event: Tournament) -> None:
    add_player(event, "Jens", rating=1500)
    text = "name;rating\nJens;1600\nBo;1400\nBo;1300"
    apply(event, text, decisions={1: "new", 2: "skip", 3: "new"})
    assert people(event, "name", "rating") == [("Jens", 1500), ("Jens", 1600), ("Bo", 1300)]


def test_a_decision_that_makes_no_sense_is_refused(event: Tournament) -> None:
    for decision in ("update", "delete", "", None):
        with refused("bad_decision"):
            apply(event, "Jens", decisions={1: decision})
    assert people(event) == []


def test_what_is_confirmed_is_what_was_shown(event: Tournament) -> None:
    plan = preview(event, "Jens\nBo")
    add_player(event, "Bo")
    with refused("import_changed"):
        apply(event, "Jens\nBo", digest=plan.digest)
    assert people(event) == ["Bo"]


@pytest.mark.parametrize(
    "content",
    [
        'Jens\n\nHansen, Bo\n"Quote\n"Lee"; 12a',
        'Rating;Navn\n1500;Jens\n;"Bo ""B"" Lee"\n',
        "1\tJens\t1500\n2\tBo\t1400",
        workbook(["Name", "Club"], ["Jens", "A\tB"], ["Bo; Lee", None]),
        "name\nJens\n\n\nBo",
    ],
)
def test_the_list_carried_from_the_preview_gives_the_same_import(
    event: Tournament, content: str | bytes
) -> None:
    plan = preview(event, content)
    again = preview_import(tournament=event, content=plan.text, layout=as_carried(plan))
    assert again.digest == plan.digest
    assert [row.values for row in again.rows] == [row.values for row in plan.rows]
    assert [(row.index, row.line) for row in again.rows] == [(row.index, row.line) for row in plan.rows]


def test_a_list_imported_late_is_late_entries_and_an_empty_cell_never_empties_a_field() -> None:
    event = played(1, field=4)
    apply(event, "Jens\nBo")
    assert set(event.players.filter(number__gt=4).values_list("joined_round", flat=True)) == {2}
    assert Bye.objects.filter(kind="absent", round__number=1).count() == 2
    add_player(event, "Kim", rating=1500)
    apply(event, "name;rating;club\nKim;;South")
    assert people(event, "rating", "club")[-1] == (1500, "South")


def test_two_thousand_lines_are_imported_with_few_queries(event: Tournament) -> None:
    text = "name;rating;club\n" + "\n".join(f"Player {n} Ågård;{n};Club {n % 50}" for n in range(2_000))
    with CaptureQueriesContext(connection) as queries:
        summary = apply(event, text, digest=preview(event, text).digest)
    assert len(summary.added) == Player.objects.filter(tournament=event).count() == 2_000
    assert len(queries) < 300


def test_a_workbook_is_measured_by_what_it_unpacks_to() -> None:
    book = Workbook()
    book.active.append(["Åse"])
    out = io.BytesIO()
    book.save(out)
    small = io.BytesIO()
    with (
        zipfile.ZipFile(out) as given,
        zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
    ):
        for name in given.namelist():
            made.writestr(name, b" " * 60_000_000 if name == "xl/worksheets/sheet1.xml" else given.read(name))
    with pytest.raises(ServiceError, match="far larger than it looks"):
        preview_import(tournament=make_event(), content=small.getvalue())
