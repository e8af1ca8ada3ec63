"""The commands on events of four at a table, as outsiders run them: plans, standings, recheck, and what is wrong."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.formats import document
from pairing.model.schema import schema
from tests.pairing.calls import answer, refusal
from tests.pairing.mahjong_events import some_scores
from tests.sweep import sweep_rows


def event(players: int = 24, **fields: Any) -> dict[str, Any]:
    return {
        "format": "pairwright-event/1",
        "system": {"name": "mahjong_schedule"},
        "rounds_planned": 6,
        "draw_seed": "riichi",
        "players": [{"id": id, "name": f"P{id}"} for id in range(1, players + 1)],
        **fields,
    }


def answered(command: str, data: Any, *words: str, code: int = 0) -> Any:
    return answer(command, "-", *words, code=code, stdin=json.dumps(data).encode())


def valid(name: str, data: Any) -> Any:
    Draft202012Validator(dict(schema(name))).validate(data)
    return data


@pytest.mark.parametrize(("players", "house"), [(24, []), (21, [22, 23, 24])])
def test_pair_seats_everybody_once_and_names_the_house_players(players: int, house: list[int]) -> None:
    plan = valid(document.PLAN, answered("pair", event(players)))
    seated = [player for match in plan["matches"] for player in match["seats"]]
    assert sorted(seated) == list(range(1, 25)) and plan["byes"] == []
    assert plan.get("house_players", []) == house and ("house_players" in plan) == bool(house)
    assert max(Counter(player in house for player in m["seats"])[True] for m in plan["matches"]) <= 1
    assert plan == answered("pair", event(players))
    assert "house_players" not in answered("pair", event(5, system={"name": "monrad"}))


def test_options_on_the_command_line_count() -> None:
    swiss = answered("pair", event(8), "--system", "mahjong_swiss", "--option", "first_round=rating")
    assert swiss["matches"][0]["why"][0] == "First round by rating: places 1, 2, 3, 4."
    assert "Option “cut”: '5' is not possible; allowed: 4, 8, 16." in refusal(
        "pair", "-", "--system", "mahjong_final", "--option", "cut=5", stdin=json.dumps(event(8)).encode()
    )


def play(data: dict[str, Any], scores: Callable[[], Sequence[int]]) -> None:
    """One more round, as somebody would write it who only has the commands and an editor."""
    plan = valid(document.PLAN, answered("pair", data))
    data["players"] += [{"id": id, "house": True} for id in plan.get("house_players", [])]
    matches = [{"table": m["table"], "seats": m["seats"], "scores": scores()} for m in plan["matches"]]
    byes = [{"player": bye["player"], "kind": bye["kind"]} for bye in plan["byes"]]
    data["rounds"].append({"number": plan["round"], "status": "completed", "matches": matches, "byes": byes})


@pytest.mark.parametrize(
    ("system", "count", "options"),
    [
        ("mahjong_final", 14, {"cut": 8, "carry": 0.5}),
        *sweep_rows(
            ("mahjong_schedule", 24, {}),
            ("mahjong_schedule", 22, {"uneven": "byes", "rounds_per_day": 2}),
            ("mahjong_swiss", 21, {}),
        ),
    ],
)
def test_an_event_from_the_first_round_to_the_last(system: str, count: int, options: dict[str, Any]) -> None:
    data, rng = (
        event(count, system={"name": system, "options": options}, rounds_planned=4, rounds=[]),
        Random(7),
    )
    for _ in range(4):
        play(data, lambda: some_scores(rng))
    standings = valid(document.STANDINGS, answered("standings", data))
    assert {line["player"] for line in standings["standings"]} == set(range(1, count + 1))
    same = [{"round": n, "same": True} for n in range(1, 5)]
    assert answered("recheck", data) == {"same": True, "rounds": same}
    assert "All 4 planned rounds have been paired" in refusal("pair", "-", stdin=json.dumps(data).encode())
    seats = data["rounds"][1]["matches"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    assert answered("recheck", data)["rounds"][1] == {"round": 2, "same": False, "turned": [seats]}
