"""The field of an event of four at a table. Points by the preset `ema`, worked out by hand."""

from dataclasses import replace

import pytest

from pairing.model.field import Field, Sheet
from pairing.model.scoring.mahjong import EMA
from pairing.model.types import ByeKind
from tests.pairing.events import event
from tests.pairing.model.test_field import FOURS as PLAYED, LAST

pytestmark = pytest.mark.usefixtures("four")

A, B, C, D, E = 1, 2, 3, 4, 5


def test_a_sheet_tells_everything_of_a_table() -> None:
    first, second, third, fourth = Field(PLAYED).sheets[C]
    assert first == Sheet(1, -2700, seat=2, others=(A, B, D), table=1, place=3, raw=28_000, penalty=-2000)
    assert (second.seat, second.place, second.points, second.others) == (1, 1, 1500, (D, B, A))
    assert (third.place, third.points) == (3, -2000)
    assert (fourth.place, fourth.raw, fourth.points, fourth.table) == (None, None, 0, 1)
    assert [sheet.played for sheet in (first, second, third, fourth)] == [True, True, True, False]
    assert Field(PLAYED).sheets[D][2] == Sheet(3, 0, bye=ByeKind.FULL)


def test_who_has_left_misses_every_completed_round() -> None:
    rows = Field(PLAYED).sheets[E]
    assert rows == (
        Sheet(1, 0, bye=ByeKind.FULL),
        Sheet(2, -3000, missed=True),
        Sheet(3, -3000, missed=True),
    )
    free = replace(PLAYED, mahjong=replace(EMA, missed_game=0))
    assert [len(Field(free).sheets[E]), Field(free).points[E]] == [1, 0]
    # A game played after leaving (somebody came back for a round) is not missed.
    back = replace(LAST, entrants=tuple(replace(e, left_after_round=0) for e in LAST.entrants))
    assert Field(back).points[A] == Field(LAST).points[A]


def test_how_often_two_have_met() -> None:
    field = Field(LAST)
    assert dict(field.meetings[A]) == {B: 3, C: 3, D: 2, 6: 1}
    assert (field.meetings[A][E], field.meetings[E][A]) == (0, 0)
    assert Field(PLAYED).meetings[A][B] == 4


def test_two_who_meet_again_in_a_match_of_two_have_met_twice() -> None:
    assert dict(Field(event(["A beats B"], ["B beats A"], ["A beats C"])).meetings[1]) == {2: 2, 3: 1}
