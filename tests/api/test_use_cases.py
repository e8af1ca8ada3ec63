"""What programs do with the API, one small story each."""

import base64
import time
from typing import Any

import pytest
import tablib

from pairing.model.reasons import because
from pairing.systems import SYSTEMS
from pairing.tiebreaks import TIEBREAKS
from tests.api.conftest import Api
from tests.factories import make_event, make_user, pair, play_round, publish
from tournaments.api.problems import make
from tournaments.api.serializers.rounds import Reasons
from tournaments.models import JobState, Tournament

RESULT = "events/club/rounds/1/matches/1/result/"
# Of a problem document, in the language of its reader.
SAID = ("detail", "title", "errors")


def test_two_people_at_one_table_do_not_overwrite_each_other_unseen(api: Api, event: Tournament) -> None:
    publish(event)
    api.put(RESULT, {"result": "1-0", "expected": None})
    problem = api.put(RESULT, {"result": "0-1", "expected": None}, 409)
    assert (problem["code"], problem["params"]["current"]) == ("result_changed", "1-0")
    assert api.put(RESULT, {"result": "0-1", "expected": "1-0"})["result"] == "0-1"
    assert api.delete(f"{RESULT}?expected=1-0", 409)["code"] == "result_changed"
    assert api.delete(f"{RESULT}?expected=0-1", 200)["result"] is None
    assert api.put(RESULT, {"result": "1-0", "games": [2, 1]})["games"] == [2, 1]
    assert api.put(RESULT, {"result": "0-1", "games": [2, 1]}, 400)["field"] == "games"


def test_steps_are_taken_back_in_order_and_only_the_one_that_was_meant(api: Api, event: Tournament) -> None:
    pair(event)
    seen = api.get("events/club/undo/")["step"]
    api.post("events/club/rounds/1/publish/")
    assert api.post("events/club/undo/", {"seen": seen["id"]}, 409)["code"] == "step_changed"
    assert [api.post("events/club/undo/")["action"] for _ in range(2)] == ["round_published", "round_paired"]
    assert api.get("events/club/undo/") == {"step": None}
    assert api.post("events/club/undo/", None, 409)["code"] == "nothing_to_undo"
    assert api.get("events/club/rounds/") == []


def test_planned_starts_are_told_with_the_moment_they_mean(api: Api, event: Tournament) -> None:
    """10:00 in Copenhagen on the day after the clocks went forward is 08:00 UTC."""
    starts = [{"day": 1, "time": "10:00"}, None, {"day": 2, "time": "10:00"}]
    plan = {
        "starts_on": "2027-03-27",
        "start_time": "09:30",
        "time_zone": "Europe/Copenhagen",
        "round_starts": starts,
    }
    told = api.patch(f"events/{event.slug}/", plan)
    assert (told["start_time"], [one and one["at"] for one in told["round_starts"]]) == (
        "09:30",
        ["2027-03-27T10:00:00+01:00", None, "2027-03-28T10:00:00+02:00"],
    )
    document = api.get(f"events/{event.slug}/document/")
    assert (document["start_time"], document["round_starts"]) == ("09:30", starts)
    assert api.patch(f"events/{event.slug}/", {"start_time": None, "round_starts": []})["round_starts"] == []


def test_players_come_and_go(api: Api, event: Tournament) -> None:
    api.patch("events/club/", {"require_check_in": True})
    assert api.post("events/club/players/check-in/", {"players": [1, 2, 3, 4]}) == {"changed": 4}
    assert api.post("events/club/players/check-in/", {"players": [4, 99]}, 400)["params"]["number"] == 99
    assert api.post("events/club/players/check-in/", {"players": [4], "present": False}) == {"changed": 1}
    api.put("events/club/players/5/check-in/")
    sheet = api.post("events/club/rounds/pair/", {}, 201)
    assert sorted(seat["number"] for row in sheet["matches"] for seat in row["seats"]) == [1, 2, 3, 5]
    assert {bye["number"]: bye["kind"] for bye in sheet["byes"]} == dict.fromkeys((4, 6, 7, 8), "absent")
    api.post("events/club/rounds/1/publish/")
    late = api.post("events/club/players/", {"name": "Late Larsen"}, 201)
    assert (late["number"], late["joined_round"]) == (9, 2)
    assert api.get("events/club/players/9/history/")[0]["bye"] == "absent"
    assert api.post("events/club/players/1/withdraw/")["left_after_round"] == 1
    assert api.post("events/club/players/1/return/")["left_after_round"] is None


