"""Schedules over the API: planned, searched, stopped, kept, dropped, thrown away, and seen by whom they are for."""

from itertools import combinations
from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_table_event, publish
from tests.pairing.calls import answer
from tests.pairing.verify_seating import problems, recount
from tournaments.api.tools import MAX_FORBIDDEN
from tournaments.jobs import lease
from tournaments.models import Job, Tournament

SCHEDULE = "events/riichi/schedule/"
OPPONENTS = ("max_meetings", "opponent_spread", "most_opponents")

pytestmark = pytest.mark.django_db


@pytest.fixture
def riichi(owner: User) -> Tournament:
    return make_table_event(owner=owner, slug="riichi", field=16, rounds_planned=5)


def seats(plan: dict[str, Any]) -> list[list[list[int]]]:
    return [[table["seats"] for table in round_["tables"]] for round_ in plan["rounds"]]


def test_the_first_plan_is_kept_at_once_and_paired_from(api: Api, riichi: Tournament) -> None:
    foreseen = api.get(SCHEDULE)
    assert foreseen["is_kept"] is False
    job = api.post(SCHEDULE, {}, 201)
    assert (job["kind"], job["state"], job["decision"]) == ("plan_schedule", "done", "kept")
    plan = api.get(SCHEDULE)
    assert plan["is_kept"] is True and problems(seats(plan), 16, 5) == []
    assert plan["quality"] == recount(seats(plan), None)
    # Five rounds of 16: everybody meets everybody else exactly once.
    assert (plan["quality"]["max_meetings"], plan["quality"]["most_opponents"]) == (1, 15)
    assert "max_meetings" in plan["proven_optimal"]
    publish(riichi)
    sheet = api.get("events/riichi/rounds/1/")
    assert [[seat["number"] for seat in match["seats"]] for match in sheet["matches"]] == seats(plan)[0]


def test_a_search_is_a_job_that_can_be_stopped_and_its_plan_kept_or_dropped(
    api: Api, riichi: Tournament
) -> None:
    api.post(SCHEDULE, {}, 201)
    before = api.get(SCHEDULE)
    for choice, decision in (("drop", "dropped"), ("keep", "kept")):
        answer = api.send("POST", SCHEDULE, {"seconds": 30})
        job = answer.json()
        assert answer.status_code == 202 and answer.headers["Location"].endswith(f"/jobs/{job['id']}/")
        assert api.post(SCHEDULE, {"seconds": 60}, 202)["id"] == job["id"]
        spot = f"{SCHEDULE}{job['id']}/"
        assert api.post(f"{spot}keep/", status=409)["code"] == "not_ready"
        api.post(f"{spot}stop/")
        lease.run(job["id"])
        done = api.get(f"events/riichi/jobs/{job['id']}/")
        assert (done["state"], done["decision"]) == ("done", "")
        assert problems(done["result"]["schedule"], 16, 5) == []
        assert api.post(f"{spot}{choice}/")["decision"] == decision
        assert api.post(f"{spot}{choice}/", status=409)["code"] == "decided"
        assert seats(api.get(SCHEDULE)) == (seats(before) if choice == "drop" else done["result"]["schedule"])


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"seconds": 5}, "bad_seconds", "seconds"),
        ({"seconds": 10**6}, "max_value", "seconds"),
        ({"seconds": "30"}, "invalid", "seconds"),
        ({"minutes": 1}, "unknown_field", "minutes"),
    ],
)
def test_a_search_that_is_not_allowed_names_its_field(
    api: Api, riichi: Tournament, body: Any, code: str, field: str
) -> None:
    problem = api.post(SCHEDULE, body, 400)
    assert (problem["code"], problem["field"]) == (code, field) and not Job.objects.exists()


def test_a_plan_is_thrown_away_until_it_is_used_and_kept_only_for_the_same_players(
    api: Api, riichi: Tournament
) -> None:
    assert api.delete(SCHEDULE, 409)["code"] == "nothing_planned"
    api.post(SCHEDULE, {}, 201)
    second = api.post(SCHEDULE, {}, 201)
    assert second["decision"] == ""
    api.delete(SCHEDULE)
    assert api.get(SCHEDULE)["is_kept"] is False
    publish(riichi)
    assert api.delete(SCHEDULE, 409)["code"] == "plan_in_use"
    api.post("events/riichi/players/1/withdraw/")
    assert api.get("events/riichi/players/1/coming/") == []
    assert api.post(f"{SCHEDULE}{second['id']}/keep/", status=409)["code"] == "plan_outdated"


