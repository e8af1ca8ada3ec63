"""The engine with four at a table: plans are checked, house players are told apart, the rounds to come are told."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import PlanError, outlook, pair
from pairing.model.errors import TOO_FEW, Impossible, PairingError
from pairing.model.field import Field
from pairing.model.types import (
    TWO,
    ByeKind,
    ByeRequest,
    PlannedBye,
    PlannedMatch,
    Relaxation,
    RoundPlan,
    Snapshot,
)
from pairing.systems.base import System
from tests.pairing.events import event
from tests.pairing.fours import FOUR, WHY, fours, registered

pytestmark = pytest.mark.usefixtures("four")

EIGHT = fours(players="A B C D E F G I")
SIX_AND_A_HOUSE = fours(players="A B C D E F H1")


def planned(matches: Sequence[Sequence[int]], byes: Sequence[int] = (), **parts: Any) -> System:
    """A system that returns this plan."""
    seated = tuple(PlannedMatch(n, tuple(seats), WHY) for n, seats in enumerate(matches, start=1))
    given = tuple(PlannedBye(player, ByeKind.FULL, WHY) for player in byes)
    return replace(FOUR, pair=lambda field, options, lots: RoundPlan(field.number, seated, given, **parts))


def plan_of(snapshot: Snapshot, system: System) -> RoundPlan:
    with registered(system):
        return pair(snapshot)


def test_a_second_bye_and_another_meeting_are_the_systems_business() -> None:
    played = fours(["A 30000, B 30000, C 30000, D 30000", "E has a bye"])
    assert [b.player for b in plan_of(played, planned([(4, 3, 2, 1)], byes=[5])).byes] == [5]


@pytest.mark.parametrize(
    ("matches", "byes", "parts", "says"),
    [
        ([(1, 2, 3, 4)], (), {}, r"not everybody exactly once: \[5, 6\]"),
        ([(1, 2, 3, 4), (5, 6, 7, 1)], (), {}, r"not everybody exactly once: \[1\]"),
        ([(1, 2, 3, 4)], (5, 6, 6), {}, r"not everybody exactly once: \[6\]"),
        ([(1, 2, 3, 4), (5, 6, 7, 9)], (), {}, r"not everybody exactly once: \[9\]"),
        ([(1, 2, 3, 4), (5, 6, 7, 7)], (), {}, r"house players twice in a round: \[7\]"),
        ([(1, 2, 3, 4), (5, 6, 7, 8)], (), {"house": (8, 9)}, "new house player 9 is an entrant already"),
        ([(1, 2, 3, 4), (5, 6, 7, 8)], (), {"house": (7, 8)}, "new house player 7 is an entrant already"),
        ([(1, 2, 3), (4, 5, 6)], (), {}, r"table 1 seats \(1, 2, 3\)"),
        ([(1, 2, 3, 4)], (5, 6, 7), {}, r"not everybody exactly once: \[7\]"),
    ],
)  # fmt: skip
def test_a_faulty_plan_is_caught(
    matches: list[tuple[int, ...]], byes: tuple[int, ...], parts: dict[str, Any], says: str
) -> None:
    with pytest.raises(PlanError, match=says):
        plan_of(SIX_AND_A_HOUSE, planned(matches, byes, **parts))


def test_house_players_have_no_place_in_a_match_of_two() -> None:
    two = replace(planned([(1, 2), (3, 7)], house=(7,)), seats=TWO, slug="two")
    snapshot = event(players="A B C", system="two")
    with registered(two), pytest.raises(PlanError, match=r"house players in a match of two: \[7\]"):
        pair(snapshot)


def test_a_forbidden_pair_at_one_table_has_to_be_declared() -> None:
    snapshot = replace(EIGHT, forbidden_pairs=((7, 6), (1, 8)))
    with pytest.raises(PlanError, match="undeclared forbidden: 6 and 7"):
        pair(snapshot)
    declared = planned([(1, 2, 3, 4), (5, 6, 7, 8)], relaxed=(Relaxation("forbidden", (6, 7), WHY[0]),))
    assert plan_of(snapshot, declared).relaxed


def test_requested_byes_are_added_and_house_players_ask_for_none() -> None:
    requests = tuple(ByeRequest(player, 1, ByeKind.ABSENT) for player in (1, 2, 7))
    plan = pair(replace(SIX_AND_A_HOUSE, bye_requests=requests))
    assert [m.seats for m in plan.matches] == [(3, 4, 5, 6)]
    assert [b.player for b in plan.byes] == [1, 2]


@pytest.mark.parametrize("players", ["", "A B C", "A B C H1 H2"])
def test_fewer_players_than_sit_at_a_table_are_too_few(players: str) -> None:
    with pytest.raises(PairingError, match="At least 4 are needed") as caught:
        pair(fours(players=players))
    assert caught.value.code == TOO_FEW and not isinstance(caught.value, Impossible)


def test_an_event_that_has_shrunk_below_a_table_has_no_legal_round() -> None:
    snapshot = fours(["A 30000, B 30000, C 30000, D 30000"], about={"D": {"left_after_round": 1}})
    with pytest.raises(Impossible) as caught:
        pair(snapshot)
    assert (caught.value.code, caught.value.players) == (TOO_FEW, (1, 2, 3))


def test_the_rounds_to_come_are_those_the_system_can_tell() -> None:
    def rest(field: Field, options: Any, lots: Any) -> tuple[RoundPlan, ...]:
        return tuple(RoundPlan(n, ()) for n in range(field.number, 4))

    played = fours(["A 30000, B 30000, C 30000, D 30000"])
    with registered(replace(FOUR, outlook=rest)):
        assert [plan.number for plan in outlook(played)] == [2, 3]
        with pytest.raises(PairingError, match="Option “colour” is not possible"):
            outlook(replace(played, options={"colour": 1}))
    assert outlook(played) == ()
    assert outlook(event(["A beats B"])) == ()
