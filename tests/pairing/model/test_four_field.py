"""The field of an event of four at a table. Points by the preset `ema`, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.field import Field, Sheet
from pairing.scoring.mahjong import EMA
from pairing.types import ByeKind, ByeRequest, RoundStatus
from tests.pairing.events import event
from tests.pairing.fours import fours

pytestmark = pytest.mark.usefixtures("four")

A, B, C, D, E = 1, 2, 3, 4, 5
# E leaves after round 1; the house player sits in for E.
PLAYED = fours(
    ["A 42300, B 31200, C 28000 -20, D 18500", "E has a bye"],
    ["D 35000, C 35000, B 30000, A 20000"],
    ["H 50000, A 30000, B 20000, C 20000", "D has a bye"],
    ["A, B, C, D"],
    players="A B C D E H",
    about={"E": {"left_after_round": 1}},
)
LAST = replace(PLAYED, rounds=PLAYED.rounds[:3])


def test_points_are_final_points_and_byes_give_none() -> None:
    # A 27.3 - 25 + 5, B 6.2 - 5 - 20, C -7 - 20 + 15 - 20, D -26.5 + 15, E misses two games of -30, H 20 + 15.
    assert Field(PLAYED).points == {A: 730, B: -1880, C: -3200, D: -1150, E: -6000, 6: 3500}
    assert Field(PLAYED, 1).points == dict.fromkeys(range(1, 7), 0)


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


def test_how_often_two_have_met_and_where_everybody_sat() -> None:
    field = Field(LAST)
    assert field.met == {
        A: {B, C, D, 6},
        B: {A, C, D, 6},
        C: {A, B, D, 6},
        D: {A, B, C},
        E: set(),
        6: {A, B, C},
    }
    assert dict(field.meetings[A]) == {B: 3, C: 3, D: 2, 6: 1}
    assert (field.meetings[A][E], field.meetings[E][A]) == (0, 0)
    assert field.seat_history == {A: (0, 3, 1), B: (1, 2, 2), C: (2, 1, 3), D: (3, 0), E: (), 6: (0,)}


def test_two_who_meet_again_in_a_match_of_two_have_met_twice() -> None:
    assert dict(Field(event(["A beats B"], ["B beats A"], ["A beats C"])).meetings[1]) == {2: 2, 3: 1}


def test_house_players_are_never_among_those_to_be_paired() -> None:
    assert Field(LAST).present == (A, B, C, D)
    asked = replace(LAST, bye_requests=tuple(ByeRequest(id, 4, ByeKind.ABSENT) for id in (A, 6)))
    assert Field(asked).present == (B, C, D)
    assert Field(asked).requested_byes == {A: ByeKind.ABSENT}


def test_an_open_table_has_been_met_and_gives_nothing_yet() -> None:
    field = Field(PLAYED)
    assert PLAYED.rounds[3].status is RoundStatus.IN_PROGRESS
    assert field.meetings[A][B] == 4
    assert field.points == Field(LAST).points
