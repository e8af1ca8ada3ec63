"""Twelve teams and seven rounds of modified Swiss through the API, every round but the last paired ahead."""

from __future__ import annotations

from typing import Any

import pytest

from pairing import document, engine
from tests.api.conftest import Api
from tournaments.models import Round

pytestmark = pytest.mark.django_db
ROUNDS, TEAMS = 7, 12
OPTIONS = {"order": "V", "method": "B", "floater": "U", "opponent": "E", "mode": "MS"}
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}


@pytest.fixture
def shogi(api: Api) -> str:
    """The address of an event of twelve teams."""
    settings = {
        "name": "Shogi", "system": "wcsc", "options": OPTIONS, "rounds_planned": ROUNDS, "draw_seed": "autumn",
    }  # fmt: skip
    slug: str = api.post("events/", settings, 201)["slug"]
    rows = [{"name": f"Team {n}"} for n in range(1, TEAMS + 1)]
    api.post(f"events/{slug}/players/bulk/", {"players": rows}, 201)
    return f"events/{slug}/"


def played(number: int, table: int) -> str:
    return ("1-0", "0-1", "1/2-1/2", "0-1", "1-0")[(2 * number + table) % 5]


def seats_of(sheet: dict[str, Any]) -> list[tuple[int, int]]:
    return [(m["seats"][0]["number"], m["seats"][1]["number"]) for m in sheet["matches"]]


def next_round(api: Api, shogi: str) -> dict[str, Any]:
    draft = api.post(f"{shogi}rounds/pair/", {}, 201)
    sheet: dict[str, Any] = api.post(f"{shogi}rounds/{draft['number']}/publish/")
    return sheet


def enter(api: Api, shogi: str, number: int, tables: range) -> None:
    rows = [{"table": t, "result": played(number, t)} for t in tables]
    api.post(f"{shogi}rounds/{number}/results/", {"results": rows})


def test_a_whole_event_paired_ahead(api: Api, anybody: Api, shogi: str) -> None:
    met: set[frozenset[int]] = set()
    points = dict.fromkeys(range(1, TEAMS + 1), 0)
    sheets = {1: next_round(api, shogi)}
    for number in range(2, ROUNDS + 1):
        enter(api, shogi, number - 1, range(1, 4))
        if number == ROUNDS:
            check_wait(api, shogi, number)
            enter(api, shogi, number - 1, range(4, 7))
            api.post(f"{shogi}rounds/{number - 1}/complete/")
        sheets[number] = next_round(api, shogi)
        assert sheets[number]["assumed_round"] == (number - 1 if number < ROUNDS else None)
        if number < ROUNDS:
            check_assumed(sheets[number], sheets[number - 1])
            refused = api.post(f"{shogi}rounds/{number}/complete/", status=409)
            assert (refused["code"], refused["params"]["earlier"]) == ("earlier_round_open", number - 1)
            enter(api, shogi, number - 1, range(4, 7))
            api.post(f"{shogi}rounds/{number - 1}/complete/")
    enter(api, shogi, ROUNDS, range(1, 7))
    api.post(f"{shogi}rounds/{ROUNDS}/complete/")
    for number, sheet in sheets.items():
        pairs = seats_of(sheet)
        assert sorted(p for pair in pairs for p in pair) == list(range(1, TEAMS + 1))
        assert not met & set(map(frozenset, pairs))
        met |= set(map(frozenset, pairs))
        for table, pair in enumerate(pairs, 1):
            for player, worth in zip(pair, POINTS[played(number, table)], strict=True):
                points[player] += worth
    lines = anybody.get(f"{shogi}standings/")["lines"]
    assert {line["number"]: 2 * line["points"] for line in lines} == points
    for round_ in Round.objects.order_by("number"):
        plan = engine.pair(document.load(round_.input.document))
        assert [m.seats for m in plan.matches] == seats_of(sheets[round_.number])


def check_assumed(sheet: dict[str, Any], before: dict[str, Any]) -> None:
    for row, (first, second) in zip(sheet["assumed"], seats_of(before), strict=True):
        higher = "1-0" if first < second else "0-1"
        assert row["result"] == (higher if before["number"] == 1 else "1/2-1/2")


def check_wait(api: Api, shogi: str, number: int) -> None:
    refused = api.post(f"{shogi}rounds/pair/", {}, 409)
    assert refused["code"] == "waits_for_results"
    assert refused["params"]["tables"] == [4, 5, 6]
    assert refused["params"]["number"] == number


def test_a_third_round_is_refused(api: Api, shogi: str) -> None:
    next_round(api, shogi)
    next_round(api, shogi)
    refused = api.post(f"{shogi}rounds/pair/", {}, 409)
    assert (refused["code"], refused["params"]["number"]) == ("two_rounds_open", 1)


def test_the_second_of_two_presses_is_told(api: Api, shogi: str) -> None:
    next_round(api, shogi)
    api.post(f"{shogi}rounds/pair/", {}, 201)
    assert api.post(f"{shogi}rounds/pair/", {}, 409)["code"] == "round_exists"


def test_a_draft_ahead_is_for_the_staff_and_every_step_changes_the_etag(
    api: Api, anybody: Api, shogi: str
) -> None:
    next_round(api, shogi)
    seen = [anybody.send("GET", f"{shogi}rounds/")["ETag"]]
    api.post(f"{shogi}rounds/pair/", {}, 201)
    anybody.get(f"{shogi}rounds/2/", 404)
    seen.append(anybody.send("GET", f"{shogi}rounds/")["ETag"])
    api.post(f"{shogi}rounds/2/publish/")
    seen.append(anybody.send("GET", f"{shogi}rounds/")["ETag"])
    assert len(set(seen)) == 3
    assert [r["state"] for r in anybody.get(f"{shogi}rounds/")] == ["published", "published"]


def test_the_document_waits_for_the_round_before(api: Api, shogi: str) -> None:
    next_round(api, shogi)
    ahead = next_round(api, shogi)
    data = api.get(f"{shogi}document/")
    assert [(r["number"], r["status"]) for r in data["rounds"]] == [(1, "paired")]
    again = api.post("tools/pair/", data)
    assert [tuple(m["seats"]) for m in again["matches"]] == seats_of(ahead)


def test_the_number_of_rounds_is_fixed_once_the_last_is_paired_ahead(api: Api, shogi: str) -> None:
    next_round(api, shogi)
    next_round(api, shogi)
    refused = api.patch(shogi, {"rounds_planned": 2}, 409)
    assert (refused["code"], refused["field"]) == ("last_round_paired", "rounds_planned")
