"""Events of four at a table as documents: everything comes back, and what is wrong is named with its place."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.engine.standings import rank
from pairing.formats import document, trf
from pairing.model.schema import schema
from pairing.model.scoring.mahjong import EMA, PRESETS
from pairing.model.types import PlannedMatch, RoundPlan, Snapshot, Standing
from pairing.tiebreaks import parse_chain
from tests.pairing.fours import FOUR, WHY, fours, registered
from tests.pairing.places import DOCS
from tests.pairing.systems.mahjong.test_mahjong_scoring import random_raw, random_scoring

pytestmark = pytest.mark.usefixtures("four")

EXAMPLE: dict[str, Any] = {
    "format": "pairwright-event/1",
    "system": {"name": "four"},
    "scoring": {"preset": "ema", "chombo": -12.5},
    "tiebreaks": ["firsts", "rating", "list_order", "draw_number"],
    "players": [
        {"id": 1, "draw_number": 3}, {"id": 2, "draw_number": 1}, {"id": 3, "left_after_round": 1},
        {"id": 4, "house": True, "joined_round": 9}, {"id": 5, "joined_round": 2, "house": False},
    ],
    "rounds": [
        {"number": 1, "status": "completed",
         "matches": [{"table": 1, "seats": [2, 3, 1, 4], "scores": [42300, 31200, 27000, 18500],
                      "penalties": [0, 0, -20, 1.25]}]},
        {"number": 2, "status": "paired", "matches": [{"table": 1, "seats": [1, 2, 5, 4], "scores": None}]},
    ],
    "schedule": [[[2, 3, 1, 4]], [[1, 2, 5, 4]], []],
}  # fmt: skip


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """A copy of the example with a change made to it."""
    data = deepcopy(EXAMPLE)
    change(data)
    return data


def test_every_field_of_four_at_a_table_is_read() -> None:
    snapshot = document.load(EXAMPLE)
    assert snapshot.mahjong == replace(EMA, chombo=-1250)
    assert snapshot.rounds[0].matches[0].scores == (42_300, 31_200, 27_000, 18_500)
    assert snapshot.rounds[0].matches[0].penalties == (0, 0, -2000, 125)
    assert snapshot.schedule == (((2, 3, 1, 4),), ((1, 2, 5, 4),), ())
    assert [(e.house, e.draw_number) for e in snapshot.entrants] == [
        (False, 3), (False, 1), (False, None), (True, None), (False, None),
    ]  # fmt: skip


def test_what_is_read_comes_back() -> None:
    snapshot = document.load(EXAMPLE)
    data = document.dump(snapshot)
    assert document.load(json.loads(json.dumps(data))) == snapshot
    assert data["schedule"] == EXAMPLE["schedule"]
    assert data["rounds"][0]["matches"] == EXAMPLE["rounds"][0]["matches"]
    assert [p.get("house") for p in data["players"]] == [None, None, None, True, None]
    assert [p.get("draw_number") for p in data["players"]] == [3, 1, None, None, None]
    assert data["scoring"]["chombo"] == -12.5 and data["scoring"]["uma"] == [15, 5, -5, -15]
    assert "schedule" not in document.dump(replace(snapshot, schedule=()))


def test_every_preset_survives() -> None:
    for name, scoring in PRESETS.items():
        data = {**EXAMPLE, "scoring": {"preset": name}, "rounds": []}
        assert document.load(data).mahjong == scoring
        snapshot = replace(document.load(EXAMPLE), rounds=(), mahjong=scoring)
        assert document.load(document.dump(snapshot)) == snapshot


def _first(d: dict[str, Any]) -> Any:
    return d["rounds"][0]["matches"][0]


WRONG: list[tuple[str, Callable[[dict[str, Any]], Any], list[str]]] = [
    ("a score that is not in hundreds", lambda d: _first(d).update(scores=[42350, 31150, 28000, 18500]),
     ["rounds[0].matches[0].scores: 42350", "whole hundreds"]),
    ("too much on the table", lambda d: _first(d).update(scores=[43300, 31200, 28000, 18500]),
     ["rounds[0].matches[0].scores: The scores add up to 121000", "1000 more than 120000"]),
    ("a sum that no sticks explain", lambda d: _first(d).update(scores=[42300, 31200, 28000, 18100]),
     ["rounds[0].matches[0].scores: The scores add up to 119600", "400 short of 120000"]),
    ("three scores", lambda d: _first(d).update(scores=[40000, 40000, 40000]), ["matches[0].scores", "at least 4"]),
    ("half a hundred scores", lambda d: _first(d).update(scores=[1.5, 0, 0, 0]), ["scores[0]", "a whole number"]),
    ("a thousandth of a penalty", lambda d: _first(d).update(penalties=[0, 0, -0.125, 0]),
     ["rounds[0].matches[0].penalties[2]: -0.125", "at most two decimals"]),
    ("a result for four", lambda d: _first(d).update(result="1-0"), ["rounds[0].matches[0].result", "4 seats"]),
    ("no scores in a completed round", lambda d: _first(d).update(scores=None),
     ["rounds[0].matches[0].scores", "missing"]),
    ("two at a table", lambda d: d["rounds"][1]["matches"][0].update(seats=[1, 2]),
     ["rounds[1].matches[0].seats: 2 players", "seats 4"]),
    ("a scoring of two", lambda d: d.update(scoring={"win": 1}),
     ["scoring: win is not possible here; choose from preset, start"]),
    ("an unknown preset", lambda d: d["scoring"].update(preset="wrc"), ["scoring.preset", '"wrc"', '"oka_20_10"']),
    ("half a starting hundred", lambda d: d["scoring"].update(start=30050), ["scoring.start: raw points are whole"]),
    ("half a returning hundred", lambda d: d["scoring"].update({"return": 50}), ["scoring.return: raw points are"]),
    ("a thousandth of uma", lambda d: d["scoring"].update(uma=[15, 5.005, -5, -15]),
     ["scoring.uma[1]: 5.005 is not possible here", "at most two decimals"]),
    ("three uma", lambda d: d["scoring"].update(uma=[15, 5, -5]), ["scoring.uma", "at least 4"]),
    ("a thousandth of chombo", lambda d: d["scoring"].update(chombo=-0.125), ["scoring.chombo", "two decimals"]),
    ("ties by dice", lambda d: d["scoring"].update(ties="dice"), ["scoring.ties", '"share", "seat"']),
    ("a tie-break of two", lambda d: d.update(tiebreaks=["firsts", "solkoff"]),
     ["tiebreaks: solkoff: not for 4 at a table", "rating, list_order, points", "firsts"]),
    ("the same number drawn twice", lambda d: d["players"][2].update(draw_number=3),
     ["players[2].draw_number: 3 appears twice"]),
    ("number 0", lambda d: d["players"][0].update(draw_number=0), ["players[0].draw_number", "0 is too small"]),
    ("a house player drawing", lambda d: d["players"][3].update(draw_number=7),
     ["players[3].draw_number: 7", "draws no number"]),
    ("a house that is a word", lambda d: d["players"][3].update(house="yes"), ["players[3].house", "true or false"]),
    ("a house player's bye", lambda d: d.update(bye_requests=[{"player": 4, "round": 3, "kind": "zero"}]),
     ["bye_requests[0].player: 4 is a house player"]),
    ("a seat before joining", lambda d: d["players"][4].update(joined_round=3),
     ["rounds[1].matches[0].seats", "player 5", "from round 3"]),
    ("a seat after leaving", lambda d: d["rounds"][1]["matches"][0].update(seats=[1, 2, 3, 4]),
     ["rounds[1].matches[0].seats", "player 3", "to round 1"]),
    ("a stranger in the schedule", lambda d: d.update(schedule=[[[1, 2, 3, 9]]]),
     ["schedule[0][0]: there is no player 9"]),
    ("twice in a planned round", lambda d: d.update(schedule=[[[1, 2, 3, 4], [1, 2, 3, 5]]]),
     ["schedule[0][1]: player 1 has a seat twice"]),
    ("twice at a planned table", lambda d: d.update(schedule=[[], [[1, 2, 3, 3]]]),
     ["schedule[1][0]: player 3", "twice"]),
    ("three at a planned table", lambda d: d.update(schedule=[[[1, 2, 3]]]), ["schedule[0][0]", "at least 4"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_what_is_wrong_is_named(change: Callable[[dict[str, Any]], Any], words: list[str]) -> None:
    with pytest.raises(document.DocumentError) as caught:
        document.load(changed(change))
    for word in words:
        assert word in str(caught.value)


def test_a_schedule_is_for_systems_that_plan_ahead() -> None:
    with registered(replace(FOUR, plans_ahead=False)):
        with pytest.raises(
            document.DocumentError, match="schedule: not allowed; this system pairs round by round"
        ):
            document.load(EXAMPLE)
        assert document.load(changed(lambda d: d.pop("schedule"))).schedule == ()
    # A system that plans a part of its rounds can tell the ones to come.
    with registered(replace(FOUR, plans_ahead=False, outlook=lambda field, options, lots: ())):
        assert document.load(EXAMPLE).schedule


def test_a_fide_report_cannot_hold_it() -> None:
    for snapshot in (document.load(EXAMPLE), fours(players="A B C D H1")):
        with pytest.raises(document.DocumentError, match="matches of two only"):
            trf.dump(snapshot)


def random_fours(seed: int) -> Snapshot:
    """Any results at all: penalties, sticks, byes, leavers, late ones, house players, an open last table."""
    rng = Random(seed)
    size = rng.randrange(4, 14)
    names = [f"P{i}" for i in range(size)] + ["H1", "H2"]
    scoring = random_scoring(rng)
    rounds = []
    for number in range(rng.randrange(6)):
        rng.shuffle(names)
        lines = []
        for at in range(0, size - 3, 4):
            raw = random_raw(rng, 100_000 - 1000 * rng.randrange(3))
            seats = zip(names[at : at + 4], raw, strict=True)
            lines.append(
                ", ".join(f"{name} {score} {rng.choice([0, 0, -20, 12.5])}" for name, score in seats)
            )
        if number == 4:
            lines[0] = ", ".join(names[:4])
        bye = names[-1] if not names[-1].startswith("H") else None
        rounds.append(lines + ([f"{bye} has a bye"] if bye and rng.random() < 0.5 else []))
    about = {
        f"P{i}": {
            "left_after_round": rng.choice([None, None, 1, 3]),
            "draw_number": rng.choice([None, i + 1]),
        }
        for i in range(size)
    }
    chain = ["firsts", "seconds", "thirds", "average_place", "best_game", "raw_points", "draw_number"]
    rng.shuffle(chain)
    return fours(*rounds, players=" ".join(sorted(names)), about=about, chain=chain, mahjong=scoring)


def test_a_plan_names_the_house_players_it_needs() -> None:
    plan = RoundPlan(1, (PlannedMatch(1, (1, 2, 3, 25), WHY),), house=(25,))
    data = document.plan_to_json(plan)
    Draft202012Validator(dict(schema(document.PLAN))).validate(data)
    assert data["house_players"] == [25]
    assert "house_players" not in document.plan_to_json(replace(plan, house=()))


def test_standings_tell_the_groups_of_a_final_phase() -> None:
    lines = (Standing(1, 7, 100, (), 0), Standing(2, 8, 250, (), 1))
    data = document.standings_to_json(lines, 7)
    Draft202012Validator(dict(schema(document.STANDINGS))).validate(data)
    assert [(line["player"], line["group"]) for line in data["standings"]] == [(7, 0), (8, 1)]
    assert "group" not in document.standings_to_json(lines[:1], 7)["standings"][0]


def test_the_example_in_the_description_is_a_document() -> None:
    text = (DOCS / "event-format.md").read_text(encoding="utf-8")
    example = next(t for t in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if "schedule" in t)
    data = json.loads(example)
    data["system"]["name"] = "four"
    snapshot = document.load(data)
    assert snapshot.tiebreaks == parse_chain(
        ["firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number"]
    )
    # 42,300 is 27.3, 31,200 is 6.2, 28,000 is -7 and a chombo.
    assert [(s.player, s.points) for s in rank(snapshot)] == [(2, 2730), (3, 620), (1, -2700)]
