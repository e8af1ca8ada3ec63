"""The registration over REST: the words of the desk, and what does not fit."""

from __future__ import annotations

from tests.api.conftest import Api
from tests.factories import make_event
from tournaments.registration.services.settings import set_registration


def test_entries_are_made_entered_and_marked_by_programs(db: None) -> None:
    event = make_event(slug="open")
    set_registration(
        tournament=event, actor=event.owner, capacity=2, approval=True, fee=100, fields={"club": "optional"}
    )
    api = Api(event.owner)
    assert api.get("events/open/registration/") == {"state": "open", "taken": 0, "waiting": 0, "free": 2}
    made = api.post("events/open/entries/", {"name": "Ann", "fields": {"club": "North"}, "byes": [2]}, 201)
    assert (made["state"], made["club"], made["byes"], made["money"]) == ("received", "North", [2], "owed")
    api.post("events/open/entries/", {"name": "Bo"}, 201)
    assert api.post("events/open/entries/", {"name": "Cy"}, 201)["state"] == "waiting"
    entered = api.post("events/open/entries/acts/", {"do": "enter", "entries": [1, 2]})
    assert [(row["state"], row["player"]) for row in entered] == [("entered", 1), ("entered", 2)]
    paid = api.post("events/open/entries/acts/", {"do": "paid", "entries": [2]})
    assert (paid[0]["receipt"], paid[0]["money"]) == (1, "paid")
    listed = api.get("events/open/entries/")
    assert [row["name"] for row in listed["results"]] == ["Ann", "Bo", "Cy"]


def test_what_does_not_fit_is_refused_by_its_field(db: None) -> None:
    event = make_event(slug="open")
    api = Api(event.owner)
    assert api.get("events/open/registration/", 404)["code"] == "no_registration"
    set_registration(tournament=event, actor=event.owner, capacity=1)
    for body, field in (
        ({"name": "Ann", "fields": {"shoe": 44}}, "shoe"),
        ({"name": ""}, "name"),
        ({}, "name"),
    ):
        assert api.post("events/open/entries/", body, 400)["field"] == field
    for do, code in (("enter", "entry_gone"), ("ask", "entry_gone")):
        assert api.post("events/open/entries/acts/", {"do": do, "entries": [7]}, 404)["code"] == code
    assert api.post("events/open/entries/acts/", {"do": "dance", "entries": [1]}, 400)["field"] == "do"
