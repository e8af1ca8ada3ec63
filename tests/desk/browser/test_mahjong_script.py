"""What the script of the score page works out, held against the rules, the server's reader and the core's scoring."""

import dataclasses
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from pairing.model.scoring.mahjong import EMA, PRESETS, MahjongScoring, score_table
from tests.browser.windows import NETWORK, OpenWindow
from tests.desk.typed import NO_PENALTIES, NO_SCORES, PENALTIES, SCORES

CALL = """async ([name, calls]) => {
  const script = await import('/static/js/mahjong.js');
  return calls.map((given) => script[name](...given));
}"""
Script = Callable[[str, Iterable[tuple[Any, ...]]], list[Any]]


@pytest.fixture
def script(window: OpenWindow) -> Script:
    """Calls a function of the script: `script("readRaw", [("423",), ("42.3",)])`."""
    page = window(harmless=(NETWORK,))  # the page has no icon
    page.goto("/healthz")
    return lambda name, calls: page.evaluate(CALL, [name, [list(given) for given in calls]])


def test_what_is_typed_is_read_as_the_page_says(script: Script) -> None:
    for read, meanings, none in (
        ("readRaw", SCORES, NO_SCORES), ("readPenalty", PENALTIES, NO_PENALTIES),
    ):  # fmt: skip
        found = script(read, ((text,) for text in meanings))
        assert dict(zip(meanings, found, strict=True)) == meanings
        assert [str(value) for value in script(read, ((text,) for text in none))] == ["nan"] * len(none)
    scores = [*range(-2000, 2001, 100), 42300, 120000, -30000]
    shown = script("boxText", ((score,) for score in scores))
    assert script("readRaw", ((text,) for text in shown)) == scores
    text = "42300,31200,-1000,47500;0,0,-2000,0;0"
    [table] = script("fromText", [(text,)])
    assert table == {"raw": [42300, 31200, -1000, 47500], "penalties": [0, 0, -2000, 0], "sticks": 0}
    assert script("toText", [(table["raw"], table["penalties"], table["sticks"])]) == [text]


# Raw scores, penalties and sticks left; points and places: the worked examples of the rules.
WORKED: list[tuple[list[int], list[int], int, list[int], list[int]]] = [
    ([42300, 31200, 28000, 18500], [0] * 4, 0, [2730, 620, -700, -2650], [1, 2, 3, 4]),
    ([35000, 35000, 30000, 20000], [0] * 4, 0, [1500, 1500, -500, -2500], [1, 1, 3, 4]),
    ([42300, 31200, 28000, 18500], [0, 0, -2000, 0], 0, [2730, 620, -2700, -2650], [1, 2, 3, 4]),
    ([41300, 31200, 28000, 18500], [0] * 4, 1, [2730, 620, -700, -2650], [1, 2, 3, 4]),
]


def test_any_table_is_worth_what_the_rules_and_the_core_say(script: Script) -> None:
    """Ties of every kind, sticks for the winner and for nobody, uma that cannot be shared evenly."""
    ema = dataclasses.asdict(EMA)
    found = script("scoreTable", ((ema, raw, penalties, sticks) for raw, penalties, sticks, *_ in WORKED))
    assert found == [{"points": points, "places": places} for *_, points, places in WORKED]
    lots = random.Random(4)
    odd = MahjongScoring(uma_first=1000, uma_second=333, uma_third=-433, uma_fourth=-900, leftover="nobody")
    cases = [a_table(lots, scoring) for scoring in (*PRESETS.values(), odd) for _ in range(60)]
    calls = ((dataclasses.asdict(scoring), *rest) for scoring, *rest in cases)
    for (scoring, raw, penalties, _sticks), worth in zip(cases, script("scoreTable", calls), strict=True):
        wanted = score_table(scoring, raw, penalties)
        assert worth == {"points": list(wanted.points), "places": list(wanted.places)}, (scoring, raw)


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


CHECKS: list[tuple[list[int | None], int, dict[str, Any]]] = [
    ([None] * 4, 0, {"kind": "empty"}),
    ([42300, 31200, 28000, None], 0, {"kind": "open", "left": 18500}),
    ([42300, 31200, 28000, 18500], 0, {"kind": "fits"}),
    ([42300, 31200, 28000, 19700], 0, {"kind": "much", "difference": 1200}),
    ([42300, 31200, 28000, 17300], 0, {"kind": "few", "difference": 1200, "sticks": 0}),
    ([42300, 31200, 28000, 16500], 0, {"kind": "few", "difference": 2000, "sticks": 2}),
    ([42300, 31200, 28000, 16500], 2, {"kind": "fits"}),
]
SUGGESTIONS: list[tuple[list[int | None], int, dict[str, int] | None]] = [
    ([42300, None, 28000, 18500], 0, {"seat": 1, "score": 31200}),
    ([42300, None, 28000, 18500], 1, {"seat": 1, "score": 30200}),
    ([42300, None, None, 18500], 0, None),
    ([90000, 40000, 0, None], 0, {"seat": 3, "score": -10000}),
]


def test_the_sum_is_checked_and_three_scores_give_the_fourth(script: Script) -> None:
    ema = dataclasses.asdict(EMA)
    for name, cases in (("check", CHECKS), ("suggestion", SUGGESTIONS)):
        found = script(name, ((ema, raw, sticks) for raw, sticks, _wanted in cases))
        assert found == [wanted for *_, wanted in cases]
