"""Repairs against all pairings of small rounds: which is best, which is next, and what lies between.

The oracle (brute_repair.py) tries every way to seat the players; rounds have up to eight of them, and everything that
can happen to a round: results corrected, players late or gone, pairs forbidden, byes asked for, tables being played.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pairing.repair import Repair, repairs
from pairing.types import ByeKind, Match, Round, RoundStatus, Snapshot
from tests.bench.fields import played_event
from tests.checker.objective import score_groups, vector
from tests.pairing.brute_monrad import Facts
from tests.pairing.brute_repair import BYE, Key, ways
from tests.pairing.random_repairs import random_case


def sets_of(repair: Repair, snapshot: Snapshot) -> frozenset[frozenset[int]]:
    asked = {r.player for r in snapshot.bye_requests if r.round == repair.plan.number}
    byes = [b.player for b in repair.plan.byes if b.player not in asked and b.kind is ByeKind.FULL]
    return frozenset(
        [*(frozenset(m.seats) for m in repair.plan.matches), *(frozenset((p, BYE)) for p in byes)]
    )


def key_of(repair: Repair, snapshot: Snapshot) -> Key:
    """What the oracle calls its key, told from the repair."""
    facts = Facts(snapshot)
    sets = sets_of(repair, snapshot)
    forbidden = sum(r.rule == "forbidden" for r in repair.relaxed)
    again = sum(r.rule in ("rematch", "second_bye") for r in repair.relaxed)
    scores = {p: Fraction(points, 100) for p, points in facts.points.items()}
    group = score_groups(scores, [p for both in sets for p in both if p != BYE])
    counts = vector(sets, group) if sets else []
    return (forbidden, again), len(repair.broken), repair.distance, counts


@pytest.mark.parametrize("seed", range(12))
def test_the_best_repairs_are_the_best_of_all_pairings_in_order(seed: int) -> None:
    rng = Random(seed)
    told = kept = relaxed = 0
    for _ in range(180):
        case = random_case(rng, 8, elimination=rng.choice(("none", "none", 2, 3)))
        if case is None:
            continue
        snapshot, round_, frozen = case
        found = repairs(snapshot, round_, frozen=frozen, most=6)
        best = ways(snapshot, round_, frozen)
        if found[0].moves_nobody:
            kept += 1
            assert key_of(found[0], snapshot) == best[0].key
            continue
        told += 1
        relaxed += bool(found[0].relaxed)
        assert [key_of(r, snapshot) for r in found] == [w.key for w in best[:6]]
        assert len({sets_of(r, snapshot) for r in found}) == len(found)
        for repair in found:
            same = next(w for w in best if w.pairs == sets_of(repair, snapshot))
            assert repair.round_distance == same.round_distance
    assert told > 40
    assert kept > 15
    assert relaxed > 3


def lower_hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of the lower left hull of (tables broken, distance)."""
    best: dict[int, int] = {}
    for x, y in points:
        best[x] = min(y, best.get(x, y))
    hull: list[tuple[int, int]] = []
    for point in sorted(best.items()):
        if hull and point[1] >= hull[-1][1]:
            continue
        while len(hull) > 1 and _above(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    return hull


def _above(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Whether b is on or above the line from a to c."""
    return (b[1] - a[1]) * (c[0] - a[0]) >= (c[1] - a[1]) * (b[0] - a[0])


@pytest.mark.parametrize("seed", range(40, 44))
def test_where_nothing_has_to_change_the_corners_between_keeping_all_and_the_nearest_are_told(
    seed: int,
) -> None:
    rng = Random(seed)
    nearer = 0
    for _ in range(260):
        case = random_case(rng, 8, changes=1)
        if case is None:
            continue
        found = repairs(case[0], case[1], frozen=case[2], most=20)
        if found[0].moves_nobody:
            assert told_of(found) == corners_of(*case)
            nearer += len(found) > 1
    assert nearer > 5


def test_rounds_paired_without_the_scores_have_repairs_between_the_two_ends() -> None:
    rng = Random(7)
    between = 0
    for seed in range(30):
        event = played_event(10, 5, draws=0.4, seed=seed)
        met = Facts(event).met_in
        while True:
            players = rng.sample(range(1, 11), 10)
            pairs = list(zip(players[::2], players[1::2], strict=True))
            if not any(frozenset(both) in met for both in pairs):
                break
        matches = tuple(Match(table, both) for table, both in enumerate(pairs, start=1))
        round_ = Round(6, RoundStatus.PAIRED, matches)
        found = repairs(event, round_, most=20)
        hull = corners_of(event, round_, frozenset())
        assert told_of(found) == hull
        between += len(hull) > 2
        assert told_of(repairs(event, round_, most=2)) == [hull[0], hull[-1]][: len(hull)]
    assert between > 2


def told_of(found: tuple[Repair, ...]) -> list[tuple[int, int]]:
    return [(len(r.broken), r.round_distance) for r in found]


def corners_of(snapshot: Snapshot, round_: Round, frozen: frozenset[int]) -> list[tuple[int, int]]:
    best = ways(snapshot, round_, frozen)
    return lower_hull([(w.key[1], w.round_distance) for w in best if w.key[0] == best[0].key[0]])
