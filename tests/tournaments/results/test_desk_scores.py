"""Scores of tables of four at the desk: by script, by plain form, from the phones of a table; corrected afterwards."""

import pytest

from tests.answers import Answer
from tests.desk.four import POINTS, RAW, TEXT, TYPED, match_at, play, points_at, raw_at, riichi, seats
from tests.desk.pages import Desk, text
from tests.factories import publish
from tests.tournaments.steps import at_desk
from tournaments.forms.scores import Scores
from tournaments.models import LogEntry, ScoreClaim, Tournament
from tournaments.phones.services import answers, reports
from tournaments.rounds.services import rounds


@pytest.fixture
def event() -> Tournament:
    tournament = riichi()
    publish(tournament)
    return tournament


def post(desk: Desk, event: Tournament, table: int = 1, **changes: str) -> Answer:
    """The plain form of a table as a browser without a script sends it."""
    data = {"table": table, "match": match_at(event, table).pk, "seen": "", **TYPED, **changes}
    return desk.post("scores", 1, data=data)


# --- by script ---


def test_the_script_saves_a_table_at_once(desk: Desk, event: Tournament) -> None:
    answer = desk.save(1, 1, TEXT, "")
    assert (answer.status_code, answer.json()) == (200, {"table": 1, "current": TEXT})
    assert raw_at(event) == list(RAW)
    assert points_at(event) == POINTS
    desk.save(1, 1, "", TEXT)
    assert raw_at(event) == [None] * 4


def test_what_cannot_be_is_refused_in_words(desk: Desk, event: Tournament) -> None:
    for result, code in {
        "42300,31200,28000,19700;0,0,0,0;0": "sticks_differ",
        "42300,31200,28000,16500;0,0,0,0;0": "sticks_differ",
        "42350,31200,28000,18450;0,0,0,0;0": "not_hundreds",
        "1-0": "bad_scores",
        "1,2,3;0,0,0;0": "bad_scores",
    }.items():
        answer = desk.save(1, 1, result, "")
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert answer.json()["message"]
    assert raw_at(event) == [None] * 4
    for table in ("", "9", "x", "²", "1" * 30):
        assert desk.post("scores", 1, data={"table": table, **TYPED}).status_code == 404


# --- by plain form ---


def test_a_plain_form_saves_and_four_empty_boxes_clear_the_table(desk: Desk, event: Tournament) -> None:
    assert post(desk, event)["Location"].endswith("/rounds/1/#table-2")
    assert points_at(event) == POINTS
    page = desk.get("round", 1).content.decode()
    assert 'value="42300"' in page and "+27.3" in page
    post(desk, event, seen=TEXT, raw_0="", raw_1="", raw_2="", raw_3="")
    assert raw_at(event) == [None] * 4


def test_a_wrong_sum_or_an_unreadable_score_comes_back_as_it_was_typed(desk: Desk, event: Tournament) -> None:
    page = post(desk, event, raw_0="43.5")
    assert page.status_code == 200
    assert "121,200: 1,200 too many" in text(page)
    content = page.content.decode()
    assert 'value="43.5"' in content and 'value="28,000"' in content
    assert raw_at(event) == [None] * 4
    page = post(desk, event, raw_2="28OOO")
    assert "“28OOO” is not raw points. Enter whole hundreds" in text(page)
    assert 'value="28OOO"' in page.content.decode()


def test_a_chombo_needs_no_word_but_another_penalty_does_once(desk: Desk, event: Tournament) -> None:
    page = post(desk, event, penalty_2="5")
    assert "Give the reason for the penalty in “Why”." in text(page)
    assert 'value="5"' in page.content.decode()
    post(desk, event, penalty_2="5", note="late to the table")
    assert points_at(event) == [2730, 620, -1200, -2650]
    assert LogEntry.objects.get(action="result_entered").note == "late to the table"
    post(desk, event, table=2, penalty_0="20")
    assert points_at(event, 2) == [730, 620, -700, -2650]
    seen = "42300,31200,28000,18500;0,0,-500,0;0"
    post(desk, event, seen=seen, penalty_2="5", raw_0="422", raw_3="186")
    assert points_at(event) == [2720, 620, -1200, -2640]


def test_a_plain_form_that_another_desk_was_faster_than_says_so_and_can_be_sent_again(
    desk: Desk, event: Tournament
) -> None:
    desk.save(1, 1, "31200,42300,28000,18500;0,0,0,0;0", "")
    page = post(desk, event)
    assert "Table 1: someone else entered 31200, 42300, 28000, 18500 just now." in text(page)
    assert 'value="423"' in page.content.decode()
    assert raw_at(event) == [31200, 42300, 28000, 18500]
    assert 'name="seen" value="31200,42300,28000,18500;0,0,0,0;0"' in page.content.decode()
    post(desk, event, seen="31200,42300,28000,18500;0,0,0,0;0")
    assert raw_at(event) == list(RAW)


def test_a_page_of_an_older_pairing_enters_nothing_into_the_new_one(desk: Desk, event: Tournament) -> None:
    old = match_at(event).pk
    for _step in range(2):  # take back the publication, then the pairing
        desk.press("undo", data={"step": str(desk.get("undo").context["back"].line.pk)})
    publish(event)
    page = desk.post("scores", 1, data={"table": "1", "match": old, "seen": "", **TYPED})
    assert "The round was paired again just now." in text(page)
    assert desk.save(1, 1, TEXT, "").status_code == 200


# --- one table, and correcting it ---


