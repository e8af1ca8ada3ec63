"""Scoring of tables of four. Expected values are worked out by hand from the rule: (raw - return) / 1000 + uma,
+ oka to the first, + sticks to the winner, + penalties; in hundredths of a point."""

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.model.errors import BAD_INPUT, BAD_OPTION, UNKNOWN_OPTION, PairingError
from pairing.model.options import describe
from pairing.model.schema import schema
from pairing.model.scoring.mahjong import (
    EMA,
    PRESET_LABELS,
    PRESETS,
    MahjongScoring,
    TableScore,
    check_raw,
    from_json,
    score_table,
    to_json,
    word_of,
)

NOT_DIVIDING = replace(EMA, uma_first=2000, uma_second=1000, uma_third=-1000, uma_fourth=-2000)


Scores = tuple[int, ...]
OKA_20 = PRESETS["oka_20_10"]
OKA_30 = PRESETS["oka_30_10"]
# The scoring, the raw points and the penalties; the points, the places and the sticks that were left on the table.
SCORED: dict[str, tuple[MahjongScoring, Scores, Scores | None, Scores, Scores, int]] = {
    "the example of the European rules": (
        EMA, (42_300, 31_200, 28_000, 18_500), None, (2730, 620, -700, -2650), (1, 2, 3, 4), 0,
    ),
    "the winds do not matter without ties": (
        EMA, (18_500, 42_300, 28_000, 31_200), None, (-2650, 2730, -700, 620), (4, 1, 3, 2), 0,
    ),
    # (15 + 5) / 2 = 10 each.
    "the published example of a shared place": (
        EMA, (35_000, 35_000, 30_000, 20_000), None, (1500, 1500, -500, -2500), (1, 1, 3, 4), 0,
    ),
    "two share the second place": (
        EMA, (40_000, 30_000, 30_000, 20_000), None, (2500, 0, 0, -2500), (1, 2, 2, 4), 0,
    ),
    # (-5 - 15) / 2 = -10 each.
    "two share the last place": (
        EMA, (40_000, 30_000, 25_000, 25_000), None, (2500, 500, -1500, -1500), (1, 2, 3, 3), 0,
    ),
    # (15 + 5 - 5) / 3 = 5 each.
    "three share the first place": (
        EMA, (33_000, 21_000, 33_000, 33_000), None, (800, -2400, 800, 800), (1, 4, 1, 1), 0,
    ),
    # (5 - 5 - 15) / 3 = -5 each.
    "three share the second place": (
        EMA, (45_000, 25_000, 25_000, 25_000), None, (3000, -1000, -1000, -1000), (1, 2, 2, 2), 0,
    ),
    "all share the first place": (
        EMA, (30_000, 30_000, 30_000, 30_000), None, (0, 0, 0, 0), (1, 1, 1, 1), 0,
    ),
    "two share the first and two the third place": (
        EMA, (35_000, 25_000, 35_000, 25_000), None, (1500, -1500, 1500, -1500), (1, 3, 1, 3), 0,
    ),
    # (20 + 10 - 10) / 3 = 6.666...: 6.66 each and two hundredths left, to the first two of the tied seats.
    "what does not divide goes to the tied players in seat order": (
        NOT_DIVIDING, (33_000, 33_000, 33_000, 21_000), None, (967, 967, 966, -2900), (1, 1, 1, 4), 0,
    ),
    "also where the first seat is not among them": (
        NOT_DIVIDING, (21_000, 33_000, 33_000, 33_000), None, (-2900, 967, 967, 966), (4, 1, 1, 1), 0,
    ),
    # (10 - 10 - 20) / 3 = -6.666...: rounded down that is -6.67, and one hundredth is left.
    "what does not divide below zero": (
        NOT_DIVIDING, (25_000, 45_000, 25_000, 25_000), None, (-1166, 3500, -1167, -1167), (2, 1, 2, 2), 0,
    ),
    # 25,000 each, return 30,000: the four pay 5 points each, the first gets the 20.
    "the first gets the oka": (
        OKA_20, (10_000, 40_000, 20_000, 30_000), None, (-4000, 5000, -2000, 1000), (4, 1, 3, 2), 0,
    ),
    "with a larger uma": (
        OKA_30, (10_000, 40_000, 20_000, 30_000), None, (-5000, 6000, -2000, 1000), (4, 1, 3, 2), 0,
    ),
    "with the oka presets the seat decides ties": (
        OKA_20, (10_000, 35_000, 20_000, 35_000), None, (-4000, 4500, -2000, 1500), (4, 1, 3, 2), 0,
    ),
    "the seat decides among four": (
        OKA_30, (25_000, 25_000, 25_000, 25_000), None, (4500, 500, -1500, -3500), (1, 2, 3, 4), 0,
    ),
    # (20 + 10 + 20) / 2 = 25 each.
    "shared firsts share the oka": (
        replace(OKA_20, ties="share"), (35_000, 35_000, 20_000, 10_000), None, (3000, 3000, -2000, -4000),
        (1, 1, 3, 4), 0,
    ),
    "sticks left on the table go to the winner": (
        EMA, (18_500, 41_300, 30_200, 28_000), None, (-2650, 2830, 520, -700), (4, 1, 2, 3), 2,
    ),
    # One stick and a shared first: (15 + 5 + 1) / 2 = 10.5 each.
    "two winners share a stick": (
        EMA, (35_000, 35_000, 30_000, 19_000), None, (1550, 1550, -500, -2600), (1, 1, 3, 4), 1,
    ),
    "sticks left on the table may go to nobody": (
        replace(EMA, leftover="nobody"), (18_500, 41_300, 30_200, 28_000), None, (-2650, 2630, 520, -700),
        (4, 1, 2, 3), 2,
    ),
    "penalties come after everything else and change no place": (
        EMA, (42_300, 31_200, 28_000, 18_500), (-4000, 0, 50, 0), (-1270, 620, -650, -2650), (1, 2, 3, 4), 0,
    ),
    "negative raw points are possible": (
        EMA, (80_100, 30_000, 20_000, -10_100), None, (6510, 500, -1500, -5510), (1, 2, 3, 4), 0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SCORED)
def test_the_points_of_a_table(case: str) -> None:
    scoring, raw, penalties, points, places, lost = SCORED[case]
    assert score_table(scoring, raw, penalties) == TableScore(points, places, lost)


@pytest.mark.parametrize(
    ("raw", "sticks", "words"),
    [
        ((42_350, 31_150, 28_000, 18_500), None, ["42350", "whole hundreds"]),
        ((43_300, 31_200, 28_000, 18_500), None, ["121000", "1000 more", "120000"]),
        ((42_300, 31_200, 28_000, 18_000), None, ["119500", "500 short", "120000", "sticks"]),
        ((41_300, 31_200, 28_000, 18_500), 0, ["0 riichi sticks", "119000", "difference of 1000"]),
        ((42_300, 31_200, 28_000, 18_500), 2, ["2 riichi sticks", "122000", "difference of 2000"]),
    ],
)
def test_scores_that_cannot_be_are_refused_with_the_difference(
    raw: tuple[int, ...], sticks: int | None, words: list[str]
) -> None:
    with pytest.raises(PairingError) as caught:
        check_raw(EMA, raw, sticks)
    for word in words:
        assert word in str(caught.value)
    if sticks is None:
        with pytest.raises(PairingError):
            score_table(EMA, raw)


def test_the_sticks_follow_from_the_scores() -> None:
    assert check_raw(EMA, (42_300, 31_200, 28_000, 18_500)) == 0
    assert check_raw(EMA, (40_300, 31_200, 28_000, 18_500)) == 2
    assert check_raw(EMA, (40_300, 31_200, 28_000, 18_500), sticks=2) == 2
    assert check_raw(PRESETS["oka_20_10"], (25_000, 25_000, 25_000, 24_000)) == 1


def random_scoring(rng: Random) -> MahjongScoring:
    first, second, third = (rng.randrange(-3000, 3001) for _ in range(3))
    return MahjongScoring(
        start=25_000, return_points=rng.choice([25_000, 30_000]), uma_first=first, uma_second=second,
        uma_third=third, uma_fourth=-first - second - third, ties=rng.choice(["share", "seat"]),
        leftover=rng.choice(["winner", "nobody"]), chombo=rng.randrange(-4000, 1), missed_game=rng.randrange(-9, 1),
    )  # fmt: skip


def random_raw(rng: Random, total: int) -> tuple[int, ...]:
    """Four scores with this sum, often with ties."""
    one, two = rng.randrange(total // 200) * 100, rng.randrange(total // 200) * 100
    raw = rng.choice([[one, two, one], [one, one, one], [two, one, total // 400 * 100]])
    raw.append(total - sum(raw))
    rng.shuffle(raw)
    return tuple(raw)


# --- as a document has it -----------------------------------------------------------------------------------
def test_what_is_left_out_is_taken_from_the_preset() -> None:
    assert from_json({}) == from_json({"preset": "ema"}) == EMA
    assert from_json({"preset": "oka_30_10"}) == PRESETS["oka_30_10"]
    assert from_json({"uma": [20, 10, -10, -20]}) == NOT_DIVIDING
    changed = from_json({"preset": "oka_20_10", "return": 25_000, "oka": 0, "chombo": -12.5})
    assert changed == replace(PRESETS["oka_20_10"], return_points=25_000, oka=0, chombo=-1250)


def test_a_scoring_is_written_with_all_its_fields() -> None:
    assert to_json(replace(EMA, missed_game=-1250)) == {
        "start": 30_000, "return": 30_000, "oka": 0, "ties": "share", "leftover": "winner", "chombo": -20,
        "missed_game": -12.5, "uma": [15, 5, -5, -15],
    }  # fmt: skip


@given(st.integers(0, 2**32))
def test_scorings_round_trip(seed: int) -> None:
    scoring = random_scoring(Random(seed))
    assert from_json(to_json(scoring)) == scoring


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"preset": "wrc"}, BAD_INPUT, ["scoring.preset", "wrc", "ema, oka_20_10, oka_30_10"]),
        ({"uma": [15, 5, -5]}, BAD_INPUT, ["scoring.uma", "four numbers"]),
        ({"uma": 15}, BAD_INPUT, ["scoring.uma", "four numbers"]),
        ({"uma": [15, 5, -5, "x"]}, BAD_OPTION, ["uma_fourth", "points from -1000 to 1000"]),
        ({"start": 30_050}, BAD_INPUT, ["scoring.start", "whole hundreds"]),
        ({"return": 30_050}, BAD_INPUT, ["scoring.return", "whole hundreds"]),
        ({"chombo": -0.005}, BAD_OPTION, ["chombo", "at most two decimals"]),
        ({"ties": "dice"}, BAD_OPTION, ["ties", "share, seat"]),
        ({"win": 1}, UNKNOWN_OPTION, ["win", "start"]),
    ],
)
def test_a_scoring_that_cannot_be_is_refused(given: dict[str, Any], code: str, words: list[str]) -> None:
    with pytest.raises(PairingError) as caught:
        from_json(given)
    assert caught.value.code == code
    for word in words:
        assert word in str(caught.value)


def test_every_field_of_the_scoring_is_declared_and_in_the_schema() -> None:
    names = [spec.name for spec in describe(MahjongScoring)]
    assert names == [f.name for f in fields(MahjongScoring)]
    assert [word_of(name) for name in names[:4]] == ["start", "return", "uma[0]", "uma[1]"]
    known = schema("pairwright-event-1")["properties"]["scoring"]["properties"]
    assert set(to_json(EMA)) <= set(known)
    assert known["preset"]["enum"] == list(PRESETS) == list(PRESET_LABELS)
    for spec in describe(MahjongScoring):
        if spec.kind == "choice":
            assert known[spec.name]["enum"] == list(spec.choices or {})
