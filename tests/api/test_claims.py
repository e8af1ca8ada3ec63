"""Scores entered at the table over the API: by the players' keys without an account, or decided at the desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_table_event, play_tables, publish
from tournaments.models import ScoreClaim, Seat, Tournament

RAW = [42_300, 31_200, 28_000, 18_500]
OTHER = [42_300, 31_300, 27_900, 18_500]
TABLE = "events/riichi/rounds/1/matches/1/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def riichi(owner: User) -> Tournament:
    event = make_table_event(owner=owner, slug="riichi")
    publish(event)
    return event


def page(event: Tournament, position: int, table: int = 1) -> str:
    """The address of the player on a seat: 0 is East."""
    seat = Seat.objects.get(round__tournament=event, match__table=table, position=position)
    return f"events/{event.slug}/me/{seat.player.key}/"


def claimed(api: Api, event: Tournament, scores: list[int] = RAW, position: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = api.post(
        f"{page(event, position)}scores/", {"round": 1, "scores": scores, "sticks": 0}
    )
    return found


def test_one_enters_another_confirms_then_it_counts(anybody: Api, riichi: Tournament) -> None:
    before = anybody.get(page(riichi, 0))["table"]
    assert (before["round"], before["table"], before["state"], before["claim"]) == (1, 1, "none", None)
    claim = claimed(anybody, riichi)
    assert (claim["state"], claim["scores"], claim["confirmed_by"]) == ("waiting", RAW, None)
    assert claimed(anybody, riichi)["id"] == claim["id"]
    assert anybody.get(page(riichi, 0))["table"]["state"] == "mine"
    seen = anybody.get(page(riichi, 1))["table"]
    assert (seen["state"], seen["claim"]["id"]) == ("theirs", claim["id"])
    assert [seat["points"] for seat in seen["seats"]] == [27.3, 6.2, -7, -26.5]
    assert anybody.get(TABLE)["scores"] is None
    done = anybody.post(f"{page(riichi, 1)}claims/{claim['id']}/confirm/")
    assert done["state"] == "confirmed" and done["confirmed_by"] != done["entered_by"]
    assert anybody.post(f"{page(riichi, 3)}claims/{claim['id']}/confirm/")["state"] == "confirmed"
    again = claimed(anybody, riichi, position=2)
    assert (again["id"], again["state"]) == (claim["id"], "confirmed")
    assert anybody.get(TABLE)["scores"] == RAW
    assert anybody.get(page(riichi, 3))["table"]["state"] == "counted"
    late = anybody.post(f"{page(riichi, 0)}scores/", {"round": 1, "scores": OTHER}, 409)
    assert late["code"] == "already_entered"


def test_who_may_answer_which_scores(anybody: Api, riichi: Tournament) -> None:
    """The own ones are taken back, those of one's table confirmed or disputed, of another one neither."""
    claim = claimed(anybody, riichi)
    spot = f"claims/{claim['id']}"
    refused = anybody.post(f"{page(riichi, 1)}scores/", {"round": 1, "scores": OTHER}, 409)
    assert (refused["code"], refused["params"]["scores"]) == ("claim_waiting", RAW)
    assert anybody.post(f"{page(riichi, 1)}{spot}/withdraw/", status=409)["code"] == "not_own_claim"
    assert anybody.post(f"{page(riichi, 0, 2)}{spot}/confirm/", status=400)["code"] == "not_at_table"
    elsewhere = make_table_event(slug="elsewhere")
    publish(elsewhere)
    anybody.post(f"{page(elsewhere, 0)}{spot}/confirm/", status=404)
    assert anybody.post(f"{page(riichi, 0)}{spot}/withdraw/")["state"] == "withdrawn"
    assert anybody.get(page(riichi, 1))["table"]["state"] == "none"
    again = claimed(anybody, riichi)
    anybody.post(f"{page(riichi, 1)}claims/{again['id']}/dispute/", {"note": "I had 31,300"})
    assert anybody.get(page(riichi, 0))["table"]["state"] == "disputed"
    assert anybody.get(TABLE)["scores"] is None


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"round": 1, "scores": [42_300, 31_200, 28_000, 18_600]}, 400, "sum_too_high", "scores"),
        ({"round": 1, "scores": RAW, "sticks": 1}, 400, "sticks_differ", "scores"),
        ({"round": 1, "scores": RAW[:3]}, 400, "min_length", "scores"),
        ({"scores": RAW}, 400, "required", "round"),
        ({"round": 1, "scores": RAW, "penalties": [0] * 4}, 400, "unknown_field", "penalties"),
        ({"round": 2, "scores": RAW}, 409, "other_table", "round"),
    ],
)
def test_scores_that_cannot_be_right_are_refused(
    anybody: Api, riichi: Tournament, body: Any, status: int, code: str, field: str
) -> None:
    problem = anybody.post(f"{page(riichi, 0)}scores/", body, status)
    assert (problem["code"], problem["field"]) == (code, field)
    assert not ScoreClaim.objects.exists()


