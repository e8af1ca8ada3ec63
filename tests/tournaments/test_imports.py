"""Lists of players: pasted, CSV in every usual shape and encoding, workbooks; previewed, then applied."""

from __future__ import annotations

import io
import time
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import Workbook

from tests.factories import add_player, make_event, play_round
from tournaments.models import Action, Bye, LogEntry, Player, Tournament
from tournaments.services.errors import ServiceError
from tournaments.services.imports import Plan, Summary, apply_import, preview_import

pytestmark = pytest.mark.django_db


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


def test_a_pasted_list_is_one_name_a_line() -> None:
    event = make_event()
    apply(event, 'Jens Hansen\r\n\r\n  Søren   Ågård \nHansen, Ole\n3. Bo "The Bull" Lee\n"Quote')
    assert people(event) == ["Jens Hansen", "Søren Ågård", "Hansen, Ole", 'Bo "The Bull" Lee', '"Quote']


@pytest.mark.parametrize("delimiter", ["\t", ";", "|", ","])
def test_a_header_in_any_order_names_the_columns(delimiter: str) -> None:
    event = make_event()
    lines = [["Rating", "Navn", "Klub", "Shoe size"], ["1512", "Jens", "North", "44"], ["", "Åse", "", ""]]
    text = "\n".join(delimiter.join(cells) for cells in lines)
    assert preview(event, text).ignored_columns == ("Shoe size",)
    apply(event, text)
    assert people(event, "name", "rating", "club") == [("Jens", 1512, "North"), ("Åse", None, "")]


def test_first_and_last_names_in_two_columns_are_put_together() -> None:
    event = make_event()
    apply(event, "Last name;First name;Elo\nHansen;Jens;1512\nLee;;")
    assert people(event) == ["Jens Hansen", "Lee"]


def test_without_a_header_a_counter_is_left_out_and_a_number_is_the_rating() -> None:
    event = make_event()
    apply(event, "1\tJens Hansen\t1512\tNorth\n2\tÅse Lie\t1490\tSouth")
    assert people(event, "name", "rating", "club") == [
        ("Jens Hansen", 1512, "North"),
        ("Åse Lie", 1490, "South"),
    ]


def test_a_comma_belongs_to_the_name_unless_numbers_follow_it() -> None:
    event = make_event()
    apply(event, "Hansen, Jens\nLee, Bo")
    assert people(event) == ["Hansen, Jens", "Lee, Bo"]
    event = make_event()
    apply(event, "Jens,1512\nBo,1490")
    assert people(event, "name", "rating") == [("Jens", 1512), ("Bo", 1490)]
    event = make_event()
    apply(event, "name,rating\nJens,1512\nBo,")
    assert people(event, "name", "rating") == [("Jens", 1512), ("Bo", None)]


@pytest.mark.parametrize("delimiter", ["\t", ";", "|", ","])
def test_a_header_is_believed_even_where_single_lines_are_wrong(delimiter: str) -> None:
    """One bad rating, or lines with a name only, must not turn the titles and every line into names."""
    lines = ["Name,Rating", "Ann,abc", "Ben,1500", "Cai", "Dot", "Eva"]
    plan = preview(make_event(), "\n".join(lines).replace(",", delimiter))
    assert [(row.line, row.values["name"], row.kind) for row in plan.rows] == [
        (2, "Ann", "error"), (3, "Ben", "new"), (4, "Cai", "new"), (5, "Dot", "new"), (6, "Eva", "new"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann, 1500\nBen\nCai,1400", [("Ann", 1500), ("Ben", None), ("Cai", 1400)]),
        ("Ann,1500", [("Ann", 1500)]),
        ("Player, Gary\nHansen, Jens", [("Player, Gary", None), ("Hansen, Jens", None)]),
        ("Hansen, Jens\nBo Lee", [("Hansen, Jens", None), ("Bo Lee", None)]),
    ],
)
def test_numbers_after_commas_are_ratings_also_where_some_have_none(text: str, expected: list[Any]) -> None:
    event = make_event()
    apply(event, text)
    assert people(event, "name", "rating") == expected


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
def test_a_file_may_be_in_any_usual_encoding(encoding: str, name: str) -> None:
    event = make_event()
    apply(event, f"name;rating\r\n{name};1500\r\nJens Hansen;1400\r\n".encode(encoding), filename="list.csv")
    assert people(event) == [name, "Jens Hansen"]


def test_quoted_cells_may_hold_delimiters_and_line_breaks() -> None:
    event = make_event()
    apply(event, 'name,club\n"Hansen, Jens","North\nSea"\n"Bo ""Bull"" Lee",\n', filename="a.csv")
    assert people(event, "name", "club") == [("Hansen, Jens", "North Sea"), ('Bo "Bull" Lee', "")]


def test_a_workbook_is_read_from_its_first_sheet() -> None:
    event = make_event()
    apply(event, workbook(["Name", "Rating"], ["Åse", 1512], [None, None], ["山田", "1400"], ["Bo"]))
    assert people(event, "name", "rating") == [("Åse", 1512), ("山田", 1400), ("Bo", None)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
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
    ],
)
def test_a_file_that_cannot_be_read_is_refused_whole(content: str | bytes, code: str) -> None:
    event = make_event(field=1)
    version = event.version
    for call in (preview, apply):
        with pytest.raises(ServiceError) as refused:
            call(event, content)
        assert refused.value.code == code
        assert str(refused.value)
    assert people(event) == ["Player 1"]
    assert Tournament.objects.get(pk=event.pk).version == version


