"""Scores of tables of four at the desk: by script and by plain form, from two desks, corrected afterwards."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from tests.desk.four import POINTS, RAW, TEXT, TYPED, match_at, play, points_at, raw_at, riichi, seats
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, pair, publish
from tournaments.forms.scores import Scores
from tournaments.models import LogEntry, Tournament
from tournaments.services import events, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = riichi()
    publish(tournament)
    return tournament


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)


def post(desk: Desk, event: Tournament, table: int = 1, **changes: str) -> HttpResponse:
    """The plain form of a table as a browser without a script sends it."""
    match = match_at(event, table)
    data = {"table": table, "match": match.pk, "seen": "", **TYPED, **changes}
    return desk.post("scores", 1, data=data)


# --- by script ---


def test_the_script_saves_a_table_at_once(desk: Desk, event: Tournament) -> None:
    answer = desk.save(1, 1, TEXT, "")
    assert (answer.status_code, answer.json()) == (200, {"table": 1, "current": TEXT})
    assert raw_at(event) == list(RAW)
    assert points_at(event) == POINTS
    desk.save(1, 1, "", TEXT)
    assert raw_at(event) == [None] * 4


def test_the_same_scores_twice_are_one_entry(desk: Desk, event: Tournament) -> None:
    for _press in range(2):
        assert desk.save(1, 1, TEXT, "").status_code == 200
    assert LogEntry.objects.filter(action="result_entered").count() == 1


def test_another_desks_scores_are_shown_not_overwritten(desk: Desk, event: Tournament) -> None:
    other = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=other, role="scorekeeper")
    theirs = "31200,42300,28000,18500;0,0,0,0;0"
    Desk(other, event).save(1, 1, theirs, "")
    answer = desk.save(1, 1, TEXT, "")
    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["current"]) == ("result_changed", theirs)
    assert raw_at(event) == [31200, 42300, 28000, 18500]
    assert desk.save(1, 1, TEXT, theirs).status_code == 200
    assert raw_at(event) == list(RAW)


def test_a_lost_answer_is_no_conflict_with_oneself(desk: Desk, event: Tournament) -> None:
    desk.save(1, 1, TEXT, "")
    again = "42300,31200,28000,18500;0,0,-2000,0;0"
    assert desk.save(1, 1, again, "", TEXT).status_code == 200
    assert points_at(event) == [2730, 620, -2700, -2650]


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ("42300,31200,28000,19700;0,0,0,0;0", "sticks_differ"),
        ("42300,31200,28000,16500;0,0,0,0;0", "sticks_differ"),
        ("42350,31200,28000,18450;0,0,0,0;0", "not_hundreds"),
        ("1-0", "bad_scores"),
        ("1,2,3;0,0,0;0", "bad_scores"),
    ],
)
def test_what_cannot_be_is_refused_in_words(desk: Desk, event: Tournament, result: str, code: str) -> None:
    answer = desk.save(1, 1, result, "")
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"]
    assert raw_at(event) == [None] * 4


def test_other_desks_see_what_changed_and_nothing_otherwise(desk: Desk, event: Tournament) -> None:
    version = desk.get("round", 1).context["event"].version
    assert desk.get("results_state", 1, query=f"?since={version}").status_code == 204
    desk.save(1, 2, TEXT, "")
    news = desk.get("results_state", 1, query=f"?since={version}").json()
    assert news["results"] == {"1": "", "2": TEXT}
    assert news["open"] is True


# --- by plain form ---


def test_a_plain_form_saves_and_leads_to_the_next_open_table(desk: Desk, event: Tournament) -> None:
    response = post(desk, event)
    assert response["Location"].endswith("/rounds/1/#table-2")
    assert points_at(event) == POINTS
    page = desk.get("round", 1).content.decode()
    assert 'value="42300"' in page and "+27.3" in page


def test_a_wrong_sum_comes_back_as_it_was_typed_with_the_difference(desk: Desk, event: Tournament) -> None:
    page = post(desk, event, raw_0="43.5")
    assert page.status_code == 200
    assert "121,200: 1,200 too many" in text(page)
    content = page.content.decode()
    assert 'value="43.5"' in content and 'value="28,000"' in content
    assert raw_at(event) == [None] * 4


def test_sticks_left_on_the_table_go_to_the_winner(desk: Desk, event: Tournament) -> None:
    assert "1 riichi stick was left" in text(post(desk, event, raw_0="413"))
    post(desk, event, raw_0="413", sticks="1")
    assert points_at(event) == POINTS  # 11.3 + 15 + 1.0, as the stick makes it 42,300


def test_an_unreadable_score_is_marked_where_it_stands(desk: Desk, event: Tournament) -> None:
    page = post(desk, event, raw_2="28OOO")
    assert "“28OOO”: whole hundreds are needed" in text(page)
    assert 'value="28OOO"' in page.content.decode()


def test_a_chombo_needs_no_word_but_another_penalty_does(desk: Desk, event: Tournament) -> None:
    page = post(desk, event, penalty_2="5")
    assert "say what the penalty is for" in text(page)
    assert 'value="5"' in page.content.decode()
    post(desk, event, penalty_2="5", note="late to the table")
    assert points_at(event) == [2730, 620, -1200, -2650]
    assert LogEntry.objects.get(action="result_entered").note == "late to the table"
    post(desk, event, table=2, penalty_0="20")
    assert points_at(event, 2) == [730, 620, -700, -2650]


def test_a_penalty_given_before_needs_no_second_word(desk: Desk, event: Tournament) -> None:
    post(desk, event, penalty_2="5", note="late")
    seen = "42300,31200,28000,18500;0,0,-500,0;0"
    post(desk, event, seen=seen, penalty_2="5", raw_0="422", raw_3="186")
    assert points_at(event) == [2720, 620, -1200, -2640]


def test_a_plain_form_that_another_desk_was_faster_than_says_so_and_can_be_sent_again(
    desk: Desk, event: Tournament
) -> None:
    desk.save(1, 1, "31200,42300,28000,18500;0,0,0,0;0", "")
    page = post(desk, event)
    assert "somebody else has entered" in text(page)
    assert 'value="423"' in page.content.decode()
    assert raw_at(event) == [31200, 42300, 28000, 18500]
    assert 'name="seen" value="31200,42300,28000,18500;0,0,0,0;0"' in page.content.decode()
    post(desk, event, seen="31200,42300,28000,18500;0,0,0,0;0")
    assert raw_at(event) == list(RAW)


def test_four_empty_boxes_clear_the_table(desk: Desk, event: Tournament) -> None:
    post(desk, event)
    post(desk, event, seen=TEXT, raw_0="", raw_1="", raw_2="", raw_3="")
    assert raw_at(event) == [None] * 4


def test_a_page_of_an_older_pairing_enters_nothing_into_the_new_one(desk: Desk, event: Tournament) -> None:
    old = match_at(event).pk
    for _step in range(2):  # take back the publication, then the pairing
        desk.press("undo", data={"step": str(desk.get("undo").context["step"].pk)})
    publish(event)
    page = desk.post("scores", 1, data={"table": "1", "match": old, "seen": "", **TYPED})
    assert "paired anew" in text(page)
    assert desk.save(1, 1, TEXT, "").status_code == 200


def test_scores_do_not_belong_to_matches_of_two() -> None:
    event = make_event(field=4)
    publish(event)
    desk = Desk(event.owner, event)
    assert desk.post("scores", 1, data={"table": "1", **TYPED}).status_code == 404
    assert desk.save(1, 1, TEXT, "").json()["code"] == "bad_result"


@pytest.mark.parametrize("table", ["", "9", "x", "²", "1" * 30])
def test_a_table_that_is_not_there_is_not_found(desk: Desk, table: str) -> None:
    assert desk.post("scores", 1, data={"table": table, **TYPED}).status_code == 404


def test_missing_tables_are_counted_and_named(desk: Desk, event: Tournament) -> None:
    desk.save(1, 2, TEXT, "")
    page = desk.get("round", 1).content.decode()
    assert 'data-testid="missing-count">1<' in page
    assert 'data-jump="1"' in page and 'data-jump="2"' not in page


def test_a_score_below_a_thousand_survives_being_saved_again(desk: Desk, event: Tournament) -> None:
    desk.save(1, 1, "-600,60600,59500,500;0,0,0,0;0", "")
    form = desk.get("round", 1).context["entries"][0]
    boxes = {f"raw_{at}": cell.raw.value for at, cell in enumerate(form.cells)}
    assert post(desk, event, seen=form.result, **boxes).status_code == 302
    assert raw_at(event) == [-600, 60600, 59500, 500]


def test_a_tie_shares_the_places(desk: Desk, event: Tournament) -> None:
    desk.save(1, 1, "35000,35000,30000,20000;0,0,0,0;0", "")
    assert points_at(event) == [1500, 1500, -500, -2500]
    assert text(desk.get("round", 1)).count("1st tied") == 2


# --- one table, and correcting it ---


def test_one_table_has_a_page_without_a_script(desk: Desk, event: Tournament) -> None:
    desk.press("table", 1, 1, data=TYPED)
    assert points_at(event) == POINTS
    page = desk.post("table", 1, 2, data={**TYPED, "raw_0": "435"})
    assert "1,200 too many" in text(page)


@pytest.fixture
def played() -> Tournament:
    event = riichi(rounds_planned=2)
    for _round in range(2):
        play(event, publish(event))
    return event


CORRECTED = {**TYPED, "raw_0": "31.2", "raw_1": "42.3"}


def query(**typed: str) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in typed.items())


def test_a_correction_is_shown_before_it_is_made(played: Tournament) -> None:
    page = Desk(played.owner, played).get("table", 1, 1, query=query(**CORRECTED))
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


def test_confirming_corrects_and_logs_with_the_reason(played: Tournament) -> None:
    desk = Desk(played.owner, played)
    for _press in range(2):
        desk.press("table", 1, 1, data={**CORRECTED, "note": "sheet misread"})
    assert raw_at(played) == [31200, 42300, 28000, 18500]
    assert LogEntry.objects.get(action="result_corrected").note == "sheet misread"


def test_two_organisers_who_correct_differently_are_told(played: Tournament) -> None:
    desk = Desk(played.owner, played)
    desk.press("table", 1, 1, data={**CORRECTED, "before": TEXT, "note": "sheet misread"})
    page = desk.post("table", 1, 1, data={**TYPED, "raw_2": "18.5", "raw_3": "280", "before": TEXT})
    assert "Somebody else has changed this result" in text(page)
    assert raw_at(played) == [31200, 42300, 28000, 18500]


@pytest.mark.parametrize(
    "data",
    [
        {"raw_0": "1"},
        {"raw_0": "x"},
        {"note": "x" * 501},
        dict.fromkeys(("raw_0", "raw_1", "raw_2", "raw_3"), ""),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(played: Tournament, data: dict[str, str]) -> None:
    page = Desk(played.owner, played).post("table", 1, 1, data={**CORRECTED, **data})
    assert page.status_code == 200
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


def test_a_correction_that_moves_the_line_of_the_cut_says_who_crosses_it(before_the_cut: Tournament) -> None:
    event = before_the_cut
    typed = {"raw_0": "425", "raw_1": "314", "raw_2": "281", "raw_3": "180", "sticks": "0"}
    page = Desk(event.owner, event).get("table", 1, 3, query=query(**typed))
    ninth, eighth = seats(event, 3)[2].player.name, seats(event, 2)[2].player.name
    assert (page.context["change"].into, page.context["change"].out) == ((ninth,), (eighth,))
    assert f"moves the line of the first 8. Above it: {ninth} . Below it: {eighth}" in text(page)


def test_a_correction_that_leaves_the_cut_alone_says_so(before_the_cut: Tournament) -> None:
    typed = {"raw_0": "426", "raw_1": "313", "raw_2": "278", "raw_3": "183", "sticks": "0"}
    page = Desk(before_the_cut.owner, before_the_cut).get("table", 1, 3, query=query(**typed))
    assert "The first 8 stay the same" in text(page)


def test_a_draft_has_no_results_to_enter() -> None:
    event = riichi()
    pair(event)
    desk = Desk(event.owner, event)
    assert "once it is published" in text(desk.get("table", 1, 1))
    assert desk.save(1, 1, TEXT, "").json()["code"] == "wrong_state"
    desk.post("table", 1, 1, data=TYPED)
    assert raw_at(event) == [None] * 4


def test_the_log_says_what_was_entered(desk: Desk, event: Tournament) -> None:
    desk.save(1, 1, "42300,31200,28000,18500;0,0,-2000,0;0", "")
    told = "42,300 · 31,200 · 28,000 (−20.0) · 18,500"
    assert told in text(desk.get("event"))
    desk.save(1, 1, TEXT, "42300,31200,28000,18500;0,0,-2000,0;0")
    assert f"{told} → 42,300 · 31,200 · 28,000 · 18,500" in text(desk.get("log"))
