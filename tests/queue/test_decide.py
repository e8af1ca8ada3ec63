"""`manage.py decide`: the calls of a state, one line of JSON a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pairing.calls import answer, refusal, run
from tests.queue.test_choice import CASES


def written(folder: Path, name: str, data: Any) -> str:
    (folder / name).write_text(json.dumps(data), encoding="utf-8")
    return str(folder / name)


def test_a_case_or_its_state_is_answered_with_its_calls(tmp_path: Path) -> None:
    case = next(case for case in CASES if len(case["answer"]["calls"]) == 2)
    whole = written(tmp_path, "whole.json", {**case, "part": "A"})
    alone = written(tmp_path, "alone.json", {**case["state"], "part": "A"})
    data = answer("decide", whole)
    assert [{"match": c["match"], "table": c["table"]} for c in data["calls"]] == case["answer"]["calls"]
    assert all(len(c["seats"]) == 2 and len(c["why"]) == len(c["reasons"]) for c in data["calls"])
    assert answer("decide", alone) == data


def test_several_files_are_a_line_each(tmp_path: Path) -> None:
    good, bad = written(tmp_path, "good.json", CASES[0]), written(tmp_path, "bad.json", {"now": 1})
    done = run("decide", good, bad)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, len(lines)) == (0, 2)
    assert lines[0]["calls"] and lines[1]["error"].endswith('"params" is missing')


WRONG = {
    "part B is not built; part A is": {"part": "B"},
    "matches[0].seats: there is no player 99": {
        "matches": [{"id": [1, 1], "seats": [99, 98], "state": "waiting"}]
    },
    "matches[0].seats: a player has two seats": {
        "matches": [{"id": [1, 1], "seats": [5, 5], "state": "waiting"}]
    },
    "players[1]: 5 appears twice": {"players": [{"id": 5, "since": 0}, {"id": 5, "since": 0}], "matches": []},
    'choose from "waiting", "called"': {"matches": [{"id": [1, 1], "seats": [5, 4], "state": "ready"}]},
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_in_one_line(text: str, tmp_path: Path) -> None:
    file = written(tmp_path, "state.json", CASES[0]["state"] | WRONG[text])
    assert text in refusal("decide", file)
