"""Series over the API: made, filled with seasons, read, its persons put in order; against ratings worked out here."""

from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.factories import make_event, make_user
from tests.league import SEASONS, make_season, skills
from tournaments.models import Role, Series, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(api: Api, owner: User) -> str:
    """Two seasons put in over the API."""
    api.post("series/", {"name": "City League", "slug": "league"}, 201)
    for number, rounds in SEASONS.items():
        make_season(owner, number, rounds, slug=f"s{number}")
        api.put(f"series/league/events/s{number}/", {"season": number})
    return "series/league/"


def ids(api: Api) -> dict[str, int]:
    return {row["name"]: row["id"] for row in api.get("series/league/persons/")["results"]}


def refused(problem: dict[str, Any], code: str, field: str | None = None) -> None:
    assert (problem["code"], problem["field"]) == (code, field)


def test_a_series_is_made_read_changed_and_deleted(api: Api, anybody: Api) -> None:
    answer = api.send("POST", "series/", {"name": "City League", "description": "Weekly", "order": "mu"})
    made = answer.json()
    assert answer.status_code == 201 and answer.headers["Location"].endswith("/api/v1/series/city-league/")
    assert (made["slug"], made["order"], made["seasons"], made["is_owner"]) == ("city-league", "mu", 0, True)
    assert anybody.get("series/city-league/")["is_owner"] is False
    changed = api.patch("series/city-league/", {"name": "Town League"})
    assert changed["name"] == "Town League" and changed["version"] > made["version"]
    refused(api.delete("series/city-league/?confirm=other", 400), "not_confirmed", "confirm_slug")
    api.delete("series/city-league/?confirm=city-league")
    anybody.get("series/city-league/", 404)


@pytest.mark.parametrize(
    ("settings", "status", "code", "field"),
    [
        ({"name": "A", "order": "elo"}, 400, "invalid_choice", "order"),
        ({"name": "A", "slug": "Ä!"}, 400, "bad_slug", "slug"),
        ({"name": ""}, 400, "blank", "name"),
        ({"name": "A", "colour": "red"}, 400, "unknown_field", "colour"),
        ({"name": "B", "slug": "a"}, 409, "slug_taken", "slug"),
    ],
)
def test_wrong_settings_are_refused_by_name(
    api: Api, settings: dict[str, str], status: int, code: str, field: str
) -> None:
    api.post("series/", {"name": "A", "slug": "a"}, 201)
    refused(api.post("series/", settings, status), code, field)
    assert Series.objects.count() == 1


def test_the_ranking_comes_in_pages_and_is_searched(league: str, anybody: Api) -> None:
    assert anybody.get(f"{league}ranking/")["count"] == 5
    second = anybody.get(f"{league}ranking/?page=2&page_size=2")
    assert [row["rank"] for row in second["results"]] == [3, 4]
    assert [row["name"] for row in anybody.get(f"{league}ranking/?search=EV")["results"]] == ["Eve"]


def test_a_person_has_history_seasons_and_opponents(league: str, api: Api, anybody: Api) -> None:
    ann = anybody.get(f"{league}persons/{ids(api)['Ann']}/")
    assert [(p["season"], p["round"]) for p in ann["points"]] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert ann["points"][1]["rating"]["mu"] == pytest.approx(skills({1: SEASONS[1]})["Ann"][0])
    assert [(s["event"], s["won"], s["lost"]) for s in ann["seasons"]] == [("s2", 1, 1), ("s1", 2, 0)]
    assert ann["seasons"][1]["place"] == 1
    first = ann["seasons"][1]["rounds"][0]
    assert (first["round"], first["name"], first["outcome"]) == (1, "Bo", "win")
    assert first["before"]["mu"] == 25 and first["after"]["mu"] == pytest.approx(29.2054, abs=0.0005)
    assert [(o["name"], o["won"], o["lost"]) for o in ann["opponents"]] == [("Bo", 1, 1), ("Cy", 2, 0)]
    row = anybody.get(f"{league}ranking/?search=ann")["results"][0]
    assert row["conservative"] == pytest.approx(row["mu"] - 3 * row["sigma"])
    seasons = anybody.get(f"{league}events/")
    assert [(s["season"], s["winners"][0]["name"]) for s in seasons] == [(2, "Bo"), (1, "Ann")]
    expected = skills({1: SEASONS[1]})
    found = {p["name"]: p["series_mu"] for p in anybody.get("events/s2/players/")["results"]}
    assert found["Ann"] == pytest.approx(expected["Ann"][0]) and found["Eve"] is None


