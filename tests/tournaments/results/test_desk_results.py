"""Results at the desk: by script and by plain button, from two desks, corrected afterwards; and on paper."""

import re
from typing import Any

import pytest

from pairing.model.types import RESULTS
from pairing.tiebreaks import PRESETS
from tests.desk.pages import Desk, text
from tests.factories import add_player, make_event, make_table_event, pair, publish
from tests.sweep import sweep_too
from tests.tournaments.steps import played, published
from tournaments.desk.entries import common_of
from tournaments.desk.sheets import stacked
from tournaments.forms.result_choices import choices
from tournaments.models import Match, Seat, Tournament
from tournaments.players.services import attendance
from tournaments.rounds.desk.prints import name_lines


@pytest.fixture
def event() -> Tournament:
    tournament, _ = published(field=6)
    return tournament


def result_at(event: Tournament, number: int = 1) -> str | None:
    return Match.objects.get(round__tournament=event, round__number=1, table=number).result


# --- entering ---


def test_the_page_offers_every_result_the_core_knows_and_the_script_saves_each_at_once(
    desk: Desk, event: Tournament
) -> None:
    assert {choice.value for choice in choices(event)} == set(RESULTS)
    assert [choice.value for choice in common_of(choices(event))] == ["1-0", "1/2-1/2", "0-1"]
    # The score of the first player, as arbiters write it: FIDE Laws of Chess, article 10.
    keys = {way: choice.value for choice in choices(event) for way in choice.keys}
    assert (keys["1"], keys["="], keys["0"]) == ("1-0", "1/2-1/2", "0-1")
    for result in RESULTS:
        answer = desk.save(1, 2, result, "")
        assert (answer.status_code, answer.json()) == (200, {"table": 2, "current": result})
        assert result_at(event, 2) == result
        desk.save(1, 2, "", result)
        assert result_at(event, 2) is None


@pytest.mark.parametrize(
    "asked_by", [{"note_games": True}, *sweep_too({"tiebreaks": list(PRESETS["magic"].chain)})]
)
def test_where_games_are_noted_a_result_is_two_keys_a_match(asked_by: dict[str, Any]) -> None:
    """Magic Tournament Rules, appendix C: games won count, so a match is 2-1 or 2-0, or 1-1 when the time ran out."""
    event, round_ = published(field=6, **asked_by)
    desk = Desk(event.owner, event)
    keys = {way: choice.value for choice in choices(event) for way in choice.keys}
    assert [keys[way] for way in ("2 1", "0 2", "1 1")] == ["1-0 2-1", "0-1 0-2", "1/2-1/2 1-1"]
    match = Match.objects.get(round=round_, table=1)
    assert 'value="1-0 2-1"' in desk.get("round", 1).content.decode()
    plain = {"table": "1", "match": str(match.pk), "seen": "", "result": "1-0 2-1"}  # without a script
    assert "2–1" in desk.press("result", 1, data=plain)
    match.refresh_from_db()
    assert (match.result, match.games) == ("1-0", [2, 1])
    for seen in ("", "1-0"):  # not what this desk saw: an empty table, a result without games
        assert desk.save(1, 1, "1-0 2-0", seen).json().get("code") == "result_changed"
    assert [desk.save(1, 2, text, "").status_code for text in ("1-0 1-2", "1-0 2-x", "1-0 3-1")] == [
        422,
        422,
        200,
    ]
    page = desk.get("round", 1).content.decode()
    assert "3–1" in page and "without games" not in page
    table = desk.client.get(f"/e/{event.slug}/rounds/1/").content.decode()
    assert re.findall(r'class="pairing__result"\s*>(\d)</b', table) == ["2", "1", "3", "1"]
    second = {"table": "1", "result": "1-0 2-0"}
    answer = desk.post("verify_table", 1, data=second, accept="application/json")
    assert (answer.status_code, answer.json()["current"]) == (409, "1-0 2-1")
    settled = {**second, "settle": "1", "seen": "1-0 2-1"}
    assert (
        desk.post("verify_table", 1, data=settled, accept="application/json").json()["current"] == "1-0 2-0"
    )
    desk.press("table", 1, 2, data={"result": "1/2-1/2 1-1"})
    assert Match.objects.get(round=round_, table=2).games == [1, 1]


