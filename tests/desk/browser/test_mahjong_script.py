"""What the script of the score page works out, held against the rules, the server's reader and the core's scoring."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from pairing.scoring.mahjong import EMA, PRESETS, MahjongScoring, score_table
from tests.desk.typed import NO_PENALTIES, NO_SCORES, PENALTIES, SCORES


@pytest.fixture
def script(page: Page, live_server: Any) -> Any:
    """Calls a function of the script: `script("readRaw", "423")`."""
    page.goto(live_server.url + "/healthz")

    def call(name: str, *given: Any) -> Any:
        return page.evaluate(
            "async ([name, given]) => (await import('/static/js/mahjong.js'))[name](...given)",
            [name, list(given)],
        )

    return call


def test_scores_are_read_as_the_page_says(script: Any) -> None:
    assert {text: script("readRaw", text) for text in SCORES} == SCORES
    for text in NO_SCORES:
        assert str(script("readRaw", text)) == "nan", text


def test_a_score_in_a_box_is_read_as_itself(script: Any) -> None:
    for score in (*range(-2000, 2001, 100), 42300, 120000, -30000):
        assert script("readRaw", script("boxText", score)) == score


def test_penalties_are_read_as_the_page_says(script: Any) -> None:
    assert {text: script("readPenalty", text) for text in PENALTIES} == PENALTIES
    for text in NO_PENALTIES:
        assert str(script("readPenalty", text)) == "nan", text


@pytest.mark.parametrize(
    ("raw", "penalties", "sticks", "points", "places"),
    [
        ([42300, 31200, 28000, 18500], [0] * 4, 0, [2730, 620, -700, -2650], [1, 2, 3, 4]),
        ([35000, 35000, 30000, 20000], [0] * 4, 0, [1500, 1500, -500, -2500], [1, 1, 3, 4]),
        ([42300, 31200, 28000, 18500], [0, 0, -2000, 0], 0, [2730, 620, -2700, -2650], [1, 2, 3, 4]),
        ([41300, 31200, 28000, 18500], [0] * 4, 1, [2730, 620, -700, -2650], [1, 2, 3, 4]),
    ],
)
def test_the_worked_examples_of_the_rules(
    script: Any, raw: list[int], penalties: list[int], sticks: int, points: list[int], places: list[int]
) -> None:
    found = script("scoreTable", dataclasses.asdict(EMA), raw, penalties, sticks)
    assert found == {"points": points, "places": places}


def test_any_table_is_worth_what_the_core_says(script: Any) -> None:
    """Ties of every kind, sticks for the winner and for nobody, uma that cannot be shared evenly."""
    lots = random.Random(4)
    odd = MahjongScoring(uma_first=1000, uma_second=333, uma_third=-433, uma_fourth=-900, leftover="nobody")
    cases = [a_table(lots, scoring) for scoring in (*PRESETS.values(), odd) for _ in range(60)]
    for scoring, raw, penalties, sticks in cases:
        wanted = score_table(scoring, raw, penalties)
        found = script("scoreTable", dataclasses.asdict(scoring), raw, penalties, sticks)
        assert found == {"points": list(wanted.points), "places": list(wanted.places)}, (scoring, raw)


def a_table(lots: random.Random, scoring: MahjongScoring) -> tuple[MahjongScoring, list[int], list[int], int]:
    sticks = lots.choice((0, 0, 1, 3))
    total = 4 * scoring.start - 1000 * sticks
    kind = lots.randrange(3)
    if kind == 0:
        raw = [total // 400 * 100] * 3
    elif kind == 1:
        raw = [25000, 25000, lots.randrange(-50, 500) * 100]
    else:
        raw = [lots.randrange(-100, 600) * 100 for _ in range(3)]
    raw.append(total - sum(raw))
    lots.shuffle(raw)
    return scoring, raw, [lots.choice((0, 0, -2000)) for _ in range(4)], sticks


def test_the_sum_is_checked_and_the_difference_named(script: Any) -> None:
    ema = dataclasses.asdict(EMA)
    assert script("check", ema, [None] * 4, 0) == {"kind": "empty"}
    assert script("check", ema, [42300, 31200, 28000, None], 0) == {"kind": "open", "left": 18500}
    assert script("check", ema, [42300, 31200, 28000, 18500], 0) == {"kind": "fits"}
    assert script("check", ema, [42300, 31200, 28000, 19700], 0) == {"kind": "much", "difference": 1200}
    assert script("check", ema, [42300, 31200, 28000, 17300], 0) == {
        "kind": "few",
        "difference": 1200,
        "sticks": 0,
    }
    assert script("check", ema, [42300, 31200, 28000, 16500], 0) == {
        "kind": "few",
        "difference": 2000,
        "sticks": 2,
    }
    assert script("check", ema, [42300, 31200, 28000, 16500], 2) == {"kind": "fits"}


def test_three_scores_give_the_fourth(script: Any) -> None:
    ema = dataclasses.asdict(EMA)
    assert script("suggestion", ema, [42300, None, 28000, 18500], 0) == {"seat": 1, "score": 31200}
    assert script("suggestion", ema, [42300, None, 28000, 18500], 1) == {"seat": 1, "score": 30200}
    assert script("suggestion", ema, [42300, None, None, 18500], 0) is None
    assert script("suggestion", ema, [90000, 40000, 0, None], 0) == {"seat": 3, "score": -10000}


def test_a_table_is_one_text_there_and_back(script: Any) -> None:
    text = "42300,31200,-1000,47500;0,0,-2000,0;0"
    table = script("fromText", text)
    assert table == {"raw": [42300, 31200, -1000, 47500], "penalties": [0, 0, -2000, 0], "sticks": 0}
    assert script("toText", table["raw"], table["penalties"], table["sticks"]) == text
