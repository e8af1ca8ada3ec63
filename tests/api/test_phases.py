"""The phases of an event over the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api
from tests.factories import play_round
from tests.tournaments.steps import lower_wins
from tournaments.models import Tournament

SWISS: dict[str, Any] = {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 2}
BRACKET: dict[str, Any] = {"cut": {"rank": 4}, "system": {"name": "bracket"}}


def test_phases_are_given_and_read_again(api: Api, event: Tournament) -> None:
    assert api.get("events/club/")["phases"] == [] and api.get("events/club/phases/") == []
    given = api.put("events/club/phases/", {"phases": [SWISS, BRACKET]})
    shown = [(p["number"], p["system"], p["first"], p["last"], p["state"], p["cut"]) for p in given]
    assert shown == [
        (1, "monrad", 1, 2, "to_come", None),
        (2, "bracket", 3, None, "to_come", {"rank": 4}),
    ]
    assert given[1]["cut_in_words"] == "The first 4 of the standings go on."
    assert api.get("events/club/phases/") == given
    found = api.get("events/club/")
    assert (found["system"], found["rounds_planned"]) == ("monrad", 4)
    assert found["phases"][1]["cut"] == {"rank": 4}
    version = found["version"]
    assert api.patch("events/club/", {"phases": found["phases"]})["version"] == version


def test_who_gets_in_is_told_before_and_after(api: Api, event: Tournament) -> None:
    """1-2 3-4 5-6 7-8, then 1-3 5-7 2-4 6-8, the lower wins: 1 and 5 have two wins, then 2, 3, 6, 7 one each."""
    api.put("events/club/phases/", {"phases": [SWISS, {**BRACKET, "cut": {"points": 1.5}}]})
    play_round(event, lower_wins)
    now = api.get("events/club/phases/")[1]
    assert [x["number"] for x in now["lines"] if x["is_in"]] == []
    play_round(event, lower_wins)
    now = api.get("events/club/phases/")[1]
    assert ([x["number"] for x in now["lines"] if x["is_in"]], now["begun"]) == ([1, 5], False)
    assert {x["losses"] for x in now["lines"] if x["is_in"]} == {0}
    api.post("events/club/rounds/pair/", {}, 201)
    assert api.get("events/club/phases/")[1]["begun"] is True
    # nobody but the staff knows of a draft
    assert Api().get("events/club/phases/")[1]["begun"] is False


def test_settings_and_phases_change_together_or_not_at_all(api: Api, event: Tournament) -> None:
    changed = api.patch("events/club/", {"venue": "Hall", "phases": [SWISS, BRACKET]})
    assert (changed["venue"], len(changed["phases"])) == ("Hall", 2)
    wrong = {"venue": "Elsewhere", "phases": [SWISS, {**BRACKET, "cut": {"rank": 0}}]}
    assert api.patch("events/club/", wrong, 400)["field"] == "phases[1].cut.rank"
    assert api.get("events/club/")["venue"] == "Hall"
    assert api.patch("events/club/", {"phases": [], "seen_version": 1}, 409)["code"] == "event_changed"


def test_refusals_name_the_place(api: Api, event: Tournament) -> None:
    assert api.put("events/club/phases/", {"phases": "no"}, 400)["field"] == "phases"
    assert api.put("events/club/phases/", {}, 400)["field"] == "phases"
    assert api.put("events/club/phases/", {"phases": [SWISS], "more": 1}, 400)["field"] == "more"
    api.put("events/club/phases/", {"phases": [SWISS, BRACKET]})
    for change in ({"system": "monrad", "options": {"order": "redraw"}}, {"rounds_planned": 9}):
        refused = api.patch("events/club/", change, 409)
        assert refused["code"] == "has_phases"
    # what is there already is no change
    there = api.get("events/club/")
    same = {name: there[name] for name in ("system", "options", "rounds_planned")}
    assert api.patch("events/club/", same)["version"] == there["version"]
    api.post("events/club/rounds/pair/", {}, 201)
    refused = api.put(
        "events/club/phases/", {"phases": [{**SWISS, "system": {"name": "wcsc"}}, BRACKET]}, 409
    )
    assert (refused["code"], refused["field"]) == ("phase_begun", "phases[0]")


def test_phases_of_a_season_can_be_given_back_as_they_were_read(api: Api, event: Tournament) -> None:
    """A series replays the ratings of its events; that is no option somebody has given."""
    api.put("events/club/phases/", {"phases": [{"system": {"name": "tiered"}, "rounds": 2}, BRACKET]})
    api.post("series/", {"name": "League"}, 201)
    api.put("series/league/events/club/", {"season": 1})
    play_round(event, lower_wins)
    read = api.get("events/club/phases/")
    again = [
        {"system": {"name": p["system"], "options": p["options"]}, "rounds": p["rounds"], "cut": p["cut"]}
        for p in read
    ]
    again[0]["rounds"] = 3
    assert [p["first"] for p in api.put("events/club/phases/", {"phases": again})] == [1, 4]


def test_an_event_is_made_with_its_phases(api: Api) -> None:
    made = api.post("events/", {"name": "Cup", "phases": [SWISS, BRACKET], "scoring": {"win": 3}}, 201)
    assert (made["system"], made["options"]["order"], made["scoring"]["win"]) == ("monrad", "registration", 3)
    by_hand = api.post("events/", {"name": "Cup", "system": "monrad", "rounds_planned": 2}, 201)
    given = api.put(f"events/{by_hand['slug']}/phases/", {"phases": [SWISS, BRACKET]})
    assert api.get(f"events/{made['slug']}/phases/") == given


@pytest.mark.parametrize(
    ("settings", "faults"),
    [
        ({}, {"system": "required", "rounds_planned": "required"}),
        ({"system": "monrad", "phases": [SWISS, BRACKET]}, {"system": "has_phases"}),
        ({"phases": [SWISS, {**BRACKET, "cut": {"rank": 0}}]}, {"phases[1].cut.rank": None}),
    ],
)
def test_a_new_event_needs_a_system_or_phases_and_not_both(
    api: Api, settings: dict[str, Any], faults: dict[str, str | None]
) -> None:
    problem = api.post("events/", {"name": "Cup", **settings}, 400)
    found = {row["field"]: row["code"] for row in problem["errors"]} or {problem["field"]: problem["code"]}
    assert found.keys() == faults.keys()
    assert all(code in (None, found[field]) for field, code in faults.items())
    assert not Tournament.objects.exists()
