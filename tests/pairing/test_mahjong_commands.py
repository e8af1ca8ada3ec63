"""A whole event of four at a table from the command line: pair, add the scores, pair again, standings, recheck."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing import document
from pairing.schema import schema
from tests.pairing.mahjong_events import some_scores
from tests.pairing.test_commands import answer, refusal


def event(system: str, count: int, **fields: Any) -> dict[str, Any]:
    players = [{"id": i, "name": f"P{i}"} for i in range(1, count + 1)]
    return {
        "format": "pairwright-event/1",
        "system": {"name": system, "options": fields.pop("options", {})},
        "draw_seed": "command line",
        "tiebreaks": ["firsts", "best_game"],
        "players": players,
        "rounds": [],
        **fields,
    }


def paired(data: dict[str, Any], path: Path) -> dict[str, Any]:
    path.write_text(json.dumps(data))
    plan: dict[str, Any] = answer("pair", str(path))
    Draft202012Validator(dict(schema(document.PLAN))).validate(plan)
    return plan


def play(data: dict[str, Any], path: Path, rng: Random) -> None:
    """One more round, as somebody would write it who only has the commands and an editor."""
    plan = paired(data, path)
    data["players"] += [{"id": id, "house": True} for id in plan.get("house_players", [])]
    matches = [
        {"table": m["table"], "seats": m["seats"], "scores": some_scores(rng)} for m in plan["matches"]
    ]
    byes = [{"player": bye["player"], "kind": bye["kind"]} for bye in plan["byes"]]
    data["rounds"].append({"number": plan["round"], "status": "completed", "matches": matches, "byes": byes})


@pytest.mark.parametrize(
    ("system", "count", "options"),
    [
        ("mahjong_schedule", 24, {}),
        ("mahjong_schedule", 22, {"uneven": "byes", "rounds_per_day": 2}),
        ("mahjong_swiss", 21, {}),
        ("mahjong_final", 22, {"cut": 8, "carry": 0.5}),
    ],
)
def test_an_event_from_the_first_round_to_the_last(
    tmp_path: Path, system: str, count: int, options: dict[str, Any]
) -> None:
    data, path, rng = (
        event(system, count, options=options, rounds_planned=4),
        tmp_path / "event.json",
        Random(7),
    )
    for number in range(1, 5):
        play(data, path, rng)
        assert len(data["rounds"]) == number
    path.write_text(json.dumps(data))
    standings = answer("standings", str(path))
    Draft202012Validator(dict(schema(document.STANDINGS))).validate(standings)
    assert {line["player"] for line in standings["standings"]} == set(range(1, count + 1))
    assert answer("recheck", str(path)) == {
        "same": True,
        "rounds": [{"round": n, "same": True} for n in range(1, 5)],
    }
    assert "all 4 planned rounds have been paired" in refusal("pair", str(path))


def test_the_plan_names_the_house_players_it_needs(tmp_path: Path) -> None:
    plan = paired(event("mahjong_swiss", 10), tmp_path / "event.json")
    assert plan["house_players"] == [11, 12]
    assert "house_players" not in paired(event("mahjong_swiss", 12), tmp_path / "event.json")


def test_a_system_and_its_options_can_be_chosen_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event("mahjong_schedule", 8)))
    swiss = answer("pair", str(path), "--system", "mahjong_swiss", "--option", "first_round=rating")
    assert swiss["matches"][0]["why"][0] == "first round by rating: places 1, 2, 3, 4"
    assert "option cut: '5' is not allowed; allowed: 4, 8, 16" in refusal(
        "pair", str(path), "--system", "mahjong_final", "--option", "cut=5"
    )


def test_what_cannot_be_seated_is_one_clear_line_or_an_impossible_round(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    club = [[1, 2], [2, 3], [1, 3]]
    path.write_text(json.dumps(event("mahjong_swiss", 8, forbidden_pairs=club)))
    assert answer("pair", str(path), code=3)["impossible"]["players"]
    path.write_text(json.dumps(event("mahjong_schedule", 8, forbidden_pairs=club)))
    assert set(answer("pair", str(path), code=3)["impossible"]["players"]) == {1, 2, 3}
    path.write_text(json.dumps(event("mahjong_schedule", 3)))
    assert "at least 4 are needed" in refusal("pair", str(path))
