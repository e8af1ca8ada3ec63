"""The engine: it finds the system, refuses what cannot be done, adds requested byes and fixed tables, and
lets no faulty plan out. Faults are planted through a system that returns whatever plan it is told to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pairing.engine import PlanError, find_system, pair
from pairing.model.errors import (
    BAD_OPTION,
    NO_ROUND_LEFT,
    ROUND_OPEN,
    TOO_FEW,
    UNKNOWN_OPTION,
    UNKNOWN_SYSTEM,
    Impossible,
    PairingError,
)
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import option
from pairing.model.reasons import SAME_SCORE, because
from pairing.model.types import (
    TWO,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    PlannedBye,
    PlannedMatch,
    Relaxation,
    Round,
    RoundPlan,
    Snapshot,
)
from pairing.systems import SYSTEMS
from pairing.systems.base import System, everybody_present
from tests.pairing.events import byes_of, event, tables_of

A, B, C, D, E = 1, 2, 3, 4, 5
WHY = because(SAME_SCORE, score=0)


@dataclass(frozen=True, slots=True)
class Told:
    extra: int = option(0, label="Extra", help="Ignored.", per_round=True)


Plant = Callable[..., None]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Plant:
    """plant(matches, byes, ...): from now on the system `told` returns this plan."""

    def plant(
        matches: Sequence[Sequence[int]],
        byes: Sequence[PlannedBye] = (),
        *,
        tables: Sequence[int] | None = None,
        relaxed: Sequence[Relaxation] = (),
        **system: Any,
    ) -> None:
        numbers = tables or range(1, len(matches) + 1)
        seated = tuple(
            PlannedMatch(n, tuple(seats), (WHY,)) for n, seats in zip(numbers, matches, strict=True)
        )

        def told(field: Field, options: Any, lots: Lots) -> RoundPlan:
            return RoundPlan(field.number, seated, tuple(byes), tuple(relaxed))

        fields: dict[str, Any] = {
            "name": "Told",
            "summary": "",
            "seats": TWO,
            "options": Told,
            "playing": everybody_present,
        } | system
        monkeypatch.setitem(SYSTEMS, "told", System(slug="told", pair=told, **fields))

    return plant


def told(*rounds: Any, **fields: Any) -> Snapshot:
    return event(*rounds, **{"system": "told", "players": "A B C D", **fields})


def bye(player: int, kind: ByeKind = ByeKind.FULL) -> PlannedBye:
    return PlannedBye(player, kind, (WHY,))


def relaxation(rule: str, *players: int) -> Relaxation:
    return Relaxation(rule, players, WHY)


def refused(snapshot: Snapshot, **overrides: Any) -> PairingError:
    with pytest.raises(PairingError) as caught:
        pair(snapshot, overrides=overrides)
    return caught.value


def test_an_unknown_system_is_refused_listing_the_known_ones(plant: Plant) -> None:
    plant([])
    error = refused(told(system="chess"))
    assert error.code == UNKNOWN_SYSTEM
    assert "chess" in str(error)
    assert ", ".join(SYSTEMS) in str(error)
    with pytest.raises(PairingError):
        find_system("")


def test_options_of_the_event_and_of_the_round_are_checked(plant: Plant) -> None:
    plant([(A, B), (C, D)])
    assert refused(told(options={"colour": 1})).code == UNKNOWN_OPTION
    assert refused(told(), extra="x").code == BAD_OPTION
    assert (
        pair(told(options={"extra": "x"}), overrides={"extra": 1}).number == 1
    )  # the round's wish goes first


def test_a_round_without_all_results_has_to_be_completed_first(plant: Plant) -> None:
    plant([(A, C), (B, D)])
    unfinished = told(["A beats B", "C plays D"])
    error = refused(unfinished)
    assert error.code == ROUND_OPEN
    assert "Round 1" in str(error)
    plant([(A, C), (B, D)], pairs_ahead=True)
    assert pair(unfinished).number == 2


def test_no_round_after_the_last_planned_one(plant: Plant) -> None:
    plant([(A, C), (B, D)])
    played = ["A beats B", "C beats D"]
    assert refused(told(played, rounds_planned=1)).code == NO_ROUND_LEFT
    assert pair(told(played, rounds_planned=2)).number == 2


def test_requested_byes_join_the_plan_with_their_reason(plant: Plant) -> None:
    plant([(C, D)])
    snapshot = told(requests={"A": ByeKind.HALF, "B": ByeKind.ABSENT})
    plan = pair(snapshot)
    assert byes_of(plan, snapshot) == {"A": "half", "B": "absent"}
    assert {planned.kind: [why.code for why in planned.why] for planned in plan.byes} == {
        ByeKind.HALF: ["bye_asked"],
        ByeKind.ABSENT: ["not_here"],
    }


AB_AND_CD: list[tuple[int, ...]] = [(A, B), (C, D)]
ONCE_A_BYE = told(["A has a bye", "B beats C"], players="A B C")
ALREADY_MET = told(["A beats B", "D beats C"])
MET_AGAIN = relaxation("rematch", A, B)
# The event, the plan, how it is planted, and what the engine says; nothing: the plan is sound.
BREACHES: dict[str, tuple[Snapshot, list[tuple[int, ...]], dict[str, Any], str]] = {
    "somebody is missing": (told(), [(A, B)], {"byes": []}, "exactly once"),
    "somebody sits twice": (told(), [(A, B), (A, C)], {"byes": [bye(D)]}, "exactly once"),
    "somebody sits twice and all others once": (told(), [(A, B), (C, D), (A, B)], {"byes": []}, "exactly once"),
    "somebody has a match and a bye": (told(), [(A, B), (C, D)], {"byes": [bye(A)]}, "exactly once"),
    "somebody has two byes at once": (told(), [(A, B)], {"byes": [bye(C), bye(C), bye(D)]}, "exactly once"),
    "a stranger": (told(), [(A, B), (C, 99)], {"byes": [bye(D)]}, "exactly once"),
    "a stranger has a bye": (told(), [(A, B), (C, D)], {"byes": [bye(99)]}, "exactly once"),
    "a player against itself": (told(), [(A, A), (B, C)], {"byes": [bye(D)]}, "exactly once"),
    "three at a table": (told(), [(A, B, C)], {"byes": [bye(D)]}, "seats"),
    "one at a table": (told(), [(A, B), (C,), (D,)], {"byes": []}, "seats"),
    "four at a table": (told(), [(A, B, C, D)], {"byes": []}, "seats"),
    "somebody who has left": (told(about={"D": {"left_after_round": 0}}), AB_AND_CD, {}, "4"),
    "somebody who comes later": (told(about={"D": {"joined_round": 2}}), AB_AND_CD, {}, "4"),
    "somebody who has asked for a bye": (told(requests={"D": ByeKind.ZERO}), AB_AND_CD, {}, "4"),
    "somebody eliminated": (told(), AB_AND_CD, {"playing": lambda field, options: (A, B)}, "once: .3, 4"),
    "one table twice": (told(), AB_AND_CD, {"tables": (1, 1)}, "table"),
    "table 0": (told(), AB_AND_CD, {"tables": (0, 1)}, "table"),
    "table -1": (told(), AB_AND_CD, {"tables": (-1, 2)}, "table"),
    "an undeclared rematch": (ALREADY_MET, [(B, A), (C, D)], {"relaxed": [MET_AGAIN]}, "rematch: 3 and 4"),
    "a forfeited match counts as met": (told(["A and B both forfeit"]), AB_AND_CD, {}, "rematch: 1 and 2"),
    "a forbidden pair": (told(forbidden=["D C"]), AB_AND_CD, {}, "forbidden: 3 and 4"),
    "a forbidden pair declared as something else": (
        told(forbidden=["D C"]), AB_AND_CD, {"relaxed": [relaxation("rematch", C, D)]}, "forbidden: 3 and 4",
    ),
    "a forbidden pair that has met is not excused as a rematch": (
        told(["A beats B", "C beats D"], forbidden=["A B"]), AB_AND_CD,
        {"relaxed": [MET_AGAIN, relaxation("rematch", C, D)]}, "forbidden: 1 and 2",
    ),
    "an undeclared second bye beside a rematch": (ONCE_A_BYE, [(B, C)], {"byes": [bye(A)]}, "rematch|second bye"),
    "an undeclared second bye": (
        ONCE_A_BYE, [(C, B)], {"byes": [bye(A)], "relaxed": [relaxation("rematch", B, C)]}, "second bye: 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_of_a_rule_is_caught(plant: Plant, breach: str) -> None:
    snapshot, matches, how, said = BREACHES[breach]
    plant(matches, **how)
    with pytest.raises(PlanError, match=said):
        pair(snapshot)


def test_what_is_declared_is_let_through(plant: Plant) -> None:
    plant([(B, A), (C, D)], relaxed=[MET_AGAIN, relaxation("rematch", D, C)])
    assert pair(ALREADY_MET).relaxed
    plant([(C, B)], [bye(A)], relaxed=[relaxation("rematch", B, C), relaxation("second_bye", A)])
    assert pair(ONCE_A_BYE).byes


def test_a_player_with_a_fixed_table_sits_there_and_says_so(plant: Plant) -> None:
    plant([(A, B), (C, D), (E, 6)])
    snapshot = told(players="A B C D E F", about={"D": {"fixed_table": 1}})
    plan = pair(snapshot)
    assert tables_of(plan, snapshot) == ["C-D", "A-B", "E-F"]
    assert [match.table for match in plan.matches] == [1, 2, 3]
    assert len(plan.matches[0].why) == 2


def test_a_fixed_table_beyond_the_last_leaves_the_others_without_a_gap(plant: Plant) -> None:
    plant([(A, B), (C, D)])
    plan = pair(told(about={"A": {"fixed_table": 20}}))
    assert {match.table: match.seats for match in plan.matches} == {1: (C, D), 20: (A, B)}


def test_a_table_wanted_twice_goes_to_the_upper_match(plant: Plant) -> None:
    plant([(A, B), (C, D)])
    snapshot = told(about={"A": {"fixed_table": 2}, "C": {"fixed_table": 2}})
    assert {match.table: match.seats for match in pair(snapshot).matches} == {2: (A, B), 1: (C, D)}


def test_a_field_below_two_is_bad_input_before_the_event_and_impossible_once_it_has_shrunk() -> None:
    with pytest.raises(PairingError) as not_ready:
        pair(Snapshot((Entrant(A),)))
    assert (type(not_ready.value), not_ready.value.code) == (PairingError, TOO_FEW)
    played = Round(1, matches=(Match(1, (A, B), "1-0"),))
    with pytest.raises(Impossible) as at_its_end:
        pair(Snapshot((Entrant(A), Entrant(B, left_after_round=1)), (played,)))
    assert (at_its_end.value.code, at_its_end.value.players) == (TOO_FEW, (A,))


@pytest.mark.parametrize("system", ["dutch", "burstein", "dubov"])
def test_by_the_rules_of_fide_a_single_player_has_the_bye_once(system: str) -> None:
    """rules/dutch.md, decisions: the bye if the player may have it (C2), else there is no legal pairing."""
    alone = Snapshot(
        (Entrant(A), Entrant(B)), system=system, bye_requests=(ByeRequest(B, 1), ByeRequest(B, 2))
    )
    plan = pair(alone)
    assert [(bye.player, bye.kind) for bye in plan.byes] == [(A, ByeKind.FULL), (B, ByeKind.HALF)]
    after = replace(alone, rounds=(Round(1, byes=(Bye(A), Bye(B, ByeKind.HALF))),))
    with pytest.raises(Impossible) as again:
        pair(after)
    assert (again.value.code, again.value.players) == ("dutch_no_opponent", (A,))