def test_the_desk_sees_accepts_and_refuses(api: Api, anybody: Api, riichi: Tournament) -> None:
    claim = claimed(anybody, riichi)
    (row,) = api.get("events/riichi/claims/")
    assert (row["id"], row["round"], row["table"], row["state"]) == (claim["id"], 1, 1, "waiting")
    assert (row["points"], row["places"], row["number"]) == (
        [27.3, 6.2, -7, -26.5],
        [1, 2, 3, 4],
        claim["entered_by"],
    )
    refused = api.post(f"events/riichi/claims/{claim['id']}/reject/", {"note": "ask at the desk"})
    assert (refused["state"], refused["note"]) == ("rejected", "ask at the desk")
    assert api.post(f"events/riichi/claims/{claim['id']}/accept/", status=409)["code"] == "claim_closed"
    again = claimed(anybody, riichi, OTHER)
    assert api.post(f"events/riichi/claims/{again['id']}/accept/")["state"] == "confirmed"
    assert anybody.get(TABLE)["scores"] == OTHER
    assert api.post("events/riichi/claims/999999/accept/", status=404)


def test_the_page_tells_all_rounds(anybody: Api, owner: User) -> None:
    event = make_table_event(owner=owner, slug="riichi")
    play_tables(event)
    found = anybody.get(page(event, 0))
    assert found["table"] is None
    assert [row["round"] for row in found["rounds"]] == [1]
    assert (found["rounds"][0]["points"], found["rounds"][0]["place"]) == (27.3, 1)
    assert [row["round"] for row in found["coming"]] == [2, 3, 4]
    assert all(row["wind"] and len(row["others"]) == 3 for row in found["coming"])
    assert "key" not in found["player"] and "note" not in found["player"]


def test_a_wrong_key_finds_nothing_and_nobody_keeps_the_answer(anybody: Api, riichi: Tournament) -> None:
    key = page(riichi, 0).rstrip("/").rpartition("/")[2]
    for wrong in (key[:-1], key + "x", key[:-1] + ("a" if key[-1] != "a" else "b"), "x", "a" * 16):
        assert anybody.get(f"events/riichi/me/{wrong}/", 404)["code"] == "not_found"
        anybody.post(f"events/riichi/me/{wrong}/scores/", {"round": 1, "scores": RAW}, 404)
    make_table_event(slug="other")
    anybody.get(f"events/other/me/{key}/", 404)
    answer = anybody.send("GET", page(riichi, 0))
    assert answer.headers["Cache-Control"] == "private, no-store" and "ETag" not in answer.headers


def test_somebody_who_presses_too_often_is_told_to_wait(anybody: Api, riichi: Tournament) -> None:
    most, seconds = settings.LIMITS["answers"]
    for _ in range(most):
        claimed(anybody, riichi)
    refused = anybody.send("POST", f"{page(riichi, 0)}scores/", {"round": 1, "scores": RAW})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert 0 < int(refused.headers["Retry-After"]) <= seconds + 1
    assert anybody.get(page(riichi, 0))["table"]["state"] == "mine"
    claimed(anybody, riichi, position=1)