def test_one_table_has_a_page_without_a_script_and_keeps_a_score_below_a_thousand(
    desk: Desk, event: Tournament
) -> None:
    desk.press("table", 1, 1, data=TYPED)
    assert points_at(event) == POINTS
    assert "1,200 too many" in text(desk.post("table", 1, 2, data={**TYPED, "raw_0": "435"}))
    desk.save(1, 2, "-600,60600,59500,500;0,0,0,0;0", "")
    form = desk.get("round", 1).context["entries"][1]
    boxes = {f"raw_{at}": cell.raw.value for at, cell in enumerate(form.cells)}
    assert post(desk, event, table=2, seen=form.result, **boxes).status_code == 302
    assert raw_at(event, 2) == [-600, 60600, 59500, 500]


@pytest.fixture
def played() -> Tournament:
    event = riichi(rounds_planned=2)
    for _round in range(2):
        play(event, publish(event))
    return event


CORRECTED = {**TYPED, "raw_0": "31.2", "raw_1": "42.3"}


def query(**typed: str) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in typed.items())


def test_a_correction_is_shown_before_it_is_made_and_one_that_cannot_be_changes_nothing(
    played: Tournament,
) -> None:
    desk = Desk(played.owner, played)
    page = desk.get("table", 1, 1, query=query(**CORRECTED))
    words = text(page)
    assert "42,300 → 31,200" in words and "+27.3 → +6.2" in words and "1st → 2nd" in words
    assert "Round 2 was paired on the old result" in words
    change = page.context["change"]
    assert change.impact.later_rounds == (2,)
    assert {c.name for c in change.impact.changes} >= {
        seats(played)[0].player.name,
        seats(played)[1].player.name,
    }
    assert raw_at(played) == list(RAW)
    cleared = dict.fromkeys(("raw_0", "raw_1", "raw_2", "raw_3"), "")
    for data in ({"raw_0": "1"}, {"raw_0": "x"}, {"note": "x" * 501}, cleared):
        assert desk.post("table", 1, 1, data={**CORRECTED, **data}).status_code == 200
    assert raw_at(played) == list(RAW)


@pytest.fixture
def before_the_cut() -> Tournament:
    """Eight of twelve go on after the only qualifying round; 7th, 8th and 9th are West of tables 1, 2 and 3."""
    options = {"qualifying": "swiss", "qualifying_rounds": 1, "final_rounds": 1, "cut": "8"}
    event = riichi(12, system="mahjong_final", rounds_planned=2, options=options)
    round_ = publish(event)
    for table, raw in enumerate(
        ((42300, 31200, 28000, 18500), (42400, 31300, 27900, 18400), (42500, 31400, 27800, 18300)), 1
    ):
        Desk(event.owner, event).save(1, table, Scores(raw, (0, 0, 0, 0), 0).text, "")
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    return event


def test_a_correction_says_who_crosses_the_line_of_the_cut_if_anybody(before_the_cut: Tournament) -> None:
    event, desk = at_desk(before_the_cut)
    typed = {"raw_0": "425", "raw_1": "314", "raw_2": "281", "raw_3": "180", "sticks": "0"}
    page = desk.get("table", 1, 3, query=query(**typed))
    ninth, eighth = seats(event, 3)[2].player.name, seats(event, 2)[2].player.name
    assert (page.context["change"].into, page.context["change"].out) == ((ninth,), (eighth,))
    assert f"This changes the top 8. Above it: {ninth} . Below it: {eighth}" in text(page)
    typed = {"raw_0": "426", "raw_1": "313", "raw_2": "278", "raw_3": "183", "sticks": "0"}
    assert "The top 8 stay the same." in text(desk.get("table", 1, 3, query=query(**typed)))


# --- from the phones


def entered(event: Tournament, table: int = 1) -> ScoreClaim:
    east = seats(event, table)[0].player
    return reports.report_scores(tournament=event, player=east, match=match_at(event, table), raw=RAW)


def decide(desk: Desk, report: ScoreClaim, do: str) -> str:
    return desk.press("report", 1, data={"do": f"{do}:{report.pk}"})


def test_what_a_player_has_entered_stands_at_its_table_and_a_dispute_with_its_reason(
    desk: Desk, event: Tournament
) -> None:
    report = entered(event)
    page = text(desk.get("round", 1))
    assert "From the phones: 42,300 · 31,200 · 28,000 · 18,500" in page
    assert f"entered by {report.entered_by.name}, not confirmed yet" in page
    assert raw_at(event) == [None] * 4
    south = seats(event)[1].player
    answers.dispute(tournament=event, player=south, report=report, note="I had 31,300")
    assert "disputed at the table: I had 31,300" in text(desk.get("round", 1))


def test_the_script_is_answered_in_json_and_what_nobody_entered_is_not_found(
    desk: Desk, event: Tournament
) -> None:
    data = {"do": f"accept:{entered(event).pk}"}
    assert desk.post("report", 1, data=data, accept="application/json").json() == {"table": 1}
    again = desk.post("report", 1, data=data, accept="application/json")
    assert (again.status_code, again.json()["code"]) == (422, "already_entered")
    for wrong in ("", "x", "999", "²", "1" * 30):
        assert desk.post("report", 1, data={"do": f"accept:{wrong}"}).status_code == 404
    other = riichi(slug="other")
    publish(other)
    data = {"do": f"accept:{entered(other).pk}"}
    assert desk.post("report", 1, data=data).status_code == 404
    assert raw_at(other) == [None] * 4
