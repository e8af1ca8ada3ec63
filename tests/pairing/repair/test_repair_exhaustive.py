"""Repairs against all pairings of small rounds (which is best, which is next), and what holds of every repair.

The oracle, written from docs/decisions/0011-repairs.md, tries every way to seat the players; rounds have up to eight
of them, and everything that can happen to a round: results corrected, players late or gone, pairs forbidden, byes asked
for, tables being played.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from pairing.engine import pair
from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import ByeKind, ByeRequest, Entrant, Match, Round, RoundStatus, Snapshot
from pairing.repair import Repair, repairs
from pairing.systems import SYSTEMS
from tests.bench.fields import played_event
from tests.checker.exhaustive import all_pairings
from tests.checker.facts import Facts
from tests.checker.objective import BYE, score_groups, vector
from tests.pairing.playing import OTHER, as_round, corrected, left
from tests.pairing.random_fields import random_event
from tests.sweep import seeds, sweep_too


def sets_of(repair: Repair, snapshot: Snapshot) -> frozenset[frozenset[int]]:
    asked = {r.player for r in snapshot.bye_requests if r.round == repair.plan.number}
    byes = [b.player for b in repair.plan.byes if b.player not in asked and b.kind is ByeKind.FULL]
    return frozenset(
        [*(frozenset(m.seats) for m in repair.plan.matches), *(frozenset((p, BYE)) for p in byes)]
    )


def key_of(repair: Repair, snapshot: Snapshot) -> Key:
    """What the oracle calls its key, told from the repair."""
    facts = Facts(document.dump(snapshot))
    sets = sets_of(repair, snapshot)
    forbidden = sum(r.rule == "forbidden" for r in repair.relaxed)
    again = sum(r.rule in ("rematch", "second_bye") for r in repair.relaxed)
    group = score_groups(facts.points, [p for both in sets for p in both if p != BYE])
    counts = vector(sets, group) if sets else []
    return (forbidden, again), repair.bye_above, len(repair.broken), repair.distance, counts


@pytest.mark.parametrize("seed", seeds(1, 12))
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


@pytest.mark.parametrize("seed", [40, *sweep_too(41, 42, 43)])
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
    assert nearer > 3, "or the corners are hardly looked at"


def test_rounds_paired_without_the_scores_have_repairs_between_the_two_ends() -> None:
    rng = Random(7)
    between = 0
    for seed in range(30):
        event = played_event(10, 5, draws=0.4, seed=seed)
        met = Facts(document.dump(event)).met
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
    return lower_hull([(w.key[2], w.round_distance) for w in best if w.key[:2] == best[0].key[:2]])


# --- every way to repair a round of two at a table, by trying all pairings: the oracle of the tests of re
Pair = tuple[int, int]
Key = tuple[tuple[int, int], int, int, int, list[int]]


@dataclass(frozen=True)
class Way:
    """One whole round: the pairs (a bye is (player, BYE)) and what it costs."""

    pairs: frozenset[frozenset[int]]
    key: Key
    round_distance: int


def ways(snapshot: Snapshot, round_: Round, frozen: frozenset[int]) -> list[Way]:
    """All repairs, the best first."""
    facts = Facts(document.dump(snapshot))
    points = {p: int(100 * value) for p, value in facts.points.items()}
    stay = [m.seats for m in round_.matches if m.table in frozen]
    busy = {p for seats in stay for p in seats}
    free = [p for p in facts.considered if p not in busy]
    old = [frozenset(m.seats) for m in round_.matches if m.table not in frozen]
    had = {frozenset((b.player, BYE)) for b in round_.byes if b.kind is ByeKind.FULL}
    candidates = [p for p in free if p not in facts.had_bye] or free
    lowest = min((points[p] for p in candidates), default=0)
    group = score_groups(facts.points, [*free, *busy])
    seats = free + [BYE] * (len(free) % 2)
    anybody = {a: {b for b in seats if b != a} for a in seats}

    def apart(a: int, b: int) -> int:
        if b == BYE:
            return max(0, points[a] - lowest)
        return abs(points[a] - points[b])

    def way(pairs: list[Pair]) -> Way:
        sets = {frozenset(both) for both in pairs}
        everything = [*pairs, *stay]
        forbidden = sum(frozenset(both) in facts.forbidden for both in everything)
        again = sum(frozenset(both) in facts.met for both in everything)
        again += sum(a in facts.had_bye for a, b in pairs if b == BYE)
        broken = sum(both not in sets for both in old)
        changed = [both for both in pairs if frozenset(both) not in [*old, *had]]
        above = sum(apart(*both) for both in changed if BYE in both)
        new = sum(apart(*both) for both in changed if BYE not in both)
        counts = vector([*sets, *map(frozenset, stay)], group) if everything else []
        whole = sum(apart(a, b) for a, b in everything)
        key = ((forbidden, again), above, broken, new, counts)
        return Way(frozenset([*sets, *map(frozenset, stay)]), key, whole)

    return sorted(map(way, all_pairings(seats, anybody)), key=lambda w: w.key)


# --- random rounds with something that has to be repaired, for the tests of repairs
Case = tuple[Snapshot, Round, frozenset[int]]
FLIP = {**OTHER, "1/2-1/2": "1-0", "0-0": "1-0", "---": "0-1"}


def paired(rng: Random, event: Snapshot, by_hand: float) -> Round | None:
    """The next round: mostly as the engine has it, sometimes put together by chance (as if by hand)."""
    try:
        plan = pair(event, overrides={"allow_rematches": True, "allow_second_bye": True})
    except PairingError:
        return None
    round_ = as_round(plan)
    if rng.random() < by_hand:
        players = [p for m in round_.matches for p in m.seats]
        rng.shuffle(players)
        pairs = zip(players[::2], players[1::2], strict=True)
        round_ = replace(round_, matches=tuple(Match(t, both) for t, both in enumerate(pairs, start=1)))
    return round_


def random_case(
    rng: Random, most: int, *, changes: int = 2, by_hand: float = 0.3, **options: object
) -> Case | None:
    """An event after something has changed, its last round as it stood before, and tables being played."""
    event = random_event(rng, rng.randint(2, most), rng.randint(0, 6), **options)
    round_ = paired(rng, event, by_hand)
    if round_ is None:
        return None
    for _ in range(rng.randint(1, changes)):
        event = changed(rng, event, round_)
    frozen = frozenset(m.table for m in round_.matches if rng.random() < rng.choice((0, 0, 0.3)))
    return event, round_, frozen


def changed(rng: Random, event: Snapshot, round_: Round) -> Snapshot:
    """The event after one change."""
    number = round_.number
    seated = [p for m in round_.matches for p in m.seats] or [event.entrants[0].id]
    what = rng.choice(("result", "result", "late", "gone", "gone", "both", "forbidden", "bye"))
    if what == "result" and event.rounds and event.rounds[-1].matches:
        wrong = rng.choice(event.rounds[-1].matches)
        return corrected(event, number - 1, wrong.table, FLIP[wrong.result or "1-0"])
    if what == "late":
        new = Entrant(max(e.id for e in event.entrants) + 1, joined_round=number)
        return replace(event, entrants=(*event.entrants, new))
    if what == "bye":
        asked = ByeRequest(rng.choice(seated), number, ByeKind.HALF)
        return replace(event, bye_requests=(*event.bye_requests, asked))
    if what == "forbidden" and round_.matches:
        a, b = rng.choice(round_.matches).seats
        return replace(event, forbidden_pairs=(*event.forbidden_pairs, (a, b)))
    gone = (
        set(rng.choice(round_.matches).seats) if what == "both" and round_.matches else {rng.choice(seated)}
    )
    return left(event, *gone, after=number - 1)


# --- what holds of every repair, in every swiss for two: random rounds in which several things have chang
SWISS = ("monrad", "random_swiss", "wcsc", "tiered")


def expected(snapshot: Snapshot, round_: Round, frozen: frozenset[int]) -> set[int]:
    """Who has to be in the round: by the system, asked byes included, or because they are playing."""
    system = SYSTEMS[snapshot.system]
    field = Field(snapshot)
    playing = set(system.playing(field, parse(system.options, snapshot.options)))
    busy = {p for m in round_.matches if m.table in frozen for p in m.seats}
    return playing | busy | set(field.requested_byes)


def ranked_by(repair: Repair) -> tuple[object, ...]:
    rules = [r.rule for r in repair.relaxed]
    severity = (
        rules.count("forbidden"),
        rules.count("rematch") + rules.count("second_bye"),
        rules.count("season_rematch"),
    )
    return severity, repair.bye_above, len(repair.broken), repair.distance, repair.objective


def check(snapshot: Snapshot, round_: Round, frozen: frozenset[int], found: tuple[Repair, ...]) -> None:
    old = {m.table: m for m in round_.matches}
    for repair in found:
        plan = repair.plan
        seated = [*(p for m in plan.matches for p in m.seats), *(b.player for b in plan.byes)]
        assert sorted(seated) == sorted(expected(snapshot, round_, frozen))
        assert sum(b.kind is ByeKind.FULL for b in plan.byes) <= 1 + len(snapshot.bye_requests)
        tables = {m.table: m.seats for m in plan.matches}
        assert len(tables) == len(plan.matches)
        together = {frozenset(seats) for seats in tables.values()}
        assert repair.broken == tuple(t for t, m in sorted(old.items()) if frozenset(m.seats) not in together)
        assert not set(repair.broken) & frozen
        for table, seats in tables.items():
            assert table in repair.new or seats == old[table].seats
        assert set(repair.new) == {
            t for t, seats in tables.items() if t not in old or frozenset(seats) != frozenset(old[t].seats)
        }
    keys = [ranked_by(repair) for repair in found]
    assert keys == sorted(keys)
    seatings = {frozenset([*(frozenset(m.seats) for m in r.plan.matches), *r.plan.byes]) for r in found}
    assert len(seatings) == len(found)


@pytest.mark.parametrize("system", SWISS)
def test_every_repair_of_a_small_round_seats_everybody_once_and_they_come_in_order(system: str) -> None:
    rng = Random(system)
    checked = 0
    for _ in range(45):
        case = random_case(rng, 16, changes=4)
        if case is None:
            continue
        snapshot, round_, frozen = replace(case[0], system=system), case[1], case[2]
        found = repairs(snapshot, round_, frozen=frozen, most=5)
        check(snapshot, round_, frozen, found)
        assert repairs(snapshot, round_, frozen=frozen, most=5) == found
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("players", [60, *sweep_too(141)])
def test_many_changes_of_a_large_round_are_repaired(players: int) -> None:
    rng = Random(players)
    for seed in range(4):
        event = played_event(players, 6, draws=0.2, seed=seed)
        round_ = as_round(pair(event))
        for _ in range(8):
            event = changed(rng, event, round_)
        frozen = frozenset(m.table for m in round_.matches if rng.random() < 0.3)
        check(event, round_, frozen, repairs(event, round_, frozen=frozen))
