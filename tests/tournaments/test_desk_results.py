"""Results at the desk: by script and by plain button, from two desks, corrected afterwards; and on paper."""

from __future__ import annotations

import pytest

from pairing.types import RESULTS
from tests.desk.pages import Desk, text, the_round
from tests.factories import make_event, make_user, pair, play_round, play_rounds, publish, table
from tournaments.models import LogEntry, Match, RoundState, Tournament
from tournaments.services import events
from tournaments.views.desk.entries import COMMON, choices
from tournaments.views.desk.prints import name_lines, slip_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=6)
    publish(tournament)
    return tournament


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)


def result_at(event: Tournament, number: int = 1) -> str | None:
    return Match.objects.get(round__tournament=event, round__number=1, table=number).result


# --- entering ---


def test_the_page_offers_every_result_the_core_knows() -> None:
    assert {choice.value for choice in choices()} == set(RESULTS)
    assert [choice.value for choice in choices()[:COMMON]] == ["1-0", "1/2-1/2", "0-1"]


@pytest.mark.parametrize("result", RESULTS)
def test_the_script_saves_each_result_at_once(desk: Desk, event: Tournament, result: str) -> None:
    answer = desk.save(1, 2, result, "")
    assert (answer.status_code, answer.json()) == (200, {"table": 2, "current": result})
    assert result_at(event, 2) == result
    desk.save(1, 2, "", result)
    assert result_at(event, 2) is None


def test_the_same_key_twice_is_one_result(desk: Desk, event: Tournament) -> None:
    for _press in range(2):
        assert desk.save(1, 1, "1-0", "").status_code == 200
    assert LogEntry.objects.filter(action="result_entered").count() == 1


def test_another_desks_result_is_shown_not_overwritten(desk: Desk, event: Tournament) -> None:
    other = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=other, role="scorekeeper")
    Desk(other, event).save(1, 1, "0-1", "")
    answer = desk.save(1, 1, "1-0", "")
    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["current"]) == ("result_changed", "0-1")
    assert result_at(event) == "0-1"
    assert desk.save(1, 1, "1-0", "0-1").status_code == 200
    assert result_at(event) == "1-0"


def test_a_lost_answer_is_no_conflict_with_oneself(desk: Desk, event: Tournament) -> None:
    """The first result arrived, its answer did not; then the person chose another one."""
    desk.save(1, 1, "1-0", "")
    assert desk.save(1, 1, "0-1", "", "1-0").status_code == 200
    assert result_at(event) == "0-1"