def test_an_event_is_put_in_once_with_both_rights_and_taken_out(league: str, api: Api, owner: User) -> None:
    make_event(owner=owner, slug="third", field=2)
    refused(api.put(f"{league}events/third/", {"season": 2}, 409), "season_taken", "season")
    api.put(f"{league}events/third/", {"season": 3})
    api.post("series/", {"name": "Other", "slug": "other"}, 201)
    assert api.put("series/other/events/third/", {"season": 1}, 409)["code"] == "in_another_series"
    api.delete(f"{league}events/third/")
    api.delete(f"{league}events/third/", 404)
    assert api.get("events/third/")["series"] is None
    organiser = Api(staff_of(Tournament.objects.get(slug="s1"), Role.DIRECTOR))
    refused(organiser.put(f"{league}events/s1/", {"season": 9}, 403), "permission_denied")
    make_event(slug="theirs", visibility="private")
    api.put(f"{league}events/theirs/", {"season": 9}, 404)
    Tournament.objects.filter(slug="theirs").update(visibility="public")
    refused(api.put(f"{league}events/theirs/", {"season": 9}, 403), "permission_denied")


def test_persons_are_merged_split_renamed_linked_and_it_is_undone(league: str, api: Api) -> None:
    known = ids(api)
    ann, dee = (f"{league}persons/{known[name]}/" for name in ("Ann", "Dee"))
    refused(api.post(f"{ann}merge/", {"other": known["Bo"]}, 409), "same_event", "other")
    refused(api.post(f"{ann}merge/", {"other": 999_999}, 400), "no_such_person", "other")
    before = [(p["name"], p["seasons"]) for p in api.get(f"{league}persons/")["results"]]
    merged = api.post(f"{dee}merge/", {"other": known["Eve"]})
    assert [taken["event"] for taken in merged["seasons"]] == ["s1", "s2"]
    assert "Eve" not in {row["name"] for row in api.get(f"{league}ranking/")["results"]}
    step = api.get(f"{league}undo/")["step"]
    assert step["action"] == "merged"
    api.post(f"{league}undo/", {"seen": step["id"]})
    assert [(p["name"], p["seasons"]) for p in api.get(f"{league}persons/")["results"]] == before
    body, key = {"seasons": [2], "name": "Anna"}, {"Idempotency-Key": "k1"}
    new = api.post(f"{ann}split/", body, 201, **key)
    assert api.post(f"{ann}split/", body, 201, **key) == new
    assert [taken["season"] for taken in new["seasons"]] == [2]
    refused(api.post(f"{ann}split/", body, 400), "not_of_person", "seasons")
    number = new["seasons"][0]["number"]
    linked = api.put(f"{league}events/s2/players/{number}/", {"person": known["Ann"]})
    assert [taken["season"] for taken in linked["seasons"]] == [1, 2]
    assert api.patch(ann, {"name": "Ann A."})["name"] == "Ann A."
    actions = [line["action"] for line in api.get(f"{league}log/")["results"]]
    assert actions[:5] == ["renamed", "linked", "split", "undone", "merged"]


def test_an_answer_that_is_known_is_not_given_again(league: str, api: Api, anybody: Api) -> None:
    for path in ("", "ranking/", "events/", "persons/"):
        answer = anybody.send("GET", f"{league}{path}")
        assert answer.headers["Cache-Control"] == "public, no-cache"
        again = anybody.send("GET", f"{league}{path}", **{"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    tag = anybody.send("GET", f"{league}ranking/").headers["ETag"]
    api.patch(f"{league}persons/{ids(api)['Ann']}/", {"name": "Ann A."})
    assert anybody.send("GET", f"{league}ranking/", **{"If-None-Match": tag}).status_code == 200


def test_private_series_and_private_seasons_are_for_their_people(
    league: str, api: Api, anybody: Api, owner: User
) -> None:
    Tournament.objects.filter(slug="s2").update(visibility="private", version=90, public_version=90)
    assert anybody.get(league)["hidden"] == 1 and api.get(league)["hidden"] == 0
    assert [s["event"] for s in anybody.get(f"{league}events/")] == ["s1"]
    rows = {row["name"]: row for row in anybody.get(f"{league}ranking/")["results"]}
    assert "Eve" not in rows
    assert rows["Ann"]["mu"] == pytest.approx(skills(SEASONS)["Ann"][0])
    anybody.get(f"{league}persons/{ids(api)['Eve']}/", 404)
    api.patch(league, {"visibility": "private"})
    helper = Api(staff_of(Tournament.objects.get(slug="s1"), Role.SCOREKEEPER))
    for path in ("", "ranking/", "persons/", "events/"):
        assert anybody.get(f"{league}{path}", 404)["code"] == "not_found"
        Api(make_user()).get(f"{league}{path}", 404)
        assert helper.send("GET", f"{league}{path}").status_code == 200
    assert anybody.get("series/")["count"] == 0 and helper.get("series/")["count"] == 1
    assert anybody.get("events/s1/")["series"] is None
    assert anybody.get("events/s1/players/1/")["person"] is None
    assert api.get("events/s1/")["series"] == "league"
    assert api.get("series/?mine=true&search=city")["count"] == 1
