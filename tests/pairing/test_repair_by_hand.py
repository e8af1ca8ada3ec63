"""Changes of a round by hand, what is said about them, and what the engine would have done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pairing.engine import pair
from pairing.errors import Impossible, PairingError
from pairing.reasons import because
from pairing.repair import (
    as_plan,
    as_round,
    compare_with_engine,
    group_repaired,
    judge,
    moved,
    paired_by_hand,
    swapped,
)
from pairing.types import (
    Bye,
    ByeKind,
    ByeRequest,
    EarlierMeeting,
    Match,
    PlannedBye,
    PlannedMatch,
    Relaxation,
    Round,
    RoundPlan,
    RoundStatus,
    Snapshot,
)
from tests.pairing.events import event

WHY = (because("same_score", score=100),)
PLAN = RoundPlan(
    2,
    tuple(PlannedMatch(table, seats, WHY) for table, seats in ((1, (1, 2)), (2, (3, 4)), (3, (5, 6)), (4, (7, 8)))),
    (PlannedBye(9, why=WHY), PlannedBye(10, ByeKind.HALF, WHY)),
)  # fmt: skip
FOUR_GAMES = ["A beats E", "B beats F", "C beats G", "D beats H"]


def seats(plan: RoundPlan) -> dict[int, tuple[int, ...]]:
    return {m.table: m.seats for m in plan.matches}


def said(plan: RoundPlan, table: int) -> list[str]:
    return [r.text() for m in plan.matches if m.table == table for r in m.why]


def byes(plan: RoundPlan) -> dict[int, str]:
    return {b.player: str(b.kind) for b in plan.byes}


# --- changes ---------------------------------------------------------------------------------------------------------
def test_two_players_change_seats_and_their_tables_say_so() -> None:
    plan = swapped(PLAN, 1, 4)
    assert seats(plan) == {1: (4, 2), 2: (3, 1), 3: (5, 6), 4: (7, 8)}
    assert said(plan, 1) == said(plan, 2) == ["paired by hand"]
    assert said(plan, 3) == ["same score 1"]


def test_a_player_changes_places_with_the_one_who_has_the_bye() -> None:
    plan = swapped(PLAN, 9, 2)
    assert seats(plan)[1] == (1, 9)
    assert byes(plan) == {2: "full", 10: "half"}
    assert [r.text() for r in plan.byes[0].why] == ["bye given by hand"]


def test_two_at_one_table_change_seats_and_keep_the_reasons() -> None:
    plan = swapped(PLAN, 1, 2)
    assert seats(plan)[1] == (2, 1) and said(plan, 1) == ["same score 1", "paired by hand"]
    assert swapped(plan, 1, 2).matches[0].why == plan.matches[0].why


def test_two_are_paired_and_their_opponents_meet() -> None:
    plan = paired_by_hand(PLAN, 3, 8)
    assert seats(plan) == {1: (1, 2), 2: (3, 8), 3: (5, 6), 4: (4, 7)}
    assert said(plan, 2) == said(plan, 4) == ["paired by hand"]


def test_somebody_paired_with_the_bye_leaves_the_bye_to_the_opponent() -> None:
    plan = paired_by_hand(PLAN, 9, 3)
    assert seats(plan)[2] == (9, 3)
    assert byes(plan) == {4: "full", 10: "half"}


def test_two_who_had_byes_get_the_next_table() -> None:
    plan = paired_by_hand(PLAN, 9, 10)
    assert seats(plan)[5] == (9, 10) and byes(plan) == {}


def test_two_who_meet_already_stay() -> None:
    assert paired_by_hand(PLAN, 2, 1) is PLAN


def test_a_table_changes_places_with_another_or_goes_to_a_free_number() -> None:
    plan = moved(PLAN, 1, 3)
    assert seats(plan) == {1: (5, 6), 2: (3, 4), 3: (1, 2), 4: (7, 8)}
    assert said(plan, 3) == ["same score 1", "moved from table 1 to table 3 by hand"]
    assert seats(moved(PLAN, 2, 40))[40] == (3, 4)
    assert moved(PLAN, 2, 2) is PLAN


def test_what_was_given_up_goes_with_the_players_it_was_about() -> None:
    again = Relaxation("rematch", (1, 2), because("repair_met", player=1, other_player=2))
    plan = replace(PLAN, relaxed=(again,))
    assert swapped(plan, 5, 7).relaxed == (again,)
    assert moved(plan, 1, 2).relaxed == (again,)
    assert swapped(plan, 1, 5).relaxed == ()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda: swapped(PLAN, 1, 1), "players: 1 is named twice"),
        (lambda: swapped(PLAN, 1, 77), "players: 77 is not in the event or not in the round"),
        (lambda: paired_by_hand(PLAN, 77, 1), "players: 77 is not in the event or not in the round"),
        (lambda: paired_by_hand(PLAN, 2, 2), "players: 2 is named twice"),
        (lambda: moved(PLAN, 9, 1), "table: the round has no table 9"),
        (lambda: moved(PLAN, 1, 0), "to_table: 0 is no number of a table"),
        (
            lambda: paired_by_hand(RoundPlan(1, (PlannedMatch(1, (1, 2, 3, 4)),)), 1, 2),
            "players: two by two can only be paired at tables of two; here 4 sit at a table",
        ),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(change: Callable[[], RoundPlan], text: str) -> None:
    with pytest.raises(PairingError) as refused:
        change()
    assert str(refused.value) == text


# --- what is said about them ------------------------------------------------------------------------------------------
def played(*more: str, players: str = "A B C D E F G H", **fields: object) -> Snapshot:
    return event([*FOUR_GAMES, *more], players=players, system="monrad", **fields)  # type: ignore[arg-type]


def round_two(*tables: tuple[int, int], bye: int = 0) -> Round:
    matches = tuple(Match(number, both) for number, both in enumerate(tables, start=1))
    return Round(2, RoundStatus.PAIRED, matches, (Bye(bye),) if bye else ())


GOOD = ((2, 1), (4, 3), (6, 5), (8, 7))


def rules(
    snapshot: Snapshot, before: Round, plan: RoundPlan
) -> list[tuple[str, tuple[int, ...], int | None]]:
    return [(w.rule, w.players, w.table) for w in judge(snapshot, before, plan)]


def test_a_round_by_the_rules_is_not_talked_about() -> None:
    snapshot = played()
    assert judge(snapshot, round_two(*GOOD), pair(snapshot)) == ()
    assert judge(snapshot, round_two(*GOOD), as_plan(round_two(*GOOD))) == ()


def test_scores_apart_and_rematches_are_named_with_their_table() -> None:
    snapshot, before = played(), round_two(*GOOD)
    plan = swapped(as_plan(before), 2, 5)  # A meets E again, and B meets F again
    found = judge(snapshot, before, plan)
    assert {(w.rule, w.players, w.table) for w in found} >= {
        ("rematch", (5, 1), 1), ("rematch", (6, 2), 3), ("score", (1, 5), 1), ("score", (2, 6), 3),
    }  # fmt: skip
    texts = [w.reason.text() for w in found]
    assert "5 and 1 have met before in this event" in texts
    assert "1 (1) meets 5 (0): 1 apart" in texts


def test_a_forbidden_pair_is_named_wherever_it_sits() -> None:
    snapshot, before = played(forbidden=["A B"]), round_two(*GOOD)
    assert rules(snapshot, before, as_plan(before)) == [("forbidden", (2, 1), 1)]


def test_everybody_has_to_be_in_the_round_once() -> None:
    snapshot, before = played(), round_two(*GOOD)
    plan = replace(
        as_plan(before),
        matches=(
            PlannedMatch(1, (2, 1)),
            PlannedMatch(1, (4, 3)),
            PlannedMatch(3, (6, 1)),
            PlannedMatch(4, (8, 7)),
        ),
    )
    found = rules(snapshot, before, plan)
    assert ("not_seated", (5,), None) in found
    assert ("twice", (1,), None) in found
    assert ("table_twice", (), 1) in found


def test_a_table_of_three_is_no_table() -> None:
    snapshot, before = played(), round_two(*GOOD)
    plan = replace(as_plan(before), matches=(PlannedMatch(1, (2, 1, 4)),))
    assert ("seats", (2, 1, 4), 1) in rules(snapshot, before, plan)


def test_somebody_who_has_left_is_a_stranger() -> None:
    before = round_two(*GOOD)
    snapshot = played(about={"H": {"left_after_round": 1}})
    assert ("stranger", (8,), None) in rules(snapshot, before, as_plan(before))


def test_byes_are_named_if_they_are_too_many_too_high_or_the_second() -> None:
    players = "A B C D E F G H J"
    snapshot = played("J has a bye", players=players)
    before = round_two((1, 2), (3, 4), (9, 5), (6, 7), bye=8)
    plan = as_plan(before)
    assert "bye" not in [w.rule for w in judge(snapshot, before, plan)]
    assert ("bye", (1,), None) in rules(snapshot, before, swapped(plan, 8, 1))
    assert ("second_bye", (9,), None) in rules(snapshot, before, swapped(plan, 8, 9))
    three = replace(plan, matches=plan.matches[:3], byes=(*plan.byes, PlannedBye(6), PlannedBye(7)))
    assert ("byes", (6, 7, 8), None) in rules(snapshot, before, three)


def test_byes_asked_for_are_kept_apart_from_those_nobody_asked_for() -> None:
    before = round_two(*GOOD)
    snapshot = replace(played(), bye_requests=(ByeRequest(1, 2, ByeKind.HALF),))
    assert ("asked_bye", (1,), None) in rules(snapshot, before, as_plan(before))
    plan = replace(
        as_plan(before),
        matches=as_plan(before).matches[1:],
        byes=(PlannedBye(1, ByeKind.HALF), PlannedBye(2, ByeKind.HALF)),
    )
    assert ("no_bye_asked", (2,), None) in rules(snapshot, before, plan)
    assert ("no_bye_asked", (1,), None) not in rules(snapshot, before, plan)


def test_the_first_mover_and_the_fixed_table_of_new_tables_are_watched() -> None:
    """A has moved first, G second: by the rules G moves first."""
    snapshot, before = played(about={"A": {"fixed_table": 4}}), round_two(*GOOD)
    plan = paired_by_hand(as_plan(before), 1, 7)
    found = rules(snapshot, before, plan)
    assert ("first_mover", (1, 7), 1) in found
    assert ("fixed_table", (1,), 1) in found
    assert not any(w[0] == "fixed_table" for w in rules(snapshot, before, moved(plan, 1, 4)))


def test_meetings_of_an_earlier_season_count_in_a_league() -> None:
    snapshot = replace(
        event(players="A B C D", system="tiered", season=13), earlier_meetings=(EarlierMeeting(12, (1, 2)),)
    )
    before = Round(1, RoundStatus.PAIRED, (Match(1, (1, 2)), Match(2, (3, 4))))
    assert ("season_rematch", (1, 2), 1) in rules(snapshot, before, as_plan(before))


# --- against the engine -----------------------------------------------------------------------------------------------
def test_a_plan_is_compared_with_what_the_engine_pairs() -> None:
    snapshot = played()
    plan = pair(snapshot)
    assert compare_with_engine(snapshot, plan).is_same
    a, b = plan.matches[0].seats[0], plan.matches[1].seats[0]
    found = compare_with_engine(snapshot, moved(swapped(plan, a, b), 3, 4))
    assert found.different == (1, 2) and set(found.same) == {3, 4}
    assert {frozenset(s) for s in found.only_engine} == {frozenset(m.seats) for m in plan.matches[:2]}
    assert not found.is_same and found.error == ""


def test_the_seed_of_the_round_is_that_of_the_comparison() -> None:
    """Rounds drawn from different seeds differ for at least one of a few seeds; with the own seed never."""
    snapshot = played()
    seeds = [f"seed {n}" for n in range(8)]
    plans = {seed: pair(replace(snapshot, draw_seed=seed)) for seed in seeds}
    assert all(compare_with_engine(snapshot, plan, seed=seed).is_same for seed, plan in plans.items())
    assert not all(compare_with_engine(snapshot, plan, seed=seeds[0]).is_same for plan in plans.values())


def test_an_engine_that_would_not_pair_the_round_says_why() -> None:
    snapshot = event(["A beats B"], system="monrad")
    found = compare_with_engine(snapshot, RoundPlan(2, (PlannedMatch(1, (1, 2)),)))
    assert found.different == (1,) and "no legal pairing" in found.error


# --- a group ----------------------------------------------------------------------------------------------------------
def test_a_group_is_paired_anew_as_the_system_pairs_it() -> None:
    snapshot = played()
    before = round_two((1, 6), (2, 3), (4, 5), (7, 8))  # A and D float for no reason
    plan = group_repaired(snapshot, before, [1, 4, 5, 6])
    tables = {m.table: frozenset(m.seats) for m in plan.matches}
    assert {tables[1], tables[3]} == {frozenset((1, 4)), frozenset((5, 6))}
    assert (tables[2], tables[4]) == (frozenset((2, 3)), frozenset((7, 8)))
    assert all(said(plan, table)[0] == "paired by hand" for table in (1, 3))
    assert said(plan, 2) == []


def test_who_sits_at_the_tables_of_a_group_belongs_to_it() -> None:
    snapshot = played()
    plan = group_repaired(snapshot, round_two((1, 6), (2, 3), (4, 5), (7, 8)), [1, 4])
    assert {frozenset(m.seats) for m in plan.matches} >= {frozenset((1, 4)), frozenset((5, 6))}


def test_the_bye_of_a_group_is_given_anew_among_its_players() -> None:
    snapshot = played("J has a bye", players="A B C D E F G H J")
    before = round_two((1, 2), (3, 4), (9, 6), (7, 8), bye=5)
    plan = group_repaired(snapshot, before, [5, 6, 9])
    assert {p for m in plan.matches for p in m.seats} | set(byes(plan)) == set(range(1, 10))
    assert set(byes(plan)) <= {5, 6}


def test_a_group_that_cannot_be_paired_or_is_playing_is_refused() -> None:
    snapshot = played()
    before = round_two((1, 5), (2, 3), (4, 6), (7, 8))
    with pytest.raises(Impossible):
        group_repaired(snapshot, before, [1, 5])
    with pytest.raises(PairingError, match="players: table 2 is being played"):
        group_repaired(snapshot, before, [1, 2], frozenset({2}))
    with pytest.raises(PairingError, match="players: 44 is not in the event"):
        group_repaired(snapshot, before, [44])


def test_where_the_system_decides_no_group_can_be_paired_anew() -> None:
    snapshot = event(players="A B C D", system="round_robin")
    with pytest.raises(PairingError, match="the system decides who meets whom"):
        group_repaired(snapshot, as_round(pair(snapshot)), [1, 2])
