"""Schedules for four planned again when players come and go, with byes, with forbidden pairs."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pairing.engine import outlook, pair
from pairing.engine.standings import rank
from pairing.model.errors import Impossible
from pairing.model.types import ByeKind, ByeRequest, Snapshot
from tests.pairing.mahjong_events import (
    FOUR_ROUNDS,
    changed,
    everybody,
    from_start,
    ids,
    planned,
    play_on,
    why,
    winds_of,
    with_entrant,
)
from tests.sweep import sweep_too

AGAIN = {"leavers": "replan"}


def meetings_of(snapshot: Snapshot) -> Counter[frozenset[int]]:
    house = {e.id for e in snapshot.entrants if e.house}
    return Counter(
        frozenset(two)
        for round_ in snapshot.rounds
        for match in round_.matches
        for two in combinations([p for p in match.seats if p not in house], 2)
    )


def test_when_four_leave_the_rest_is_planned_again_without_house_players() -> None:
    snapshot = play_on(from_start(44, options=AGAIN), 2)
    for name in ("P3", "P9", "P14", "P27"):
        snapshot = changed(snapshot, name, left_after_round=2)
    plan = pair(snapshot)
    assert len(plan.matches) == 10 and not plan.house and not plan.byes
    assert why(plan, snapshot, 1)[0] == (
        "Round 3 of a schedule made after round 2 for the players still in; what was played stays."
    )
    assert max(meetings_of(play_on(snapshot, 3)).values()) == 1


def test_a_schedule_planned_again_is_kept_to_while_nobody_comes_or_goes() -> None:
    snapshot = changed(play_on(from_start(21, options=AGAIN), 2), "P5", left_after_round=2)
    told = outlook(snapshot)
    for coming in told:
        plan = pair(snapshot)
        assert [match.seats for match in plan.matches] == [match.seats for match in coming.matches]
        snapshot = play_on(snapshot, 1)
    assert [plan.number for plan in told] == [3, 4, 5]


def test_who_comes_late_is_planned_in() -> None:
    snapshot = with_entrant(play_on(from_start(24, options=AGAIN), 1), "Late", joined_round=2)
    plan = pair(snapshot)
    assert len(plan.house) == 3 and not plan.byes
    late = play_on(snapshot, 4)
    new = ids(late, "Late")[0]
    assert sum(new in match.seats for round_ in late.rounds for match in round_.matches) == 4


def test_asking_for_a_bye_is_no_reason_to_plan_again() -> None:
    snapshot = play_on(from_start(24, options=AGAIN), 2)
    away = replace(snapshot, bye_requests=(ByeRequest(3, 3, ByeKind.ABSENT),))
    usual, without = pair(snapshot), pair(away)
    seat = {3: without.house[0]}
    assert [m.seats for m in without.matches] == [
        tuple(seat.get(p, p) for p in m.seats) for m in usual.matches
    ]
    assert [m.seats for m in pair(play_on(away, 1)).matches] == [
        m.seats for m in pair(play_on(snapshot, 1)).matches
    ]


def test_a_stored_schedule_for_those_who_are_there_is_left_alone() -> None:
    """The desk has planned the rest again: B is gone, I is in it."""
    rest = (
        FOUR_ROUNDS[0],
        *[tuple(tuple(9 if p == 2 else p for p in t) for t in r) for r in FOUR_ROUNDS[1:]],
    )
    snapshot = with_entrant(play_on(planned(options=AGAIN), 1), "I", joined_round=2)
    snapshot = replace(changed(snapshot, "B", left_after_round=1), schedule=rest)
    assert winds_of(pair(snapshot), snapshot) == ["E A F I", "C G D H"]
    without = replace(snapshot, schedule=FOUR_ROUNDS)
    assert why(pair(without), without, 1)[0].startswith("Round 2 of a schedule made after round 1")
    # Club mates were kept apart in the first round, so a plan from the second one on need not.
    mates = replace(without, entrants=tuple(replace(e, club="One") for e in without.entrants))
    assert pair(replace(mates, clubs_apart_rounds=1)).matches == pair(without).matches


def test_a_pair_forbidden_later_does_not_meet_where_no_schedule_is_stored() -> None:
    snapshot = play_on(from_start(20), 2)
    third = pair(snapshot).matches[0].seats
    whole = play_on(replace(snapshot, forbidden_pairs=((third[0], third[1]),)), 3)
    assert whole.rounds[:2] == snapshot.rounds
    for round_ in whole.rounds[2:]:
        assert all(not {third[0], third[1]} <= set(match.seats) for match in round_.matches)
    assert max(meetings_of(whole).values()) <= 2


@pytest.mark.parametrize("count", [22, *sweep_too(9, 11)])
def test_byes_instead_of_house_players_are_as_equal_as_possible(count: int) -> None:
    snapshot = play_on(from_start(count, options={"uneven": "byes"}), 5)
    assert not any(e.house for e in snapshot.entrants)
    byes = Counter(bye.player for round_ in snapshot.rounds for bye in round_.byes)
    assert sum(byes.values()) == 5 * (count % 4)
    assert max(byes.values()) - min(byes[id] for id in range(1, count + 1)) <= 1
    assert {bye.kind for round_ in snapshot.rounds for bye in round_.byes} == {ByeKind.FULL}
    assert all(line.points == 0 for line in rank(snapshot) if byes[line.player] == 5)


def test_who_has_a_bye_by_the_schedule_sits_for_who_has_left() -> None:
    snapshot = play_on(from_start(9, options={"uneven": "byes"}), 1)
    resting = snapshot.rounds[0].byes[0].player
    second = pair(snapshot).byes[0].player
    gone = next(id for id in range(1, 10) if id not in (resting, second))
    snapshot = changed(snapshot, f"P{gone}", left_after_round=1)
    plan = pair(snapshot)
    assert not plan.house and not plan.byes
    said = [line for table in (1, 2) for line in why(plan, snapshot, table)]
    assert f"P{second}, who would have a bye, takes the seat of P{gone} in this round." in said
    assert set(everybody(plan)) == set(range(1, 10)) - {gone}


def test_a_club_that_cannot_be_kept_apart_is_named_by_its_ids() -> None:
    club = [f"P{a} P{b}" for a, b in combinations((2, 5, 7), 2)]
    with pytest.raises(Impossible) as caught:
        pair(from_start(8, forbidden=club))
    assert set(caught.value.players) == {2, 5, 7}
