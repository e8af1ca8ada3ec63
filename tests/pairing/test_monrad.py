"""What an organiser and a player see of Monrad: who is paired, why, what may be waived, who moves first.

The pairings themselves are in tests/vectors/monrad and in test_monrad_exhaustive.py. Here the order is that of
registration, so that every expectation can be followed on paper.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import check_plan, pair
from pairing.errors import Impossible, PairingError
from pairing.field import Field
from pairing.lots import lot
from pairing.types import ByeKind, PlannedMatch, RoundPlan, Snapshot
from tests.pairing.events import byes_of, event, pairs_of, tables_of

ALL_MET = (
    ["A beats B", "C beats D"],
    ["A beats C", "B beats D"],
    ["A beats D", "B beats C"],
)


def monrad(*rounds: Any, options: dict[str, Any] | None = None, **fields: Any) -> Snapshot:
    return event(*rounds, system="monrad", options={"order": "registration", **(options or {})}, **fields)


def table(plan: RoundPlan, snapshot: Snapshot, name: str) -> PlannedMatch:
    [player] = [e.id for e in snapshot.entrants if e.name == name]
    return next(m for m in plan.matches if player in m.seats)


def reasons(item: Any, snapshot: Snapshot) -> list[str]:
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    return [reason.text(name_of=names.__getitem__) for reason in item.why]


# ---- reasons --------------------------------------------------------------------------------------------------------


def test_the_first_candidate_is_named_as_such() -> None:
    snapshot = monrad(players="A B C D")
    plan = pair(snapshot)
    assert pairs_of(plan, snapshot) == {frozenset("AB"), frozenset("CD")}
    assert reasons(plan.matches[0], snapshot) == ["same score 0", "first legal opponent in draw order"]


def test_whom_a_player_has_met_is_said() -> None:
    snapshot = monrad("A draws B", "C draws D")
    assert reasons(pair(snapshot).matches[0], snapshot) == [
        "same score 0.5",
        "not B: already met",
        "first possible opponent in draw order",
    ]


def test_a_forbidden_pairing_is_not_called_a_meeting() -> None:
    snapshot = monrad(players="A B C D", forbidden=["A B"])
    assert "not B: this pairing is forbidden" in reasons(pair(snapshot).matches[0], snapshot)


def test_a_candidate_who_would_leave_others_alone_is_named() -> None:
    snapshot = monrad(players="A B C D", forbidden=["C D"])
    plan = pair(snapshot)
    assert pairs_of(plan, snapshot) == {frozenset("AC"), frozenset("BD")}
    assert reasons(plan.matches[0], snapshot)[1] == (
        "not B: others would be left without a legal opponent, or would have to float further"
    )


def test_a_float_says_from_where_to_where_and_why() -> None:
    snapshot = monrad(["A beats B", "C beats D"], players="A B C D E F", options={})
    snapshot = replace(snapshot, forbidden_pairs=((1, 3),))
    plan = pair(snapshot)
    why = reasons(table(plan, snapshot, "A"), snapshot)
    assert why[:3] == [
        "A floats from score 1 to score 0",
        "nobody left on score 1 is possible",
        "not C: this pairing is forbidden",
    ]


def test_the_last_in_order_is_told_so_when_it_floats() -> None:
    snapshot = monrad("A beats F", "B beats E", "C beats D")
    plan = pair(snapshot)
    why = reasons(table(plan, snapshot, "C"), snapshot)
    assert why[0] == "C floats from score 1 to score 0"
    assert "the others on score 1 are paired; the last in draw order float first" in why


def test_a_float_says_why_it_goes_so_far() -> None:
    """A (2 points) has met everybody on 1; D is on 0.5."""
    snapshot = monrad(
        ["A beats B", "C beats X", "D draws Y"],
        ["A beats C", "B beats X", "D loses to Y"],
        about={"X": {"left_after_round": 2}, "Y": {"left_after_round": 2}},
    )
    plan = pair(snapshot)
    assert pairs_of(plan, snapshot) == {frozenset("AD"), frozenset("BC")}
    assert reasons(table(plan, snapshot, "A"), snapshot) == [
        "A floats from score 2 to score 0.5",
        "nobody else to be paired has score 2",
        "not score 1: already met, or forbidden to meet, everybody there",
        "first possible opponent in draw order",
    ]


def test_a_float_past_a_score_that_would_otherwise_lose_somebody() -> None:
    snapshot = monrad(
        ["A beats X", "B beats Y", "C beats Z", "D loses to W"],
        ["A beats Y", "B loses to X", "C loses to W", "D loses to Z"],
        about={name: {"left_after_round": 2} for name in "XYZW"},
    )
    plan = pair(snapshot)
    assert pairs_of(plan, snapshot) == {frozenset("AD"), frozenset("BC")}
    assert (
        "not score 1: somebody from there would then have to float, or be left without an opponent"
        in reasons(table(plan, snapshot, "A"), snapshot)
    )


def test_the_bye_says_why_this_player() -> None:
    snapshot = monrad(["A beats B", "C has a bye"], players="A B C")
    plan = pair(snapshot)
    assert byes_of(plan, snapshot) == {"B": "full"}
    assert reasons(plan.byes[0], snapshot) == ["lowest score, no earlier bye"]


def test_a_bye_higher_up_says_why_nobody_lower_has_it() -> None:
    snapshot = monrad(["A beats B", "C has a bye"], players="A B C", forbidden=["A C"])
    plan = pair(snapshot)
    assert byes_of(plan, snapshot) == {"A": "full"}
    assert reasons(plan.byes[0], snapshot) == [
        "lowest possible score 1, no earlier bye",
        "of those who can have it, the last in draw order",
        "not C: had a bye already",
        "not B: then others would be left without a legal opponent",
    ]


def test_everything_carries_a_reason_in_a_large_field() -> None:
    snapshot = monrad(players=" ".join(f"P{i}" for i in range(151)))
    plan = pair(snapshot)
    assert all(reasons(item, snapshot) for item in (*plan.matches, *plan.byes))


# ---- who takes part -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("elimination", "left"), [("none", set("ABCD")), (1, {"A"}), (2, set("ABC"))])
def test_elimination_counts_losses(elimination: Any, left: set[str]) -> None:
    """B and C have one loss each, D has two."""
    snapshot = monrad(
        ["A beats B", "C beats D"], ["A beats C", "B beats D"], options={"elimination": elimination}
    )
    if len(left) < 2:
        with pytest.raises(PairingError) as refused:
            pair(snapshot)
        assert refused.value.code == "too_few"
        return
    plan = pair(snapshot)
    assert {name for both in pairs_of(plan, snapshot) for name in both} | set(byes_of(plan, snapshot)) == left


def test_a_bye_that_was_asked_for_is_no_loss_and_no_bye_of_the_pairing() -> None:
    snapshot = monrad(["A beats B", "C has a half bye"], players="A B C", requests={"A": ByeKind.ZERO})
    plan = pair(snapshot)
    assert pairs_of(plan, snapshot) == {frozenset("BC")}
    assert byes_of(plan, snapshot) == {"A": "zero"}


def test_an_unknown_order_is_refused_with_what_is_allowed() -> None:
    with pytest.raises(PairingError, match="redraw, fixed_draw, rating, registration"):
        pair(monrad(players="A B", options={"order": "alphabet"}))


# ---- when nothing is legal ------------------------------------------------------------------------------------------


def test_a_player_without_any_opponent_is_the_shortest_proof() -> None:
    snapshot = monrad(*ALL_MET)
    with pytest.raises(Impossible) as refused:
        pair(snapshot)
    assert refused.value.code == "monrad_no_opponent"
    assert refused.value.players == (1,)


def test_a_club_shows_one_more_than_there_are_opponents() -> None:
    club = [f"{a} {b}" for a in "ABCD" for b in "ABCD" if a < b]
    snapshot = monrad(players="A B C D E F", forbidden=club)
    with pytest.raises(Impossible) as refused:
        pair(snapshot)
    assert refused.value.code == "monrad_too_few"
    assert set(refused.value.players) < {1, 2, 3, 4}
    assert len(refused.value.players) == 3
    assert refused.value.params["count"] == 2


def test_an_odd_circle_that_can_only_play_itself_is_shown() -> None:
    """A, B, C may meet each other only, and so may D, E, F."""
    apart = [f"{a} {b}" for a in "ABC" for b in "DEF"]
    with pytest.raises(Impossible) as refused:
        pair(monrad(players="A B C D E F", forbidden=apart))
    assert refused.value.code == "monrad_odd_set"
    assert set(refused.value.players) in ({1, 2, 3}, {4, 5, 6})


def test_when_everybody_had_a_bye_that_is_the_reason() -> None:
    snapshot = monrad(
        ["A beats X", "B has a bye"], ["B beats X", "C has a bye"], ["C beats X", "A has a bye"]
    )
    snapshot = replace(
        snapshot,
        entrants=tuple(replace(e, left_after_round=3 if e.name == "X" else None) for e in snapshot.entrants),
    )
    with pytest.raises(Impossible) as refused:
        pair(snapshot)
    assert refused.value.code == "monrad_no_bye_left"
    assert refused.value.players == ()


def test_nothing_is_waived_unasked_nor_without_need() -> None:
    snapshot = monrad(["A beats B", "C beats D"])
    allowed = {"allow_rematches": True, "allow_second_bye": True}
    assert pair(snapshot, overrides=allowed) == pair(snapshot)
    assert not pair(snapshot).relaxed


def test_a_rematch_is_declared_with_its_reason() -> None:
    snapshot = monrad(*ALL_MET)
    plan = pair(snapshot, overrides={"allow_rematches": True})
    assert pairs_of(plan, snapshot) == {frozenset("AD"), frozenset("BC")}
    assert [(r.rule, set(r.players)) for r in plan.relaxed] == [("rematch", {1, 4}), ("rematch", {2, 3})]
    assert reasons(plan.matches[0], snapshot)[0] == (
        "rematch of round 3, as allowed: without one no legal pairing exists"
    )


def test_a_forbidden_pair_stays_forbidden_when_rematches_are_allowed() -> None:
    snapshot = monrad(*ALL_MET, forbidden=["A D"])
    plan = pair(snapshot, overrides={"allow_rematches": True})
    assert frozenset("AD") not in pairs_of(plan, snapshot)
    with pytest.raises(Impossible):
        pair(monrad(players="A B", forbidden=["A B"]), overrides={"allow_rematches": True})


def test_a_second_bye_is_tried_before_a_rematch() -> None:
    snapshot = monrad(
        ["A beats X", "B has a bye"], ["B beats X", "C has a bye"], ["C beats X", "A has a bye"]
    )
    snapshot = replace(
        snapshot,
        entrants=tuple(replace(e, left_after_round=3 if e.name == "X" else None) for e in snapshot.entrants),
    )
    plan = pair(snapshot, overrides={"allow_second_bye": True, "allow_rematches": True})
    assert [(r.rule, len(r.players)) for r in plan.relaxed] == [("second_bye", 1)]
    assert reasons(plan.byes[0], snapshot)[0].startswith("second bye, as allowed")


# ---- who moves first ------------------------------------------------------------------------------------------------


def test_fewer_first_moves_so_far_moves_first() -> None:
    snapshot = monrad(["A beats B", "C beats D"])
    assert tables_of(pair(snapshot), snapshot)[0] in ("A-C", "C-A")  # one first move each: the lot
    snapshot = monrad(["A draws B", "D draws C"], players="A B C D")
    assert tables_of(pair(snapshot), snapshot) == ["C-A", "B-D"]


def test_with_as_many_first_moves_who_moved_second_last_time_moves_first() -> None:
    """A and C have moved first once each; A did so in the last round, C in the round before."""
    snapshot = monrad(
        ["B draws A", "C draws D"],
        ["A draws D", "B draws C"],
        players="A B C D",
    )
    plan = pair(snapshot)
    assert pairs_of(plan, snapshot) == {frozenset("AC"), frozenset("BD")}
    assert tables_of(plan, snapshot)[0] == "C-A"


@pytest.mark.parametrize("rule", ["alternate", "lot"])
def test_the_lot_of_first_movers_can_be_computed_by_anybody(rule: str) -> None:
    snapshot = monrad(players="A B C D", options={"first_mover": rule}, draw_seed="s")
    for match in pair(snapshot).matches:
        first, second = (lot("s", "first_mover", 1, player) for player in match.seats)
        assert first < second


def test_the_lot_alone_forgets_earlier_seats() -> None:
    rounds = ["A draws B", "D draws C"]
    seats = set()
    for seed in range(20):
        snapshot = monrad(rounds, players="A B C D", options={"first_mover": "lot"}, draw_seed=str(seed))
        seats.add(tables_of(pair(snapshot), snapshot)[0])
    assert seats == {"A-C", "C-A"}


def test_the_plan_passes_the_check_of_the_engine_by_itself() -> None:
    snapshot = monrad(["A beats B", "C beats D"], players="A B C D")
    field = Field(snapshot)
    check_plan(pair(snapshot), field, field.present, 2)
