"""The queue through pages and REST: at the desk without a script, for everybody, on the own page."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.desk.pages import Desk
from tests.factories import make_token
from tests.public.pages import text_of
from tests.tournaments.queue.test_queue import at_table, call, open_bracket, say
from tests.tournaments.steps import fresh
from tournaments.hall.services import screens
from tournaments.models import Tournament
from tournaments.queue.selectors.now import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Five tables for four matches: two matches are called, one table is closed."""
    event = open_bracket(8, tables=5, minutes=20)
    say(event, {"close_tables": [5]})
    say(event, {"pause": [1]})
    say(event, {"hold": [1, 2]})
    call(event)
    return fresh(event)


@pytest.fixture
def desk(event: Tournament) -> Client:
    client = Client()
    client.force_login(event.owner)
    return client


def press(desk: Client, event: Tournament, do: str, **values: Any) -> str:
    answer = desk.post(f"/desk/{event.slug}/queue/act/", {"do": do, **values}, follow=True)
    return str(answer.content.decode())


def test_the_desk_sees_every_table_and_who_waits(event: Tournament, desk: Client) -> None:
    page = desk.get(f"/desk/{event.slug}/queue/").content.decode()
    assert page.count('data-testid="table-') == 5
    assert 'data-testid="waiting-1-1"' in page and 'data-testid="waiting-1-2"' in page


def test_one_press_is_one_deed(event: Tournament, desk: Client) -> None:
    press(desk, event, "result", match="1-3", result="1-0")
    assert (1, 3) not in at_table(event).values()
    press(desk, event, "send_back", match="1-4")
    assert at_table(event) == {}
    press(desk, event, "release", match="1-2")
    press(desk, event, "next")
    assert at_table(event) == {1: (1, 2)}
    press(desk, event, "begin", match="1-2")
    press(desk, event, "move", match="1-2", table="3")
    assert at_table(event) == {3: (1, 2)}
    press(desk, event, "open", table="5")
    press(desk, event, "call_on")
    assert "nonsense" not in press(desk, event, "nonsense")
    assert "no_match" not in press(desk, event, "hold", match="99-99")


def test_a_table_is_kept_tagged_and_reserved(event: Tournament, desk: Client) -> None:
    press(desk, event, "tags", table="4", tags="stream, stage", only="on")
    assert "stage" in press(desk, event, "needs", match="1-2", tags="stream")
    press(desk, event, "keep", table="3", match="1-1")
    state = read(event).state
    assert [(t.tags, t.only) for t in state.tables if t.number == 4] == [(("stream", "stage"), True)]
    assert [t.kept_for for t in state.tables if t.number == 3] == [(1, 1)]
    press(desk, event, "release", match="1-2")
    press(desk, event, "next")
    assert at_table(event)[4] == (1, 2)
    press(desk, event, "keep_no_more", table="3")
    press(desk, event, "call", match="1-1", table="3")  # although a player pauses: the desk's word
    assert at_table(event)[3] == (1, 1)


def test_the_desk_says_which_table_a_round_needs(event: Tournament, desk: Client) -> None:
    """The final is played on the stage (A1), and the pages of the round say so before its players are known."""
    press(desk, event, "tags", table="5", tags="stage")
    shown = press(desk, event, "needs_round", match="3-0", tags="stage")
    assert re.search(
        r"Final needs\s*<select name=\"tags\">\s*<option value=\"\">–</option>\s*<option selected", shown
    )
    assert {m.id for m in read(event).state.matches if m.needs == "stage"} == {(3, 1)}
    press(desk, event, "needs_round", match="3-0", tags="")
    assert not [m for m in read(event).state.matches if m.needs]


def test_everybody_sees_the_queue_and_each_the_own_place(event: Tournament) -> None:
    public = Client()
    for page in ("queue/", "queue/screen/"):
        assert public.get(f"/e/{event.slug}/{page}").status_code == 200
    words = {
        number: public.get(f"/e/{event.slug}/me/{event.players.get(number=number).key}/").content.decode()
        for number in (1, 2, 3)
    }
    assert "You or your opponent pause" in words[1]
    assert "The desk holds your match" in words[2] or "The desk holds your match" in words[3]
    home = f"/e/{event.slug}/me/{event.players.get(number=1).key}/"
    assert public.post(home, {"do": "back"}).status_code in (200, 302, 303)
    assert "You are next" in public.get(home).content.decode()


@pytest.mark.parametrize(("mode", "is_queue"), [("auto", True), ("queue", True), ("standings", False)])
def test_a_screen_shows_the_queue_unless_it_is_told_otherwise(
    event: Tournament, mode: str, is_queue: bool
) -> None:
    screen = screens.create_screen(tournament=event, actor=None, name="Left", mode=mode)
    page = Client().get(f"/e/{event.slug}/screen/{screen.key}/").content.decode()
    assert ("Now at table 1" in page) is is_queue


def test_a_program_reads_and_runs_the_queue(event: Tournament) -> None:
    api = Client(headers={"Authorization": f"Token {make_token(event.owner)}"})
    where = f"/api/v1/events/{event.slug}/queue/"
    board = api.get(where).json()
    assert [row["state"] for row in board["tables"]].count("closed") == 1
    first = board["kept"][0]["match"]
    said = api.post(f"{where}moments/", {"moment": {"release": [1, 2]}}, content_type="application/json")
    assert said.status_code == 200, said.content
    assert api.post(f"{where}calls/", content_type="application/json").status_code == 200
    assert first["round"] == 1
    bad = api.post(f"{where}moments/", {"moment": {"hold": "x"}}, content_type="application/json")
    assert bad.status_code == 400
    assert len(api.get(f"{where}moments/").json()) >= 9


def test_paper_lists_and_phones_show_the_table_a_match_was_called_to(event: Tournament) -> None:
    """Matches 3 and 4 are at tables 1 and 2; matches 1 and 2 have no table yet."""
    desk, public = Desk(event.owner, event), Client()
    slips, tables, names = (
        desk.get(f"print_{page}", 1).content.decode() for page in ("slips", "tables", "names")
    )
    assert sorted(re.findall(r"<b>(\d|____)</b></p>", slips)) == ["1", "2", "____", "____"]
    assert re.findall(r'num big">(.)</td>', tables) == ["–", "–", "1", "2"]
    assert sorted(re.findall(r'num big">(.)</td>', names)) == ["1", "1", "2", "2", "–", "–", "–", "–"]
    shown = text_of(public, f"/e/{event.slug}/rounds/1/")
    assert "Match 1: why this pairing?" in shown and "Table 1: why this pairing?" in shown
    third = event.rounds.get(number=1).matches.get(table=3).seats.earliest("position").player.number
    assert "Round 1, table 1" in public.get(f"/e/{event.slug}/players/{third}/").content.decode()
    assert "Round 1, match 1" in text_of(public, f"/e/{event.slug}/rounds/1/tables/1/")