def test_what_cannot_be_is_refused_in_words(desk: Desk, event: Tournament) -> None:
    for table, result, code in (
        ("1", "2-0", "bad_result"),
        *((table, "1-0", "no_such_table") for table in ("99", "x", "", "1" * 30, "²")),
    ):
        data = {"table": table, "result": result, "seen": ""}
        answer = desk.post("result", 1, data=data, accept="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert answer.json()["message"]
    assert not Match.objects.filter(round__tournament=event, result__isnull=False).exists()


def test_what_was_entered_in_another_account_is_never_saved_in_this_one(
    desk: Desk, event: Tournament
) -> None:
    """Somebody else has signed in in a second window since the page was opened."""
    mine, data = event.owner.pk, {"table": "1", "result": "1-0", "seen": ""}
    answer = desk.post("result", 1, data=data | {"as": str(mine + 1)}, accept="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "another_account")
    assert result_at(event) is None
    assert desk.post("result", 1, data=data | {"as": str(mine)}, accept="application/json").status_code == 200
    assert result_at(event) == "1-0"


def test_results_of_a_draft_and_of_a_completed_round_are_refused_and_a_page_left_open_learns_it(
    desk: Desk, event: Tournament
) -> None:
    for number in (1, 2, 3):
        desk.save(1, number, "1-0", "")
    desk.press("complete", 1)
    assert desk.save(1, 1, "0-1", "1-0").json()["code"] == "wrong_state"
    assert desk.get("results_state", 1, query="?since=0").json()["open"] is False
    pair(event)
    assert desk.save(2, 1, "1-0", "").json()["code"] == "wrong_state"
    assert desk.save(9, 1, "1-0", "").status_code == 404


def test_plain_buttons_work_lead_to_the_next_open_table_and_were_all_offered(
    desk: Desk, event: Tournament
) -> None:
    for sent in ("", "1 9-9 ", "x 1-0 ", "1 1-0 0-1"):
        data = dict(zip(("table", "result", "seen"), sent.split(" "), strict=False))
        assert desk.post("result", 1, data=data).status_code == 302
    assert result_at(event) is None
    for seen, value in (("", "1/2-1/2"), ("1/2-1/2", "0-1")):
        form = desk.get("round", 1).content.decode().partition('id="table-1"')[2].partition("</form>")[0]
        fields = dict(re.findall(r'<input type="hidden" name="(table|match|seen)" value="([^"]*)">', form))
        assert (fields["table"], fields["seen"]) == ("1", seen)
        assert re.findall(r'name="result"\s+value="(.*?)"', form) == ["1-0", "1/2-1/2", "0-1"]
        response = desk.post("result", 1, data=fields | {"result": value})
        assert response["Location"].endswith("/rounds/1/#table-2")
        assert result_at(event) == value


def test_a_page_of_an_older_pairing_enters_nothing_into_the_new_one(desk: Desk, event: Tournament) -> None:
    old = Match.objects.get(round__tournament=event, table=1)
    old_pairing = desk.get("results_state", 1).json()["pairing"]
    for _step in range(2):  # take back the publication, then the pairing
        desk.press("undo", data={"step": str(desk.get("undo").context["back"].line.pk)})
    publish(event)
    data = {"table": "1", "result": "1-0", "seen": "", "match": str(old.pk)}
    answer = desk.post("result", 1, data=data, accept="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "paired_anew")
    desk.post("result", 1, data=data)
    desk.post("table", 1, 1, data={"result": "1-0", "match": old.pk})
    assert result_at(event) is None
    assert desk.get("results_state", 1).json()["pairing"] != old_pairing


def test_rare_results_have_a_page_without_a_script_and_standings_after_strange_rounds(
    desk: Desk, event: Tournament
) -> None:
    assert f'href="{desk.url("table", 1, 1)}"' in desk.get("round", 1).content.decode()
    assert "– –: double forfeit" in text(desk.get("table", 1, 1))
    desk.press("table", 1, 1, data={"result": "---"})
    assert result_at(event) == "---"
    desk.press("table", 1, 1, data={"result": ""})
    assert result_at(event) is None
    for query in ("?after=99", "?after=-1", "?after=x", "?after=" + "9" * 30):
        for name in ("standings", "print_standings"):
            assert desk.get(name, query=query).status_code in (200, 404)


# --- correcting ---


@pytest.fixture
def two_rounds() -> Tournament:
    return played(2, field=6)


def test_a_correction_is_shown_before_it_is_made_and_one_that_cannot_be_changes_nothing(
    two_rounds: Tournament,
) -> None:
    desk = Desk(two_rounds.owner, two_rounds)
    page = desk.get("table", 1, 1, query="?result=0-1")
    impact = page.context["impact"]
    assert (impact.result_before, impact.result_after, impact.later_rounds) == ("1-0", "0-1", (2,))
    assert "Round 2 was paired on the old result" in text(page)
    assert all(change.name in text(page) for change in impact.changes)
    assert result_at(two_rounds) == "1-0"
    page = desk.get("table", 2, 1, query="?result=0-1")
    assert "No round has been paired on the old result" in text(page)
    for data in ({"result": "9-9"}, {"result": "0-1", "note": "x" * 501}, {"result": ""}, {}):
        assert desk.post("table", 1, 1, data=data).status_code == 200
    assert result_at(two_rounds) == "1-0"


# --- paper ---


def test_slips_cut_as_one_pile_are_in_table_order() -> None:
    for count in range(1, 18):
        tables = list(range(1, count + 1))
        pages = stacked(tables, 4)
        pile = [slip for place in range(4) for slip in (page[place] for page in pages) if slip is not None]
        assert pile == tables
        assert [len(page) for page in pages] == [4] * ((count + 3) // 4)


@pytest.mark.parametrize(
    ("make", "field", "signs"),
    [(make_event, 7, {}), (make_table_event, 10, {"print_tables": "東 East", "print_standings": "1-2-3-4"})],
)
def test_every_paper_names_everybody(make: Any, field: int, signs: dict[str, str]) -> None:
    event = played(1, make, field=field)
    publish(event)
    desk = Desk(event.owner, event)
    everybody = set(event.players.filter(house=False).values_list("name", flat=True))
    for paper in (("print_tables", 2), ("print_names", 2), ("print_standings",)):
        words = text(desk.get(*paper))
        assert all(player in words for player in everybody)
        assert signs.get(paper[0], "") in words
    sheet = desk.get("round", 2).context["sheet"]
    at_tables = {seat.name for row in sheet.tables for seat in row.seats}
    assert all(player in text(desk.get("print_slips", 2)) for player in at_tables)
    assert {line.who.name for line in name_lines(event, sheet)} == everybody


def test_names_are_sorted_as_people_look_for_them() -> None:
    event = make_event()
    for name in ("Zoe", "Élodie", "anna", "Emil"):
        add_player(event, name)
    publish(event)
    sheet = Desk(event.owner, event).get("round", 1).context["sheet"]
    assert [line.who.name for line in name_lines(event, sheet)] == ["anna", "Élodie", "Emil", "Zoe"]


def test_a_slip_says_one_point_and_half_a_point_in_the_right_number(two_rounds: Tournament) -> None:
    words = text(Desk(two_rounds.owner, two_rounds).get("print_slips", 2))
    assert "1 point" in words and "1 points" not in words
    assert "0 points" in words


def test_the_row_of_a_player_who_has_left_says_so_and_offers_the_repair(event: Tournament) -> None:
    player = event.players.get(number=2)
    attendance.withdraw(tournament=event, actor=event.owner, player=player)
    desk = Desk(event.owner, event)
    page = desk.get("round", 1).content.decode()
    assert re.findall('data-testid="left-(.+?)"', page) == ["2"]
    assert "/rounds/1/repair/?out=2" in page
    [way, *_others] = desk.get("repair", 1, query="?out=2").context["ways"]
    said = desk.press("repair", 1, data={"key": way["key"], "out": "2"})
    assert "Round 1 is repaired." in said
    assert not Seat.objects.filter(round__tournament=event, player=player).exists()
