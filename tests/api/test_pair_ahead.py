"""Twelve teams and rounds of modified Swiss through the API, paired ahead of the results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api
from tests.factories import make_players
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
OPTIONS = {"order": "V", "method": "B", "floater": "U", "opponent": "E", "mode": "MS"}


@pytest.fixture
def shogi(api: Api) -> str:
    """The address of an event of twelve teams."""
    settings = {
        "name": "Shogi",
        "system": "wcsc",
        "options": OPTIONS,
        "rounds_planned": 3,
        "draw_seed": "autumn",
    }
    slug: str = api.post("events/", settings, 201)["slug"]
    make_players(Tournament.objects.get(), 12)
    return f"events/{slug}/"


def seats_of(sheet: dict[str, Any]) -> list[tuple[int, int]]:
    return [(m["seats"][0]["number"], m["seats"][1]["number"]) for m in sheet["matches"]]


def enter(api: Api, shogi: str, number: int, tables: range) -> None:
    rows = [{"table": t, "result": "0-1"} for t in tables]
    api.post(f"{shogi}rounds/{number}/results/", {"results": rows})


def next_round(api: Api, shogi: str) -> dict[str, Any]:
    draft = api.post(f"{shogi}rounds/pair/", {}, 201)
    sheet: dict[str, Any] = api.post(f"{shogi}rounds/{draft['number']}/publish/")
    return sheet


def test_what_was_assumed_is_told_and_the_last_round_waits(api: Api, shogi: str) -> None:
    """Of round 1 it is assumed that the higher wins; rounds are completed in their order."""
    first = next_round(api, shogi)
    assert first["assumed_round"] is None
    enter(api, shogi, 1, range(1, 4))
    second = next_round(api, shogi)
    assert second["assumed_round"] == 1
    assert [row["result"] for row in second["assumed"]] == [
        "1-0" if one < other else "0-1" for one, other in seats_of(first)
    ]
    refused = api.post(f"{shogi}rounds/2/complete/", status=409)
    assert (refused["code"], refused["params"]["earlier"]) == ("earlier_round_open", 1)
    enter(api, shogi, 1, range(4, 7))
    api.post(f"{shogi}rounds/1/complete/")
    enter(api, shogi, 2, range(1, 4))
    refused = api.post(f"{shogi}rounds/pair/", {}, 409)
    told = [refused["params"][name] for name in ("number", "tables")]
    assert (refused["code"], told) == ("waits_for_results", [3, [4, 5, 6]])
    enter(api, shogi, 2, range(4, 7))
    api.post(f"{shogi}rounds/2/complete/")
    assert next_round(api, shogi)["assumed_round"] is None