def test_scores_in_reasons_and_problems_are_points() -> None:
    (said,) = Reasons().to_representation([because("same_score", score=250).to_json()])
    assert said == {"code": "same_score", "score": 2.5, "text": "Both are on 2½."}
    assert make(409, "impossible", "", params={"met_score": 50, "table": 50})["params"] == {
        "met_score": 0.5,
        "table": 50,
    }


def test_a_workbook_is_imported_and_a_list_may_come_as_plain_text(api: Api, event: Tournament) -> None:
    book = tablib.Dataset(["Ann", 1500], ["山田 太郎", 1600], headers=["Name", "Rating"]).export("xlsx")
    file = {"content": base64.b64encode(book).decode(), "encoding": "base64", "filename": "list.xlsx"}
    text = api.post("events/club/players/import/preview/", {"content": "Ann\nBen\n\nPlayer 1\n"})
    kinds = {row["values"]["name"]: row["kind"] for row in text["rows"]}
    assert kinds == {"Ann": "new", "Ben": "new", "Player 1": "same"}
    plan = api.post("events/club/players/import/preview/", file)
    assert [row["kind"] for row in plan["rows"]] == ["new", "new"]
    done = api.post(
        "events/club/players/import/", {**file, "digest": plan["digest"], "decisions": {"1": "skip"}}
    )
    assert (done["added"], done["skipped"]) == ([9], 1)
    assert api.get("events/club/players/9/")["name"] == "山田 太郎"


def test_a_tie_break_is_explained_by_the_numbers_it_is_made_of(anybody: Api, event: Tournament) -> None:
    for _ in range(2):
        play_round(event)
    lines = {line["number"]: line for line in anybody.get("events/club/standings/")["lines"]}
    solkoff, wins = anybody.get("events/club/standings/1/")["tiebreaks"]
    cells = {cell["label"]: cell["value"] for cell in lines[1]["tiebreaks"]}
    terms = [(term["opponent"], term["value"]) for term in solkoff["terms"] if term["counted"]]
    assert terms == [(opponent, lines[opponent]["points"]) for opponent, _ in terms] and len(terms) == 2
    assert solkoff["value"] == cells["solkoff"] == sum(value for _, value in terms)
    assert wins["value"] == cells["wins"]
    matches = anybody.get("events/club/rounds/2/")["matches"]
    assert {seat["points_before"] for match in matches for seat in match["seats"]} == {0, 1}


def test_lists_come_in_pages(anybody: Api, event: Tournament) -> None:
    path: str | None = "events/club/players/?page_size=3&search=player"
    seen = []
    while path:
        page = anybody.get(path)
        assert page["count"] == 8
        seen += [row["number"] for row in page["results"]]
        path = page["next"]
    assert seen == list(range(1, 9))


@pytest.mark.django_db
def test_the_registries_are_described_whole(anybody: Api) -> None:
    systems = {row["slug"]: row for row in anybody.get("systems/")}
    assert set(systems) == set(SYSTEMS)
    assert {row["code"] for row in anybody.get("tiebreaks/")["tiebreaks"]} == set(TIEBREAKS)
    options = {row["name"]: row for row in systems["monrad"]["options"]}
    orders = {row["value"] for row in options["order"]["choices"]}
    assert orders == {"redraw", "fixed_draw", "rating", "registration"}
    assert options["allow_rematches"]["per_round"]
    assert all(row["help"] and row["allowed"] for row in options.values())


def test_what_is_said_to_people_is_in_their_language(api: Api, event: Tournament) -> None:
    publish(event)
    english, danish = (
        api.post("events/club/rounds/1/complete/", None, 409, **{"Accept-Language": language})
        for language in ("en", "da")
    )
    assert (english["code"], english["params"]["tables"]) == ("missing_results", [1, 2, 3, 4])
    assert english["detail"] != danish["detail"]
    assert {**english, **dict.fromkeys(SAID)} == {**danish, **dict.fromkeys(SAID)}


@pytest.mark.django_db(transaction=True)
def test_a_large_field_is_paired_beside_the_request(settings: Any) -> None:
    settings.PAIR_ON_WORKER_FROM = 4
    event = make_event(owner=make_user(), field=6, slug="club", system="random_swiss")
    api = Api(event.owner)
    answer = api.send("POST", "events/club/rounds/pair/", {})
    assert answer.status_code == 202
    where = answer.headers["Location"].removeprefix("http://testserver/api/v1/")
    job = api.get(where)
    while job["state"] not in (JobState.DONE, JobState.FAILED):
        time.sleep(0.02)
        job = api.get(where)
    assert (job["state"], job["result"], job["error"]) == ("done", {"round": 1}, None)
    assert api.get("events/club/rounds/1/")["state"] == "draft"
    assert api.get("events/club/jobs/")["results"] == [job]
