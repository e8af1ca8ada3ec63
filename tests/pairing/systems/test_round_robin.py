"""`round_robin` against published Berger tables; fields of every size are looked at by tests/checker."""

import tracemalloc
from dataclasses import replace

import pytest

from pairing.engine import outlook, pair
from pairing.model.errors import Impossible, PairingError
from pairing.model.types import ByeKind, Entrant, Match, Round, Snapshot
from pairing.systems.round_robin import berger
from tests.pairing.playing import left, played, with_round

# FIDE Handbook C.05, annex 1, as published at c.w.fox.tripod.com/chess/berger.html
PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4"
    " | 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3"
    " | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5"
    " | 5-10 6-4 7-3 8-2 9-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8"
    " | 12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4"
    " | 4-12 5-3 6-2 7-1 8-11 9-10 | 12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11"
    " | 12-11 1-10 2-9 3-8 4-7 5-6 | 6-12 7-5 8-4 9-3 10-2 11-1",
}


def event(count: int, **options: object) -> Snapshot:
    people = tuple(Entrant(i, f"P{i}") for i in range(1, count + 1))
    return Snapshot(people, system="round_robin", options={"order": "registration", **options})


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_are_those_published(players: int) -> None:
    table = [[tuple(map(int, p.split("-"))) for p in r.split()] for r in PUBLISHED[players].split(" | ")]
    assert [list(berger(players, number)) for number in range(1, players)] == table


def test_a_round_of_thousands_of_players_is_made_by_itself() -> None:
    """Whole tables of 3,000 players have 4.5 million pairs, which took 0.8 GB for good."""
    snapshot = event(3000)
    tracemalloc.start()
    try:
        assert len(pair(snapshot).matches) == 1500
        left_over, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 30_000_000 and left_over < 5_000_000


def test_when_all_rounds_of_the_table_have_been_played_it_is_over() -> None:
    snapshot = played(event(5), rounds=5)
    with pytest.raises(
        Impossible, match=r"Round 6 cannot be paired: all players have met\. The Berger table has 5 rounds"
    ):
        pair(snapshot)


def test_a_rest_can_count_as_a_bye() -> None:
    assert [b.kind for b in pair(event(5, rest="full")).byes] == [ByeKind.FULL]


def test_a_double_round_robin_gives_no_rule_up() -> None:
    snapshot = event(4, double=True)
    for _ in range(6):
        assert pair(snapshot).relaxed == ()
        snapshot = played(snapshot)


def test_a_match_that_the_table_did_not_plan_is_told() -> None:
    """Round 1 of four is 1-4, 2-3; by hand 4-3 and 1-2 of round 2 were played instead."""
    snapshot = event(4)
    by_hand = Round(1, matches=(Match(1, (4, 3), "1-0"), Match(2, (1, 2), "1-0")))
    plan = pair(replace(snapshot, rounds=(by_hand,)))
    assert {(r.rule, frozenset(r.players)) for r in plan.relaxed} == {
        ("rematch", frozenset((3, 4))),
        ("rematch", frozenset((1, 2))),
    }


def test_nobody_can_join_a_table_that_is_full() -> None:
    snapshot = played(event(4))
    joined = replace(snapshot, entrants=(*snapshot.entrants, Entrant(5, "late", joined_round=2)))
    with pytest.raises(
        PairingError, match="No one can join in round 2: the Berger table for 4 players has no free place: 5"
    ):
        pair(joined)


def test_the_rest_of_the_table_can_be_told() -> None:
    snapshot = event(6)
    later = outlook(snapshot)
    assert [len(plan.matches) for plan in later] == [3] * 5
    for plan in later:
        assert pair(snapshot) == plan
        snapshot = played(snapshot)


def test_after_a_swiss_it_is_played_by_those_who_are_left() -> None:
    swiss = Round(1, matches=(Match(1, (1, 2), "1-0"), Match(2, (3, 4), "1-0"), Match(3, (5, 6), "1-0")))
    snapshot = left(with_round(event(6, after_round=1), swiss), 5, 6)
    plan = pair(snapshot)
    assert [m.seats for m in plan.matches] == [(1, 4), (2, 3)] and plan.number == 2
    again = pair(played(snapshot))
    assert [m.seats for m in again.matches] == [(4, 3), (1, 2)]
    assert again.relaxed == ()  # they met before the round robin began
    with pytest.raises(PairingError, match=r"starts after round 1\. Choose another system for round 1"):
        pair(replace(snapshot, rounds=()))