def test_a_broken_line_is_named_with_its_number_and_nothing_is_imported() -> None:
    event = make_event()
    text = f"name;rating\nJens;1500\nBo;strong\n{'x' * 121};1\nA\x07;1"
    plan = preview(event, text)
    assert [(row.line, row.kind, row.field) for row in plan.rows] == [
        (2, "new", None),
        (3, "error", "rating"),
        (4, "error", "name"),
        (5, "error", "name"),
    ]
    assert "strong" in str(plan.rows[1].message)
    with pytest.raises(ServiceError) as refused:
        apply(event, text)
    assert (refused.value.code, refused.value.params["line"]) == ("import_has_errors", 3)
    assert people(event) == []
    assert apply(event, text, skip_errors=True).skipped == 3
    assert people(event) == ["Jens"]


def test_the_preview_tells_new_changed_known_and_doubled_names_apart() -> None:
    event = make_event()
    add_player(event, "Jens Hansen", rating=1500)
    add_player(event, "Bo Lee")
    text = "name;rating\nJENS HANSEN;1600\nBo Lee;\nÅse;1400\nåse;1300"
    plan = preview(event, text)
    assert [row.kind for row in plan.rows] == ["update", "same", "new", "duplicate"]
    assert plan.counts == {"new": 1, "update": 1, "same": 1, "duplicate": 1, "error": 0}
    summary = apply(event, text, digest=plan.digest)
    assert (summary.added, summary.updated, summary.skipped) == ((3,), (1,), 2)
    assert people(event, "name", "rating") == [("Jens Hansen", 1600), ("Bo Lee", None), ("Åse", 1400)]
    line = LogEntry.objects.get(action=Action.PLAYERS_IMPORTED)
    assert line.before["updated"] == [{"number": 1, "rating": 1500}]
    assert line.after == {"added": [3], "updated": [{"number": 1, "rating": 1600}]}


def test_decisions_overrule_the_preview() -> None:
    event = make_event()
    add_player(event, "Jens", rating=1500)
    text = "name;rating\nJens;1600\nBo;1400\nBo;1300"
    apply(event, text, decisions={1: "new", 2: "skip", 3: "new"})
    assert people(event, "name", "rating") == [("Jens", 1500), ("Jens", 1600), ("Bo", 1300)]


@pytest.mark.parametrize("decision", ["update", "delete", "", None])
def test_a_decision_that_makes_no_sense_is_refused(decision: Any) -> None:
    event = make_event()
    with pytest.raises(ServiceError) as refused:
        apply(event, "Jens", decisions={1: decision})
    assert refused.value.code == "bad_decision"
    assert people(event) == []


def test_what_is_confirmed_is_what_was_shown() -> None:
    event = make_event()
    plan = preview(event, "Jens\nBo")
    add_player(event, "Bo")
    with pytest.raises(ServiceError) as refused:
        apply(event, "Jens\nBo", digest=plan.digest)
    assert refused.value.code == "import_changed"
    assert people(event) == ["Bo"]


@pytest.mark.parametrize(
    "content",
    [
        'Jens\nHansen, Bo\n"Quote',
        'Rating;Navn\n1500;Jens\n;"Bo ""B"" Lee"\n',
        "1\tJens\t1500\n2\tBo\t1400",
        workbook(["Name", "Club"], ["Jens", "A\tB"], ["Bo; Lee", None]),
        "name\nJens\n\n\nBo",
    ],
)
def test_the_list_carried_from_the_preview_gives_the_same_import(content: str | bytes) -> None:
    event = make_event()
    plan = preview(event, content)
    again = preview(event, plan.text)
    assert again.digest == plan.digest
    assert [row.values for row in again.rows] == [row.values for row in plan.rows]
    assert [row.index for row in again.rows] == [row.index for row in plan.rows]


def test_a_list_imported_late_is_late_entries() -> None:
    event = make_event(field=4)
    play_round(event)
    apply(event, "Jens\nBo")
    assert set(event.players.filter(number__gt=4).values_list("joined_round", flat=True)) == {2}
    assert Bye.objects.filter(kind="absent", round__number=1).count() == 2


def test_an_empty_cell_never_empties_a_field() -> None:
    event = make_event()
    add_player(event, "Jens", rating=1500, club="North")
    apply(event, "name;rating;club\nJens;;South")
    assert people(event, "rating", "club") == [(1500, "South")]


def test_ten_thousand_lines_are_imported_with_few_queries() -> None:
    event = make_event()
    text = "name;rating;club\n" + "\n".join(
        f"Player {n} Ågård;{n % 2000};Club {n % 50}" for n in range(10_000)
    )
    with CaptureQueriesContext(connection) as queries:
        started = time.perf_counter()
        plan = preview(event, text)
        summary = apply(event, text, digest=plan.digest)
        took = time.perf_counter() - started
    print(f"10,000 lines previewed and imported in {took:.2f} s, {len(queries)} queries")
    assert len(summary.added) == Player.objects.filter(tournament=event).count() == 10_000
    assert len(queries) < 300
