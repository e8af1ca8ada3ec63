"""Twelve teams and four rounds of modified Swiss through the API, every round but the last paired ahead."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from pairing import document, engine
from tests.api.conftest import Api
from tournaments.models import Round

pytestmark = pytest.mark.django_db
ROUNDS, TEAMS = 4, 12
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


def end(api: Api, shogi: str, number: int) -> None:
    """The results of the last three tables."""
    enter(api, shogi, number, range(4, 7))
    api.post(f"{shogi}rounds/{number}/complete/")


def test_a_whole_event_paired_ahead(api: Api, anybody: Api, shogi: str) -> None:
    """What was assumed of round 1 is that the higher wins; of any other a draw. The last round waits."""
    sheets = {1: next_round(api, shogi)}
    for number in range(2, ROUNDS):
        enter(api, shogi, number - 1, range(1, 4))
        sheets[number] = next_round(api, shogi)
        assert sheets[number]["assumed_round"] == number - 1
        assert [row["result"] for row in sheets[number]["assumed"]] == [
            ("1-0" if first < second else "0-1") if number == 2 else "1/2-1/2"
            for first, second in seats_of(sheets[number - 1])
        ]
        refused = api.post(f"{shogi}rounds/{number}/complete/", status=409)
        assert (refused["code"], refused["params"]["earlier"]) == ("earlier_round_open", number - 1)
        end(api, shogi, number - 1)
    enter(api, shogi, ROUNDS - 1, range(1, 4))
    refused = api.post(f"{shogi}rounds/pair/", {}, 409)
    assert (refused["code"], refused["params"]["number"]) == ("waits_for_results", ROUNDS)
    assert refused["params"]["tables"] == [4, 5, 6]
    end(api, shogi, ROUNDS - 1)
    sheets[ROUNDS] = next_round(api, shogi)
    assert sheets[ROUNDS]["assumed_round"] is None
    enter(api, shogi, ROUNDS, range(1, 4))
    end(api, shogi, ROUNDS)
    check_rounds(sheets)
    lines = anybody.get(f"{shogi}standings/")["lines"]
    assert {line["number"]: 2 * line["points"] for line in lines} == points_of(sheets)


def check_rounds(sheets: dict[int, dict[str, Any]]) -> None:
    """Everybody sits once in a round, nobody meets twice, and the core pairs the same from the stored document."""
    met = [frozenset(pair) for sheet in sheets.values() for pair in seats_of(sheet)]
    assert len(met) == len(set(met)) == ROUNDS * TEAMS // 2
    for sheet in sheets.values():
        assert sorted(chain(*seats_of(sheet))) == list(range(1, TEAMS + 1))
    for round_ in Round.objects.all():
        plan = engine.pair(document.load(round_.input.document))
        assert [m.seats for m in plan.matches] == seats_of(sheets[round_.number])


def points_of(sheets: dict[int, dict[str, Any]]) -> Counter[int]:
    """In halves."""
    points = Counter(dict.fromkeys(range(1, TEAMS + 1), 0))
    for number, sheet in sheets.items():
        for table, (first, second) in enumerate(seats_of(sheet), 1):
            worth = POINTS[played(number, table)]
            points.update({first: worth[0], second: worth[1]})
    return points


def test_two_rounds_at_once_and_no_third(api: Api, anybody: Api, shogi: str) -> None:
    """A draft ahead is for the staff, every step changes the ETag, and the document waits for the round before."""
    next_round(api, shogi)
    seen = [anybody.send("GET", f"{shogi}rounds/")["ETag"]]
    api.post(f"{shogi}rounds/pair/", {}, 201)
    assert api.post(f"{shogi}rounds/pair/", {}, 409)["code"] == "round_exists"
    anybody.get(f"{shogi}rounds/2/", 404)
    seen.append(anybody.send("GET", f"{shogi}rounds/")["ETag"])
    ahead = api.post(f"{shogi}rounds/2/publish/")
    seen.append(anybody.send("GET", f"{shogi}rounds/")["ETag"])
    assert len(set(seen)) == 3
    assert [r["state"] for r in anybody.get(f"{shogi}rounds/")] == ["published", "published"]
    refused = api.post(f"{shogi}rounds/pair/", {}, 409)
    assert (refused["code"], refused["params"]["number"]) == ("two_rounds_open", 1)
    refused = api.patch(shogi, {"rounds_planned": 2}, 409)
    assert (refused["code"], refused["field"]) == ("last_round_paired", "rounds_planned")
    data = api.get(f"{shogi}document/")
    assert [(r["number"], r["status"]) for r in data["rounds"]] == [(1, "paired")]
    again = api.post("tools/pair/", data)
    assert [tuple(m["seats"]) for m in again["matches"]] == seats_of(ahead)