@pytest.mark.parametrize(
    ("table", "result", "code"),
    [("1", "2-0", "bad_result"), ("99", "1-0", "no_such_table"), ("x", "1-0", "no_such_table"),
     ("", "1-0", "no_such_table"), ("1" * 30, "1-0", "no_such_table"), ("²", "1-0", "no_such_table")],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_words(
    desk: Desk, event: Tournament, table: str, result: str, code: str
) -> None:
    data = {"table": table, "result": result, "seen": ""}
    answer = desk.post("result", 1, data=data, accept="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"]
    assert not Match.objects.filter(round__tournament=event, result__isnull=False).exists()


def test_results_of_a_draft_and_of_a_completed_round_are_refused(desk: Desk, event: Tournament) -> None:
    for number in (1, 2, 3):
        desk.save(1, number, "1-0", "")
    desk.press("complete", 1)
    assert desk.save(1, 1, "0-1", "1-0").json()["code"] == "wrong_state"
    pair(event)
    assert desk.save(2, 1, "1-0", "").json()["code"] == "wrong_state"
    assert desk.save(9, 1, "1-0", "").status_code == 404


def test_plain_buttons_work_and_lead_to_the_next_open_table(desk: Desk, event: Tournament) -> None:
    page = desk.get("round", 1).content.decode()
    assert 'name="set" value="1:1/2-1/2::' in page
    response = desk.post("result", 1, data={"set": "1:1/2-1/2:"})
    assert response["Location"].endswith("/rounds/1/#table-2")
    assert result_at(event) == "1/2-1/2"
    assert 'name="set" value="1:0-1:1/2-1/2:' in desk.get("round", 1).content.decode()


@pytest.mark.parametrize("value", ["", ":::", "1", "1:9-9:", "x:1-0:", "1:1-0:0-1"])
def test_plain_buttons_nobody_offered_say_so(desk: Desk, event: Tournament, value: str) -> None:
    response = desk.post("result", 1, data={"set": value})
    assert response.status_code == 302
    assert result_at(event) is None


def test_other_desks_see_what_changed_and_nothing_otherwise(desk: Desk, event: Tournament) -> None:
    page = desk.get("round", 1)
    version = page.context["event"].version
    assert desk.get("results_state", 1, query=f"?since={version}").status_code == 204
    desk.save(1, 3, "0-1", "")
    news = desk.get("results_state", 1, query=f"?since={version}").json()
    assert news["open"] is True
    assert news["results"] == {"1": "", "2": "", "3": "0-1"}
    assert desk.get("results_state", 1, query=f"?since={news['version']}").status_code == 204


def test_a_page_left_open_learns_that_the_round_is_over(desk: Desk, event: Tournament) -> None:
    for number in (1, 2, 3):
        desk.save(1, number, "1-0", "")
    desk.press("complete", 1)
    assert desk.get("results_state", 1, query="?since=0").json()["open"] is False


def test_a_page_of_an_older_pairing_enters_nothing_into_the_new_one(desk: Desk, event: Tournament) -> None:
    old = Match.objects.get(round__tournament=event, table=1)
    old_pairing = desk.get("results_state", 1).json()["pairing"]
    for _step in range(2):  # take back the publication, then the pairing
        desk.press("undo", data={"step": str(desk.get("undo").context["step"].pk)})
    publish(event)
    data = {"table": "1", "result": "1-0", "seen": "", "match": str(old.pk)}
    answer = desk.post("result", 1, data=data, accept="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "paired_anew")
    desk.post("result", 1, data={"set": f"1:1-0::{old.pk}"})
    desk.post("table", 1, 1, data={"result": "1-0", "match": old.pk})
    assert result_at(event) is None
    assert desk.get("results_state", 1).json()["pairing"] != old_pairing


def test_missing_tables_are_counted_and_named(desk: Desk, event: Tournament) -> None:
    desk.save(1, 2, "1-0", "")
    page = desk.get("round", 1).content.decode()
    assert 'data-testid="missing-count">2<' in page
    assert 'data-jump="1"' in page and 'data-jump="3"' in page and 'data-jump="2"' not in page


def test_rare_results_have_a_page_without_a_script(desk: Desk, event: Tournament) -> None:
    assert "neither came" in text(desk.get("table", 1, 1))
    desk.press("table", 1, 1, data={"result": "---"})
    assert result_at(event) == "---"
    desk.press("table", 1, 1, data={"result": ""})
    assert result_at(event) is None


# --- correcting ---


@pytest.fixture
def played() -> Tournament:
    event = make_event(field=6)
    play_rounds(event, 2)
    return event


def test_a_correction_is_shown_before_it_is_made(played: Tournament) -> None:
    desk = Desk(played.owner, played)
    page = desk.get("table", 1, 1, query="?result=0-1")
    impact = page.context["impact"]
    assert (impact.result_before, impact.result_after, impact.later_rounds) == ("1-0", "0-1", (2,))
    assert "Round 2 was paired on the old result" in text(page)
    assert all(change.name in text(page) for change in impact.changes)
    assert result_at(played) == "1-0"


def test_a_correction_of_the_last_round_says_that_nothing_was_paired_on_it(played: Tournament) -> None:
    page = Desk(played.owner, played).get("table", 2, 1, query="?result=0-1")
    assert "No round has been paired on the old result" in text(page)


def test_confirming_corrects_and_logs_with_the_reason(played: Tournament) -> None:
    desk = Desk(played.owner, played)
    for _press in range(2):
        desk.press("table", 1, 1, data={"result": "0-1", "note": "slip misread"})
    assert result_at(played) == "0-1"
    line = LogEntry.objects.get(action="result_corrected")
    assert (line.before["result"], line.after["result"], line.note) == ("1-0", "0-1", "slip misread")


def test_two_organisers_who_correct_differently_are_told(played: Tournament) -> None:
    desk = Desk(played.owner, played)
    desk.press("table", 1, 1, data={"result": "0-1", "before": "1-0", "note": "slip misread"})
    page = desk.post("table", 1, 1, data={"result": "1/2-1/2", "before": "1-0"})
    assert "Somebody else has changed this result" in text(page)
    assert result_at(played) == "0-1"


@pytest.mark.parametrize(
    "data", [{"result": "9-9"}, {"result": "0-1", "note": "x" * 501}, {"result": ""}, {}]
)
def test_a_correction_that_cannot_be_changes_nothing(played: Tournament, data: dict[str, str]) -> None:
    desk = Desk(played.owner, played)
    assert desk.post("table", 1, 1, data=data).status_code == 200
    assert result_at(played) == "1-0"


def test_a_draft_has_no_results_to_enter() -> None:
    event = make_event(field=4)
    pair(event)
    desk = Desk(event.owner, event)
    assert "once it is published" in text(desk.get("table", 1, 1))
    desk.post("table", 1, 1, data={"result": "1-0"})
    assert table(the_round(event)).result is None
    assert the_round(event).state == RoundState.DRAFT


# --- paper ---


@pytest.mark.parametrize("count", range(1, 18))
def test_slips_cut_as_one_pile_are_in_table_order(count: int) -> None:
    tables = list(range(1, count + 1))
    pages = slip_pages(tables)  # type: ignore[arg-type]
    assert all(len(page) == 4 for page in pages)
    stacked = [slip for place in range(4) for slip in (page[place] for page in pages) if slip is not None]
    assert stacked == tables
    assert len(pages) == (count + 3) // 4


def test_every_paper_names_everybody() -> None:
    event = make_event(field=7, require_check_in=False)
    play_round(event)
    publish(event)
    desk = Desk(event.owner, event)
    everybody = set(event.players.values_list("name", flat=True))
    for name in ("print_tables", "print_names"):
        words = text(desk.get(name, 2))
        assert all(player in words for player in everybody)
    sheet = desk.get("round", 2).context["sheet"]
    at_tables = {seat.name for row in sheet.tables for seat in row.seats}
    assert all(player in text(desk.get("print_slips", 2)) for player in at_tables)
    assert {line.who.name for line in name_lines(sheet)} == everybody
    assert all(player in text(desk.get("print_standings")) for player in everybody)


def test_names_are_sorted_as_people_look_for_them() -> None:
    event = make_event()
    from tests.factories import add_player

    for name in ("Zoe", "Élodie", "anna", "Emil"):
        add_player(event, name)
    publish(event)
    sheet = Desk(event.owner, event).get("round", 1).context["sheet"]
    assert [line.who.name for line in name_lines(sheet)] == ["anna", "Élodie", "Emil", "Zoe"]


def test_a_printed_draft_says_that_it_is_one() -> None:
    event = make_event(field=4)
    pair(event)
    desk = Desk(event.owner, event)
    for name in ("print_tables", "print_names", "print_slips"):
        assert "DRAFT" in text(desk.get(name, 1))


@pytest.mark.parametrize("query", ["?after=99", "?after=-1", "?after=x", "?after=" + "9" * 30])
def test_standings_after_strange_rounds(desk: Desk, query: str) -> None:
    for name in ("standings", "print_standings"):
        assert desk.get(name, query=query).status_code in (200, 404)


def test_the_log_says_what_was_entered(desk: Desk, event: Tournament) -> None:
    desk.save(1, 1, "1/2-1/2", "")
    names = " – ".join(seat.name for seat in desk.get("round", 1).context["sheet"].tables[0].seats)
    assert f"{names}: table 1 – → ½-½" in text(desk.get("event"))
    desk.save(1, 1, "0-1", "1/2-1/2")
    assert "table 1 ½-½ → 0-1" in text(desk.get("log"))
    desk.save(1, 1, "", "0-1")
    assert "0-1 → –" in text(desk.get("log"))


def test_a_slip_says_one_point_and_half_a_point_in_the_right_number(played: Tournament) -> None:
    words = text(Desk(played.owner, played).get("print_slips", 2))
    assert "1 point" in words and "1 points" not in words
    assert "0 points" in words
