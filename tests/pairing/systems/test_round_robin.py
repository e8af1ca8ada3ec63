"""`round_robin` against published Berger tables, and by counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from pairing.engine import outlook, pair
from pairing.errors import Impossible, PairingError
from pairing.ranking import rank
from pairing.systems.round_robin import RoundRobinOptions, berger, table_of
from pairing.types import ByeKind, Entrant, Match, Round, Snapshot
from tests.pairing.playing import left, played, with_round
from tests.sweep import sweep_too

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
    assert [list(pairs) for pairs in berger(players)] == table


@pytest.mark.parametrize("players", [*range(2, 20), *sweep_too(*range(20, 61))])
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody_with_both_seats_in_turn(players: int, double: bool) -> None:
    rounds = table_of(players, RoundRobinOptions(double=double))
    inside = [[p for p in pairs if max(p) <= players] for pairs in rounds]
    met = Counter(p if double else tuple(sorted(p)) for pairs in inside for p in pairs)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // (1 if double else 2)
    for player in range(1, players + 1):
        seats = "".join(str(p.index(player)) for pairs in inside for p in pairs if player in p)
        assert abs(seats.count("0") - seats.count("1")) <= 1
        assert "000" not in seats and "111" not in seats


def test_an_odd_number_rests_in_turn_and_for_nothing() -> None:
    snapshot = played(event(5), rounds=5)
    byes = [b for r in snapshot.rounds for b in r.byes]
    assert sorted(b.player for b in byes) == [1, 2, 3, 4, 5]
    assert {b.kind for b in byes} == {ByeKind.ZERO}
    assert sum(line.points for line in rank(snapshot)) == 100 * 5 * 4 // 2
    with pytest.raises(Impossible, match="round 6: everybody has met everybody; the table has 5 rounds"):
        pair(snapshot)


def test_a_rest_can_count_as_a_bye() -> None:
    assert [b.kind for b in pair(event(5, rest="full")).byes] == [ByeKind.FULL]


def test_a_double_round_robin_gives_no_rule_up() -> None:
    snapshot = event(4, double=True)
    for _ in range(6):
        assert pair(snapshot).relaxed == ()
        snapshot = played(snapshot)
    assert Counter(frozenset(m.seats) for r in snapshot.rounds for m in r.matches) == {
        frozenset(two): 2 for two in combinations(range(1, 5), 2)
    }
    for one, two in pairwise(snapshot.rounds):
        assert {frozenset(m.seats) for m in one.matches} != {frozenset(m.seats) for m in two.matches}


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
        PairingError, match="nobody can join in round 2, since the table for 4 players has no free place: 5"
    ):
        pair(joined)


def test_the_rest_of_the_table_can_be_told() -> None:
    snapshot = event(6)
    later = outlook(snapshot)
    assert [len(plan.matches) for plan in later] == [3] * 5
    for plan in later:
        assert pair(snapshot) == plan
        snapshot = played(snapshot)


def test_numbers_are_drawn_once() -> None:
    snapshot = replace(event(8, order="lots"), draw_seed="berger")
    assert len({frozenset(m.seats) for plan in outlook(snapshot) for m in plan.matches}) == 28
    assert [m.seats for m in pair(snapshot).matches] != [(1, 8), (2, 7), (3, 6), (4, 5)]


def test_after_a_swiss_it_is_played_by_those_who_are_left() -> None:
    swiss = Round(1, matches=(Match(1, (1, 2), "1-0"), Match(2, (3, 4), "1-0"), Match(3, (5, 6), "1-0")))
    snapshot = left(with_round(event(6, after_round=1), swiss), 5, 6)
    plan = pair(snapshot)
    assert [m.seats for m in plan.matches] == [(1, 4), (2, 3)] and plan.number == 2
    again = pair(played(snapshot))
    assert [m.seats for m in again.matches] == [(4, 3), (1, 2)]
    assert again.relaxed == ()  # they met before the round robin began
    with pytest.raises(PairingError, match="begins after round 1; this is round 1"):
        pair(replace(snapshot, rounds=()))
