"""The field: what an event says about the round to come. Expected values are counted by hand from the
cross-table.
"""

from dataclasses import replace
from typing import Any

import pytest

from pairing.model.field import Field, is_open
from pairing.model.types import ByeKind, ByeRequest, Match, Outcome, Round, RoundStatus, Scoring, Snapshot
from tests.pairing.events import event
from tests.pairing.fours import fours

A, B, C, D, E = 1, 2, 3, 4, 5

PLAYED = event(
    ["A beats B", "C draws D", "E has a bye"],
    ["C loses to A", "E beats B by forfeit", "D has a half bye"],
    ["A and D both lose", "B and C both forfeit", "E is absent"],
)

# E leaves after round 1; the house player sits in for E.
# Points by the preset `ema`: A 27.3 - 25 + 5, B 6.2 - 5 - 20, C -7 - 20 + 15 - 20, D -26.5 + 15, E misses two games of
# -30, H 20 + 15.
FOURS = fours(
    ["A 42300, B 31200, C 28000 -20, D 18500", "E has a bye"],
    ["D 35000, C 35000, B 30000, A 20000"],
    ["H 50000, A 30000, B 20000, C 20000", "D has a bye"],
    ["A, B, C, D"],
    players="A B C D E H",
    about={"E": {"left_after_round": 1}},
)
LAST = replace(FOURS, rounds=FOURS.rounds[:3])
# The event, the round its field belongs to (none: the one to be paired), and facts of it.
FIELDS: dict[str, tuple[Snapshot, int | None, dict[str, Any]]] = {
    "a cross-table": (
        PLAYED, None,
        {
            "number": 4, "points": {A: 200, B: 0, C: 50, D: 100, E: 200}, "losses": {A: 1, B: 3, C: 2, D: 1, E: 0},
            "met": {A: {B, C, D}, B: {A, E, C}, C: {D, A, B}, D: {C, A}, E: {B}}, "had_bye": {E},
            "seat_history": {A: (0, 1, 0), B: (1, 1, 0), C: (0, 0, 1), D: (1, 1), E: (0,)},
        },
    ),
    "an earlier round does not look ahead": (
        PLAYED, 2,
        {
            "points": {A: 100, B: 0, C: 50, D: 50, E: 100}, "met": {A: {B}, B: {A}, C: {D}, D: {C}, E: set()},
            "rounds": PLAYED.rounds[:1],
        },
    ),
    "before the first round": (event(players="A B"), None, {"number": 1}),
    "points follow the scoring": (
        event(
            ["A beats B", "C draws D", "E has a bye"],
            ["C loses to A", "E beats B by forfeit", "D has a half bye"],
            ["A and D both lose", "B and C both forfeit", "E has a zero bye"],
            scoring=Scoring(win=300, draw=100, loss=50, bye=250, half_bye=75, forfeit_win=200, forfeit_loss=10),
        ),
        None, {"points": {A: 650, B: 70, C: 160, D: 225, E: 450}},
    ),
    "a half bye is worth a draw and a forfeit win a win unless said otherwise": (
        event("A has a half bye", "B beats C by forfeit", scoring=Scoring(win=300, draw=100)), None,
        {"points": {A: 100, B: 300, C: 0}},
    ),
    "forbidden pairs are barred but not met": (
        event("A beats B", players="A B C D", forbidden=["C A", "C D"]), None,
        {
            "barred": {A: {B, C}, B: {A}, C: {A, D}, D: {C}}, "met": {A: {B}, B: {A}, C: set(), D: set()},
        },
    ),
    "only a bye the pairing gave counts as one": (
        event(["A has a bye", "B has a half bye", "C has a zero bye", "D is absent"]), None, {"had_bye": {A}},
    ),
    "an open match gives no points yet but has been met": (
        event("A plays B", "C beats D"), None,
        {
            "points": {A: 0, B: 0, C: 100, D: 0}, "losses": {A: 0, B: 0, C: 0, D: 1},
            "met": {A: {B}, B: {A}, C: {D}, D: {C}},
        },
    ),
    "who asked for a bye is not present": (
        event(
            players="A B C D", about={"C": {"left_after_round": 0}}, requests={"A": ByeKind.HALF, "C": ByeKind.ZERO}
        ),
        None, {"requested_byes": {A: ByeKind.HALF}, "present": (B, D)},
    ),
    "a bye asked for in another round": (
        event(players="A B", requests={"A": ByeKind.HALF}), 2, {"requested_byes": {}, "present": (A, B)},
    ),
    "list order is registration order, not id order": (
        Snapshot(entrants=event(players="C A B").entrants[::-1]), None,
        {"place_in_list": {3: 0, 2: 1, 1: 2}, "present": (3, 2, 1)},
    ),
    "a given ranking comes first, then ratings, then the rest": (
        event(players="A B C D E", about={
            "A": {"rating": 1500}, "B": {"rating": 1600}, "D": {"ranking": 2, "rating": 9}, "E": {"ranking": 1},
        }),
        None, {"rating_place": {E: 0, D: 1, B: 2, A: 3, C: 4}},
    ),
    "equal ratings stand in list order, and zero is a rating": (
        event(players="A B C D", about={"B": {"rating": 0}, "C": {"rating": 1500}, "D": {"rating": 1500}}), None,
        {"rating_place": {C: 0, D: 1, B: 2, A: 3}},
    ),
    "who comes after round 4 is appended in the order of arrival, unless a ranking says otherwise": (
        event(players="A B C D E", about={
            "A": {"rating": 1500}, "B": {"rating": 2600, "joined_round": 6}, "C": {"rating": 2000, "joined_round": 5},
            "D": {"rating": 1600, "joined_round": 4}, "E": {"ranking": 1, "joined_round": 7},
        }),
        None,
        {"rating_place": {E: 0, B: 1, C: 2, D: 3, A: 4}, "start_place": {E: 0, D: 1, A: 2, C: 3, B: 4}},
    ),
    "everybody at a table of four has met everybody": (
        Snapshot(
            event(players="A B C D E").entrants, (Round(1, RoundStatus.IN_PROGRESS, (Match(1, (A, B, C, D)),)),)
        ),
        None,
        {
            "met": {A: {B, C, D}, B: {A, C, D}, C: {A, B, D}, D: {A, B, C}, E: set()},
            "seat_history": {A: (0,), B: (1,), C: (2,), D: (3,), E: ()},
        },
    ),
    "points of four at a table are final points and byes give none": (
        FOURS, None, {"points": {A: 730, B: -1880, C: -3200, D: -1150, E: -6000, 6: 3500}},
    ),
    "nothing is played before round 1": (FOURS, 1, {"points": dict.fromkeys(range(1, 7), 0)}),
    "who has met at tables of four and where everybody sat": (
        LAST, None,
        {
            "met": {A: {B, C, D, 6}, B: {A, C, D, 6}, C: {A, B, D, 6}, D: {A, B, C}, E: set(), 6: {A, B, C}},
            "seat_history": {A: (0, 3, 1), B: (1, 2, 2), C: (2, 1, 3), D: (3, 0), E: (), 6: (0,)},
            "present": (A, B, C, D),
        },
    ),
    "house players are never among those to be paired": (
        replace(LAST, bye_requests=tuple(ByeRequest(id, 4, ByeKind.ABSENT) for id in (A, 6))), None,
        {"present": (B, C, D), "requested_byes": {A: ByeKind.ABSENT}},
    ),
    "the same without the open table": (
        LAST, None, {"points": {A: 730, B: -1880, C: -3200, D: -1150, E: -6000, 6: 3500}},
    ),
}  # fmt: skip


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize("case", FIELDS)
def test_the_facts_of_a_field(case: str) -> None:
    snapshot, number, facts = FIELDS[case]
    field = Field(snapshot, number)
    assert {name: getattr(field, name) for name in facts} == facts


def test_sheets_tell_each_round_of_a_player() -> None:
    rows = Field(PLAYED).sheets[E]
    assert [(row.round, row.points, row.opponent, row.seat, row.outcome, row.bye) for row in rows] == [
        (1, 100, None, None, None, ByeKind.FULL),
        (2, 100, B, 0, Outcome.FORFEIT_WIN, None),
        (3, 0, None, None, None, ByeKind.ABSENT),
    ]
    assert [row.played for row in Field(PLAYED).sheets[B]] == [True, False, False]


def test_an_open_match_is_not_played() -> None:
    field = Field(event("A plays B", "C beats D"))
    assert field.sheets[A][0].played is False
    assert is_open(field.rounds[0])


@pytest.mark.parametrize(
    ("number", "present"), [(1, {A, B, C}), (2, {A, B, C, D}), (3, {A, C, D}), (4, {A, C, D})]
)
def test_who_takes_part_depends_on_joining_and_leaving(number: int, present: set[int]) -> None:
    about = {"B": {"left_after_round": 2}, "D": {"joined_round": 2}, "E": {"left_after_round": 0}}
    assert set(Field(event(players="A B C D E", about=about), number).present) == present
