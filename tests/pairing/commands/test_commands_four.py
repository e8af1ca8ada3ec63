"""The commands on events of four at a table, as outsiders run them: plans, standings, recheck, and what is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing import document
from pairing.schema import schema
from tests.pairing.calls import answer, refusal
from tests.pairing.mahjong_events import some_scores
from tests.sweep import sweep_rows

# The worked examples of EMA (riichi mahjong, section 5); the house player's result does not count for itself.
PLAYED = [
    {"table": 1, "seats": [1, 2, 3, 4], "scores": [42300, 31200, 28000, 18500], "penalties": [0, 0, -20, 0]},
    {"table": 2, "seats": [5, 6, 7, 8], "scores": [35000, 35000, 30000, 20000]},
]
POINTS = {1: 27.3, 2: 6.2, 3: -27.0, 4: -26.5, 5: 15.0, 6: 15.0, 7: -5.0}


def event(players: int = 24, **fields: Any) -> dict[str, Any]:
    return {
        "format": "pairwright-event/1",
        "system": {"name": "mahjong_schedule"},
        "rounds_planned": 6,
        "draw_seed": "riichi",
        "players": [{"id": id, "name": f"P{id}"} for id in range(1, players + 1)],
        **fields,
    }


def with_a_round(*matches: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Eight of whom the last is a house player, after one round."""
    data = event(8, rounds=[{"number": 1, "status": "completed", "matches": list(matches)}], **fields)
    data["players"][7]["house"] = True
    return data


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
    """Equal byes instead of house players: 22 players leave two over."""
    plan = answered("pair", event(22), "--option", "uneven=byes")
    assert len(plan["matches"]) == 5 and len(plan["byes"]) == 2 and "house_players" not in plan
    swiss = answered("pair", event(8), "--system", "mahjong_swiss", "--option", "first_round=rating")
    assert swiss["matches"][0]["why"][0] == "first round by rating: places 1, 2, 3, 4"
    assert "option cut: '5' is not allowed; allowed: 4, 8, 16" in refusal(
        "pair", "-", "--system", "mahjong_final", "--option", "cut=5", stdin=json.dumps(event(8)).encode()
    )


def test_standings_count_everything_but_the_house_player() -> None:
    played = with_a_round(*PLAYED, tiebreaks=["firsts", "best_game"])
    found = valid(document.STANDINGS, answered("standings", played))
    assert {line["player"]: line["points"] for line in found["standings"]} == POINTS
    assert [line["rank"] for line in found["standings"]] == [1, 2, 2, 4, 5, 6, 7]
    assert found["standings"][0]["tiebreaks"] == {"firsts": 1, "best_game": 27.3}


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
    assert "all 4 planned rounds have been paired" in refusal("pair", "-", stdin=json.dumps(data).encode())
    seats = data["rounds"][1]["matches"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    assert answered("recheck", data)["rounds"][1] == {"round": 2, "same": False, "turned": [seats]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            with_a_round({**PLAYED[0], "scores": [42300, 31200, 28000, 18600]}),
            "120100, which is 100 more than the 120000",
        ),
        (with_a_round({**PLAYED[0], "scores": [42300, 31200, 28000, 18400]}), "100 less than 120000"),
        (with_a_round({**PLAYED[0], "scores": [42350, 31150, 28000, 18500]}), "whole hundreds"),
        (with_a_round({**PLAYED[0], "result": "1-0"}), "rounds[0].matches[0].result"),
        (with_a_round({**PLAYED[0], "seats": [1, 2, 3]}), "rounds[0].matches[0]"),
        (with_a_round({**PLAYED[0], "seats": [1, 2, 3, 3]}), "player 3 has a seat twice"),
        (with_a_round({**PLAYED[0], "penalties": [0, 0, -0.125, 0]}), "penalties[2]"),
        (event(scoring={"win": 1}), "scoring"),
        (event(scoring={"preset": "wrc"}), "scoring.preset"),
        (event(tiebreaks=["solkoff"]), "tiebreaks"),
        (event(system={"name": "monrad"}, scoring={"uma": [15, 5, -5, -15]}), "scoring"),
        (event(schedule=[[[1, 2, 3, 99]]]), "schedule[0][0]"),
    ],
)
def test_bad_input_is_one_line_that_names_the_place(data: Any, said: str) -> None:
    assert said in refusal("standings", "-", stdin=json.dumps(data).encode())


def test_too_few_for_a_table_are_bad_input_before_anything_is_played_and_impossible_later() -> None:
    assert "at least 4 are needed" in refusal("pair", "-", stdin=json.dumps(event(3)).encode())
    data = with_a_round(*PLAYED)
    for player in data["players"][3:7]:
        player["left_after_round"] = 1
    found = answered("pair", data, code=3)
    assert found["matches"] == [] and found["impossible"]["players"] == [1, 2, 3]


@pytest.mark.parametrize("system", ["mahjong_swiss", "mahjong_schedule"])
def test_a_club_that_cannot_be_seated_is_an_impossible_round(system: str) -> None:
    club = event(8, system={"name": system}, forbidden_pairs=[[1, 2], [2, 3], [1, 3]])
    assert {*answered("pair", club, code=3)["impossible"]["players"]} <= {1, 2, 3}
