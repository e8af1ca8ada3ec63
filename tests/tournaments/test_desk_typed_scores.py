"""What is typed at a table of four: read, checked to add up, and kept with a reason when it does not."""

from __future__ import annotations

import pytest

from pairing.scoring.mahjong import EMA, PRESETS
from tests.desk.typed import NO_PENALTIES, NO_SCORES, PENALTIES, SCORES
from tournaments.forms.scores import Scores, ScoresForm, box_text, read_penalty, read_raw
from tournaments.services.errors import ServiceError

RIGHT = ("423", "31.2", "28000", "185")


def form(*raw: str, sticks: str = "0", scoring: str = "ema", **more: str) -> ScoresForm:
    return ScoresForm(
        {f"raw_{seat}": text for seat, text in enumerate(raw)} | {"sticks": sticks, **more}, PRESETS[scoring]
    )


@pytest.mark.parametrize("text", SCORES)
def test_a_score_is_read_however_it_is_typed(text: str) -> None:
    assert read_raw(text) == SCORES[text]


@pytest.mark.parametrize("text", NO_SCORES)
def test_what_is_no_score_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_raw(text)


@pytest.mark.parametrize("score", [*range(-2000, 2001, 100), 42300, 120000, -30000])
def test_a_score_in_a_box_is_read_as_itself(score: int) -> None:
    assert read_raw(box_text(score)) == score


@pytest.mark.parametrize("text", PENALTIES)
def test_a_penalty_is_taken_off_unless_it_has_a_plus(text: str) -> None:
    assert read_penalty(text) == PENALTIES[text]


@pytest.mark.parametrize("text", NO_PENALTIES)
def test_what_is_no_penalty_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_penalty(text)


def test_four_scores_that_add_up_are_right() -> None:
    filled = form(*RIGHT, penalty_2="20")
    assert filled.is_valid()
    assert filled.scores == Scores((42300, 31200, 28000, 18500), (0, 0, -2000, 0), 0)


def test_sticks_left_on_the_table_count_a_thousand_each() -> None:
    filled = form("403", *RIGHT[1:], sticks="2")
    assert filled.is_valid() and filled.scores is not None
    assert filled.scores.sticks == 2


def test_four_empty_boxes_are_no_result_yet() -> None:
    filled = form("", "", "", "")
    assert filled.is_valid()
    assert filled.scores is None


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (("435", "312", "280", "185"), ["121,200", "1,200 too many"]),
        (("411", "312", "280", "185"), ["118,800", "1,200 too few"]),
        (("403", "312", "280", "185"), ["2,000 too few", "2 riichi sticks were left"]),
        (("413", "312", "280", "185"), ["1,000 too few", "1 riichi stick was left"]),
    ],
)
def test_a_wrong_sum_names_the_difference(raw: tuple[str, ...], words: list[str]) -> None:
    filled = form(*raw)
    assert not filled.is_valid()
    said = " ".join(filled.non_field_errors())
    assert all(word in said for word in words)
    assert ("riichi" in said) is any("riichi" in word for word in words)


def test_the_sum_follows_the_starting_points() -> None:
    assert form("350", "250", "250", "150", scoring="oka_20_10").is_valid()
    assert not form("350", "250", "250", "150", scoring="ema").is_valid()


def test_a_missing_and_an_unreadable_score_are_marked_where_they_are() -> None:
    filled = form("423", "", "x", "185")
    assert not filled.is_valid()
    assert set(filled.errors) == {"raw_2"}
    filled = form("423", "", "280", "185")
    assert set(filled.errors) == {"raw_1"}


@pytest.mark.parametrize("more", [{"sticks": "x"}, {"sticks": "-1"}, {"penalty_0": "x"}, {"note": "x" * 501}])
def test_everything_beside_the_scores_is_checked_too(more: dict[str, str]) -> None:
    filled = form(*RIGHT, **more)
    assert not filled.is_valid()
    assert set(filled.errors) == set(more)


def test_a_table_as_one_text_and_back() -> None:
    scores = Scores((42300, 31200, -1000, 47500), (0, 0, -2000, 0), 0)
    assert scores.text == "42300,31200,-1000,47500;0,0,-2000,0;0"
    assert Scores.from_text(scores.text) == scores
    assert Scores.of(EMA, scores.raw, scores.penalties) == scores
    assert Scores.of(EMA, (None,) * 4, (0,) * 4) is None


@pytest.mark.parametrize(
    "text", ["1-0", "1,2,3;0,0,0,0;0", "1,2,3,4;0,0,0,0", "1,2,3,4;0,0,0,0;x", "a,b,c,d;0,0,0,0;0", ";;"]
)
def test_a_text_that_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ServiceError):
        Scores.from_text(text)
