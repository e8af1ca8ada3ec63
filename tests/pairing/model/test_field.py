"""The field: what an event says about the round to come. Expected values are counted by hand from the
cross-table.
"""

from __future__ import annotations

import pytest

from pairing.field import Field, is_open
from pairing.types import ByeKind, Match, Outcome, Round, RoundStatus, Scoring, Snapshot
from tests.pairing.events import event

A, B, C, D, E = 1, 2, 3, 4, 5

PLAYED = event(
    ["A beats B", "C draws D", "E has a bye"],
    ["C loses to A", "E beats B by forfeit", "D has a half bye"],
    ["A and D both lose", "B and C both forfeit", "E is absent"],
)


def test_the_round_to_be_paired_comes_after_the_last_one() -> None:
    assert Field(PLAYED).number == 4
    assert Field(event(players="A B")).number == 1


def test_points_are_hundredths_and_forfeit_losses_and_absences_give_nothing() -> None:
    assert Field(PLAYED).points == {A: 200, B: 0, C: 50, D: 100, E: 200}


def test_points_follow_the_scoring() -> None:
    scoring = Scoring(win=300, draw=100, loss=50, bye=250, half_bye=75, forfeit_win=200, forfeit_loss=10)
    snapshot = event(
        ["A beats B", "C draws D", "E has a bye"],
        ["C loses to A", "E beats B by forfeit", "D has a half bye"],
        ["A and D both lose", "B and C both forfeit", "E has a zero bye"],
        scoring=scoring,
    )
    assert Field(snapshot).points == {A: 650, B: 70, C: 160, D: 225, E: 450}


def test_a_half_bye_is_worth_a_draw_and_a_forfeit_win_a_win_unless_said_otherwise() -> None:
    snapshot = event("A has a half bye", "B beats C by forfeit", scoring=Scoring(win=300, draw=100))
    assert Field(snapshot).points == {A: 100, B: 300, C: 0}


def test_losses_count_forfeits_and_double_losses_but_no_byes() -> None:
    assert Field(PLAYED).losses == {A: 1, B: 3, C: 2, D: 1, E: 0}


def test_whoever_was_paired_has_met_even_if_nobody_came() -> None:
    assert Field(PLAYED).met == {A: {B, C, D}, B: {A, E, C}, C: {D, A, B}, D: {C, A}, E: {B}}


def test_forbidden_pairs_are_barred_but_not_met() -> None:
    field = Field(event("A beats B", players="A B C D", forbidden=["C A", "C D"]))
    assert field.barred == {A: {B, C}, B: {A}, C: {A, D}, D: {C}}
    assert field.met == {A: {B}, B: {A}, C: set(), D: set()}


def test_only_a_bye_the_pairing_gave_counts_as_one() -> None:
    snapshot = event(["A has a bye", "B has a half bye", "C has a zero bye", "D is absent"])
    assert Field(snapshot).had_bye == {A}


def test_seat_history_lists_matches_only() -> None:
    assert Field(PLAYED).seat_history == {A: (0, 1, 0), B: (1, 1, 0), C: (0, 0, 1), D: (1, 1), E: (0,)}


def test_sheets_tell_each_round_of_a_player() -> None:
    rows = Field(PLAYED).sheets[E]
    assert [(row.round, row.points, row.opponent, row.seat, row.outcome, row.bye) for row in rows] == [
        (1, 100, None, None, None, ByeKind.FULL),
        (2, 100, B, 0, Outcome.FORFEIT_WIN, None),
        (3, 0, None, None, None, ByeKind.ABSENT),
    ]
    assert [row.played for row in Field(PLAYED).sheets[B]] == [True, False, False]


def test_an_open_match_gives_no_points_yet_but_has_been_met() -> None:
    field = Field(event("A plays B", "C beats D"))
    assert field.points == {A: 0, B: 0, C: 100, D: 0}
    assert field.losses == {A: 0, B: 0, C: 0, D: 1}
    assert field.met[A] == {B}
    assert field.sheets[A][0].played is False
    assert is_open(field.rounds[0])


def test_a_field_of_an_earlier_round_does_not_look_ahead() -> None:
    field = Field(PLAYED, number=2)
    assert field.points == {A: 100, B: 0, C: 50, D: 50, E: 100}
    assert field.met[A] == {B}
    assert len(field.rounds) == 1


@pytest.mark.parametrize(
    ("number", "present"), [(1, {A, B, C}), (2, {A, B, C, D}), (3, {A, C, D}), (4, {A, C, D})]
)
def test_who_takes_part_depends_on_joining_and_leaving(number: int, present: set[int]) -> None:
    about = {"B": {"left_after_round": 2}, "D": {"joined_round": 2}, "E": {"left_after_round": 0}}
    assert set(Field(event(players="A B C D E", about=about), number).present) == present


def test_who_asked_for_a_bye_is_not_present() -> None:
    about = {"C": {"left_after_round": 0}}
    requests = {"A": ByeKind.HALF, "C": ByeKind.ZERO}
    field = Field(event(players="A B C D", about=about, requests=requests))
    assert field.requested_byes == {A: ByeKind.HALF}
    assert field.present == (B, D)
    assert Field(event(players="A B", requests={"A": ByeKind.HALF}), number=2).requested_byes == {}


def test_list_order_is_registration_order_not_id_order() -> None:
    backwards = Snapshot(entrants=event(players="C A B").entrants[::-1])
    assert Field(backwards).place_in_list == {3: 0, 2: 1, 1: 2}
    assert Field(backwards).present == (3, 2, 1)


def test_rating_order_puts_a_given_ranking_first_then_ratings_then_the_rest() -> None:
    about = {
        "A": {"rating": 1500},
        "B": {"rating": 1600},
        "D": {"ranking": 2, "rating": 9},
        "E": {"ranking": 1},
    }
    place = Field(event(players="A B C D E", about=about)).rating_place
    assert sorted(place, key=place.__getitem__) == [E, D, B, A, C]


def test_equal_ratings_stand_in_list_order_and_zero_is_a_rating() -> None:
    about = {"B": {"rating": 0}, "C": {"rating": 1500}, "D": {"rating": 1500}}
    place = Field(event(players="A B C D", about=about)).rating_place
    assert sorted(place, key=place.__getitem__) == [C, D, B, A]


def test_everybody_at_a_table_of_four_has_met_everybody() -> None:
    quartet = Round(1, RoundStatus.IN_PROGRESS, (Match(1, (1, 2, 3, 4)),))
    field = Field(Snapshot(entrants=event(players="A B C D E").entrants, rounds=(quartet,)))
    assert field.met == {A: {B, C, D}, B: {A, C, D}, C: {A, B, D}, D: {A, B, C}, E: set()}
    assert field.seat_history[D] == (3,)
