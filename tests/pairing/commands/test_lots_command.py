"""`manage.py lots` as outsiders call it: what it prints is what sha256sum says."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.engine import pair
from pairing.formats import document
from pairing.model.schema import schema
from pairing.model.types import Entrant, Snapshot
from tests.pairing.calls import answer, refusal

NAMES = ("dok", "Xorlof", "awesomeunleashed", "Kinseth")


def league(*names: str, **more: object) -> Snapshot:
    people = tuple(Entrant(id, name) for id, name in enumerate(names, 1))
    return Snapshot(people, system="tiered", **more)  # type: ignore[arg-type]


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    path = tmp_path / "league.json"
    path.write_text(json.dumps(document.dump(league(*NAMES, season=13))), encoding="utf-8")
    return path


def sha256sum(text: str) -> str:
    tool = shutil.which("sha256sum")
    if tool is None:
        pytest.skip("no sha256sum here")
    done = subprocess.run([tool], input=text.encode(), capture_output=True, check=True)
    return done.stdout.decode().split()[0]


def test_lots_are_what_sha256sum_says() -> None:
    data = answer("lots", *NAMES, "--season", "13", "--round", "2")
    Draft202012Validator(dict(schema("pairwright-lots-1"))).validate(data)
    assert {line["name"] for line in data["lots"]} == set(NAMES)
    for line in data["lots"]:
        assert line["text"] == f"{line['name']}|13|2"
        assert line["sha256"] == sha256sum(line["text"])
        assert line["lot"] == line["sha256"][:16]
    lots = [line["lot"] for line in data["lots"]]
    assert lots == sorted(lots)


def test_the_example_of_the_documentation() -> None:
    """docs/event-format.md, "Lots"; the sum by coreutils."""
    [line] = answer("lots", "Kinseth", "--season", "13")["lots"]
    assert (line["round"], line["lot"]) == (1, "64de78767e804b66")


def test_the_order_of_an_event_is_the_one_it_is_paired_by(event_file: Path) -> None:
    lots = answer("lots", "--event", str(event_file))["lots"]
    assert [(line["season"], line["round"]) for line in lots] == [(13, 1)] * 4
    order = [line["player"] for line in lots]
    plan = pair(league(*NAMES, season=13))
    assert [m.seats for m in plan.matches] == [(order[0], order[1]), (order[2], order[3])]
    later = answer("lots", "--event", str(event_file), "--round", "3")["lots"]
    assert {line["text"] for line in later} == {f"{name}|13|3" for name in NAMES}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "NAME: give at least one name, or --event FILE"),
        (["dok", "--round", "0"], "--round: 0 is not possible here; choose a whole number from 1"),
        (["dok", "--season", "x"], "--season"),
        (["dok", "--event", "-"], "--event: names and season are those of the event"),
        (["--event", "no such file"], "cannot be read"),
    ],
)
def test_what_does_not_fit_is_refused(words: list[str], said: str) -> None:
    assert said in refusal("lots", *words)


def test_of_other_systems_it_lists_what_was_drawn_from_the_seed() -> None:
    people = tuple(Entrant(id, f"P{id}") for id in (1, 2, 3, 4))
    plain = Snapshot(people, system="monrad", draw_seed="evening")
    data = answer("lots", "--event", "-", stdin=json.dumps(document.dump(plain)).encode())
    Draft202012Validator(dict(schema("pairwright-lots-1"))).validate(data)
    drawn = [line for line in data["lots"] if line["purpose"] == "draw"]
    assert [line["text"] for line in drawn] == [f"evening|draw|1|{id}" for id in (1, 2, 3, 4)]
    assert [(line["player"], line["name"]) for line in drawn] == [(id, f"P{id}") for id in (1, 2, 3, 4)]
    for line in data["lots"]:
        assert line["sha256"] == sha256sum(line["text"])
        assert line["lot"] == line["sha256"][:16]


def test_a_round_that_cannot_be_is_refused() -> None:
    people = tuple(Entrant(id) for id in (1, 2, 3, 4))
    plain = json.dumps(document.dump(Snapshot(people, system="monrad"))).encode()
    text = refusal("lots", "--event", "-", "--round", "2", stdin=plain)
    assert text == "lots: round: 2 is not possible here: the next round is 1."