def test_others_see_it_when_its_first_round_is_published(api: Api, anybody: Api, riichi: Tournament) -> None:
    api.post(SCHEDULE, {}, 201)
    for path in (SCHEDULE, "events/riichi/players/3/coming/"):
        anybody.get(path, 404)
        api.get(path)
    assert "schedule" in api.get("events/riichi/document/")
    assert "schedule" not in anybody.get("events/riichi/document/")
    publish(riichi)
    plan = anybody.get(SCHEDULE)
    assert plan["rounds"][0]["is_paired"] and "schedule" in anybody.get("events/riichi/document/")
    coming = anybody.get("events/riichi/players/3/coming/")
    assert [(row["round"], row["table"], row["wind"], len(row["others"])) for row in coming] == [
        (number, at, ("east", "south", "west", "north")[table.index(3)], 3)
        for number, tables in enumerate(seats(plan)[1:], 2)
        for at, table in enumerate(tables, 1)
        if 3 in table
    ]
    api.post("events/riichi/players/4/withdraw/")
    assert anybody.get("events/riichi/players/4/coming/") == []


def test_an_event_that_is_not_planned_ahead_has_no_schedule(api: Api, event: Tournament) -> None:
    assert api.get("events/club/schedule/", 404)["code"] == "not_found"
    api.get("events/club/players/1/coming/", 404)
    assert api.post("events/club/schedule/", {}, 409)["code"] == "not_planned_ahead"


# --- POST /tools/seating/: what the command prints, within limits, for anybody ---


def test_the_tool_answers_what_the_command_prints(anybody: Api) -> None:
    problem = anybody.post("tools/seating/", {"players": 30, "rounds": 4}, 400)
    assert "add 2 house players" in problem["detail"]
    asked = {"players": 16, "rounds": 5, "rounds_per_day": 3, "seed": 4}
    printed = answer("seating", *"--players 16 --rounds 5 --rounds-per-day 3 --seed 4".split())
    assert anybody.post("tools/seating/", asked) == printed


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"rounds": 4}, "required", "players"),
        ({"players": 16}, "required", "rounds"),
        ({"players": 30, "rounds": 4}, "bad_input", "players"),
        ({"players": 404, "rounds": 4}, "max_value", "players"),
        ({"players": 16, "rounds": 51}, "max_value", "rounds"),
        ({"players": 16, "rounds": 4, "rounds_per_day": 0}, "min_value", "rounds_per_day"),
        ({"players": 16, "rounds": 4, "seconds": 60}, "max_value", "seconds"),
        ({"players": 16, "rounds": 4, "seed": "x"}, "invalid", "seed"),
        ({"players": 16, "rounds": 4, "colour": "red"}, "unknown_field", "colour"),
        ({"players": 16, "rounds": 4, "house": 4}, "max_value", "house"),
        ({"players": 16, "rounds": 4, "uneven": "three"}, "invalid_choice", "uneven"),
        ({"players": 16, "rounds": 4, "forbidden": [[1, 1]]}, "invalid", "forbidden"),
        ({"players": 16, "rounds": 4, "forbidden": [[1]]}, "min_length", "forbidden.0"),
        # Counted before any of them is looked at.
        ({"players": 16, "rounds": 4, "forbidden": [[1]] * (MAX_FORBIDDEN + 1)}, "max_length", "forbidden"),
        ({"players": 16, "rounds": 4, "forbidden": [[1, 17]]}, "bad_input", "forbidden"),
        ({"players": 16, "rounds": 4, "house": 1, "forbidden": [[1, 16]]}, "bad_input", "forbidden"),
        # Five who may not meet need five tables.
        (
            {"players": 16, "rounds": 4, "forbidden": [list(p) for p in combinations(range(1, 6), 2)]},
            "seating_too_many_apart",
            "forbidden",
        ),
    ],
)
def test_what_cannot_be_planned_is_refused_with_the_field(
    anybody: Api, asked: Any, code: str, field: str
) -> None:
    problem = anybody.post("tools/seating/", asked, 400)
    assert (problem["code"], problem["field"]) == (code, field)
