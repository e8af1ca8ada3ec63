"""`POST /tools/seating/`: what the command prints, within limits, for anybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.api.conftest import Api
from tests.pairing.calls import answer
from tests.pairing.verify_seating import problems, recount, stated_opponents
from tests.sweep import sweep_too

OPPONENTS = ("max_meetings", "opponent_spread", "most_opponents")

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("size", [(20, 6), (24, 8), *sweep_too((24, 6), (32, 10), (64, 10))])
def test_a_schedule_is_as_good_as_the_rules_say(anybody: Api, size: tuple[int, int]) -> None:
    players, rounds = size
    asked = {"players": players, "rounds": rounds, "rounds_per_day": 4, "seconds": 0}
    found = anybody.post("tools/seating/", asked)
    assert problems(found["rounds"], players, rounds) == []
    assert found["quality"] == recount(found["rounds"], 4)
    assert tuple(found["quality"][name] for name in OPPONENTS) == stated_opponents(players, rounds)


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


def test_forbidden_pairs_and_house_players_sit_apart(anybody: Api) -> None:
    asked = {"players": 16, "rounds": 5, "house": 2, "forbidden": [[1, 2], [3, 4]]}
    found = anybody.post("tools/seating/", asked)
    assert problems(found["rounds"], 16, 5) == []
    tables = [set(table) for tables in found["rounds"] for table in tables]
    assert not any(pair <= table for pair in ({1, 2}, {3, 4}, {15, 16}) for table in tables)


def test_with_byes_nobody_sits_out_two_times_more_than_another(anybody: Api) -> None:
    found = anybody.post("tools/seating/", {"players": 18, "rounds": 6, "uneven": "byes"})
    seated = Counter(player for tables in found["rounds"] for table in tables for player in table)
    assert {len(tables) for tables in found["rounds"]} == {4}
    assert sorted(seated) == list(range(1, 19)) and max(seated.values()) - min(seated.values()) <= 1
