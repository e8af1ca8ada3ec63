"""Standings and pairings as tables for a spreadsheet: CSV and XLSX hold the same cells, and nothing is run."""

import csv
import io

import pytest
from openpyxl import load_workbook

from tests.desk.pages import Desk
from tests.factories import add_player, make_event, make_table_event, play_tables, publish
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Three players, the first named as a formula is; after round 1 the first at the table has won."""
    event = make_event(name="Spring", tiebreaks=["solkoff"])
    for name, club, rating in (("=1+1", "Aarhus", 2000), ("Bo", "", 1900), ("高橋", "大阪", None)):
        add_player(event, name, club=club, rating=rating)
    publish(event, after=1)
    return Desk(event.owner, event)


def rows_of(desk: Desk, name: str, *args: object) -> list[list[str]]:
    """The cells of the CSV file, once those of the workbook are the same."""
    text = desk.get(name, *args, "csv").content.decode()
    rows = list(csv.reader(io.StringIO(text)))
    book = load_workbook(io.BytesIO(desk.get(name, *args, "xlsx").content))
    cells = [
        ["" if cell is None else str(cell) for cell in row] for row in book.active.iter_rows(values_only=True)
    ]
    width = max(map(len, rows))
    plain = [
        [cell.removeprefix("'") for cell in row] for row in rows
    ]  # the sign by which CSV keeps a text a text
    assert cells == [row + [""] * (width - len(row)) for row in plain]
    return rows


def test_the_standings_hold_places_points_and_tiebreaks(desk: Desk) -> None:
    heads, *lines = rows_of(desk, "standings_file")
    assert heads == ["Place", "No.", "Player", "Club", "Rating", "Points", "Solk"]
    assert {line[2] for line in lines} == {"'=1+1", "Bo", "高橋"}  # a formula is a text
    assert [line[5] for line in lines] == ["1", "1", "0"]  # a win, the bye, a loss


def test_the_pairings_hold_both_players_the_result_and_who_is_not_paired(desk: Desk) -> None:
    heads, table, bye = rows_of(desk, "pairings_file", 1)
    assert heads == ["Table", *["No.", "Player", "Club", "Rating", "Points"] * 2, "Result"]
    assert (table[0], table[-1], table[5], table[10]) == ("1", "1-0", "0", "0")
    assert len(bye) == len(heads)
    assert (bye[0], bye[-1]) == ("", "Bye")


def test_points_below_zero_are_numbers_and_no_texts() -> None:
    """At tables of four half the players have less than nothing; a spreadsheet adds them up to nothing."""
    event = make_table_event(field=8)
    play_tables(event)
    heads, *lines = rows_of(Desk(event.owner, event), "standings_file")
    points = [float(line[heads.index("Points")]) for line in lines]
    assert min(points) < 0
    assert sum(points) == pytest.approx(0)


def test_another_kind_of_file_and_another_round_are_not_there(desk: Desk) -> None:
    assert desk.get("standings_file", "pdf").status_code == 404
    assert desk.get("pairings_file", 9, "csv").status_code == 404
    assert isinstance(desk.event, Tournament)
    found = desk.get("standings_file", "csv")
    assert found["Content-Disposition"] == f'attachment; filename="{desk.event.slug}-standings-1.csv"'
