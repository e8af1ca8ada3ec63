"""The second pass at the desk: what was keyed first is not on the page, and a difference is a question."""

import json
from typing import Any

import pytest

from accounts.models import User
from tests.answers import Answer
from tests.desk.pages import Desk, text
from tests.factories import (
    FOUR_SCORES,
    enter_all,
    enter_all_scores,
    make_event,
    make_table_event,
    make_user,
    play_round,
    publish,
    table,
)
from tournaments.events.services import events
from tournaments.models import Match, Tournament
from tournaments.results.services import results, verification

pytestmark = pytest.mark.django_db
RESULTS = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1-0"}
SWAPPED = "31200,42300,28000,18500;0,0,0,0;0"


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(owner=make_user("otto"), field=8)
    enter_all(publish(tournament), lambda match: RESULTS[match.table])
    return tournament


@pytest.fixture
def second(event: Tournament) -> User:
    user = make_user("second")
    events.set_staff(tournament=event, actor=event.owner, user=user, role="scorekeeper")
    return user


def at(event: Tournament, number: int = 1) -> Match:
    return table(event.rounds.get(number=1), number)


def key(desk: Desk, number: int, result: str, **more: str) -> Any:
    """What the script sends."""
    data = {"table": number, "result": result, **more}
    return desk.post("verify_table", 1, data=data, accept="application/json")


def body(response: Answer) -> Any:
    return json.loads(response.content)


def test_the_page_lists_who_sits_where_and_no_result(event: Tournament, second: User) -> None:
    desk = Desk(second, event)
    page = desk.get("verify", 1)
    assert "0 of 4 verified" in text(page)
    content = page.content.decode()
    assert content.count('data-result=""') == 4
    assert 'aria-pressed="true"' not in content
    assert all(f'data-testid="verify-{number}"' in content for number in RESULTS)
    assert body(desk.get("verify_state", 1))["results"] == dict.fromkeys(map(str, RESULTS), "")
    # Whoever has keyed the first pass is warned.
    assert "yourself" not in text(page)
    assert "You entered 4 of these results yourself" in text(Desk(event.owner, event).get("verify", 1))


def test_the_same_result_is_verified_and_leaves_the_list_until_all_are(
    event: Tournament, second: User
) -> None:
    desk = Desk(second, event)
    answer = key(desk, 2, "0-1")
    assert (answer.status_code, body(answer)) == (200, {"table": 2, "current": "0-1"})
    page = desk.get("verify", 1)
    assert "1 of 4 verified" in text(page)
    assert 'data-testid="verify-2"' not in page.content.decode()
    assert body(desk.get("verify_state", 1))["results"] == {"1": "", "2": "0-1", "3": "", "4": ""}
    event.refresh_from_db()
    assert desk.get("verify_state", 1, query=f"?since={event.version}").status_code == 204
    for number, result in RESULTS.items():
        assert key(desk, number, result).status_code == 200
    assert "Every result of this round is verified." in text(desk.get("verify", 1))


def test_a_refusal_does_not_tell_the_first_result(event: Tournament, second: User) -> None:
    for number, result, more, code in (
        (1, "9-9", {}, "bad_result"),
        (9, "1-0", {}, "no_such_table"),
        (1, "1-0", {"match": "999999"}, "paired_anew"),
    ):
        answer = key(Desk(second, event), number, result, **more)
        assert (answer.status_code, body(answer)["code"]) == (422, code)
        assert code == "paired_anew" or body(answer)["current"] == ""
    assert at(event).verified_at is None


def test_without_a_script_the_question_is_a_page(event: Tournament, second: User) -> None:
    desk = Desk(second, event)
    page = desk.press("verify_table", 1, data={"table": "1", "result": "0-1", "match": at(event).pk})
    assert "The two entries differ" in page
    assert "1–0 (first player wins) otto" in page and "0–1 (second player wins) second" in page
    right = {"table": 1, "match": at(event).pk, "settle": "1", "seen": "1-0", "result": "0-1"}
    assert "Table 1 is verified." in desk.press("verify_table", 1, data=right)
    assert at(event).result == "0-1"
    card = desk.get("verify", 1, query="?table=2").content.decode().split('data-testid="question"')[1]
    assert "double forfeit" in card.split("</form>")[0]
    assert "The two entries differ" not in card.split("</form>")[0]


def test_no_address_brings_the_first_result_to_light_unkeyed(event: Tournament, second: User) -> None:
    for query in ("?table=1", "?table=1&second=x", "?table=x&second=0-1", "?table=9&second=0-1"):
        question = Desk(second, event).get("verify", 1, query=query).context["question"]
        assert question is None or (question.first, question.first_text) == ("", ""), query


def test_the_marks_stand_on_the_pages_of_the_round(event: Tournament, second: User) -> None:
    verification.verify(tournament=event, actor=second, match=at(event), value="1-0")
    desk = Desk(event.owner, event)
    page = desk.get("round", 1).content.decode()
    assert 'data-testid="verified-1"' in page and 'data-testid="verified-2"' not in page
    assert "Verify: 1 of 4" in text(desk.get("round", 1))
    desk.press("complete", 1)
    completed = desk.get("round", 1)
    assert 'data-testid="verified-1"' in completed.content.decode()
    results.correct_result(tournament=event, actor=event.owner, match=at(event), result="0-1")
    assert "Verify: 0 of 4" in text(desk.get("round", 1))


def test_in_a_completed_round_only_judges_change_what_was_entered(second: User) -> None:
    event = make_event(field=4)
    events.set_staff(tournament=event, actor=event.owner, user=second, role="scorekeeper")
    play_round(event)
    desk = Desk(second, event)
    answer = key(desk, 1, "0-1", settle="1", seen="1-0")
    assert (answer.status_code, body(answer)["code"]) == (422, "not_allowed")
    assert at(event).result == "1-0"
    assert key(desk, 1, "1-0").status_code == 200
    events.set_staff(tournament=event, actor=event.owner, user=second, role="arbiter")
    assert key(desk, 2, "0-1", settle="1", seen="1-0").status_code == 200
    assert at(event, 2).result == "0-1"


def test_tables_without_a_result_are_named_not_listed(event: Tournament, second: User) -> None:
    results.clear_result(tournament=event, actor=event.owner, match=at(event, 3))
    page = Desk(second, event).get("verify", 1)
    assert "1 table has no result yet: 3." in text(page)
    assert 'data-testid="verify-3"' not in page.content.decode()
    assert body(key(Desk(second, event), 3, "1-0"))["code"] == "no_result"


def test_four_scores_are_keyed_again(second: User) -> None:
    event = make_table_event()
    events.set_staff(tournament=event, actor=event.owner, user=second, role="scorekeeper")
    enter_all_scores(publish(event))
    desk = Desk(second, event)
    rows = desk.get("verify", 1).content.decode().split("data-entries")[1]
    assert 'data-testid="verify-1"' in rows
    assert not any(score in rows for score in ("42300", "42,300", "31200", "18500", "27.3"))
    typed = {f"raw_{seat}": str(score) for seat, score in enumerate(FOUR_SCORES)}
    assert "Table 1 is verified." in desk.press(
        "verify_table", 1, data={"table": 1, "match": at(event).pk, "sticks": "0", **typed}
    )
    answer = key(desk, 2, SWAPPED)
    assert answer.status_code == 409
    assert body(answer)["current"] == "42300,31200,28000,18500;0,0,0,0;0"
    assert key(desk, 2, SWAPPED, settle="1", seen=body(answer)["current"]).status_code == 200
    assert [seat.raw for seat in at(event, 2).seats.all()] == [31_200, 42_300, 28_000, 18_500]
    wrong = {**typed, "raw_0": "42400"}
    page = desk.press("verify_table", 1, data={"table": 2, "match": at(event, 2).pk, **wrong})
    assert "Enter four scores." in page
