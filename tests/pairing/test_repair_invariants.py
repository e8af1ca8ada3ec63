"""What holds of every repair, in every Swiss for two: random rounds in which several things have changed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pairing.engine import pair
from pairing.errors import PairingError
from pairing.field import Field
from pairing.options import parse
from pairing.repair import Repair, as_round, judge, repairs
from pairing.systems import SYSTEMS
from pairing.types import ByeKind, Round, Snapshot
from tests.bench.fields import played_event
from tests.pairing.random_repairs import changed, random_case

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
    return severity, len(repair.broken), repair.distance, repair.objective


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
    for _ in range(90):
        case = random_case(rng, 16, changes=4)
        if case is None:
            continue
        snapshot, round_, frozen = replace(case[0], system=system), case[1], case[2]
        found = repairs(snapshot, round_, frozen=frozen, most=5)
        check(snapshot, round_, frozen, found)
        assert repairs(snapshot, round_, frozen=frozen, most=5) == found
        checked += 1
    assert checked > 35


@pytest.mark.parametrize("players", [60, 141])
def test_many_changes_of_a_large_round_are_repaired(players: int) -> None:
    rng = Random(players)
    for seed in range(4):
        event = played_event(players, 6, draws=0.2, seed=seed)
        round_ = as_round(pair(event))
        for _ in range(8):
            event = changed(rng, event, round_)
        frozen = frozenset(m.table for m in round_.matches if rng.random() < 0.3)
        found = repairs(event, round_, frozen=frozen)
        check(event, round_, frozen, found)


def test_who_is_named_first_in_the_list_does_not_matter_for_what_a_repair_costs() -> None:
    rng = Random(3)
    for _ in range(60):
        case = random_case(rng, 12, order="rating")
        if case is None:
            continue
        snapshot, round_, frozen = case
        turned = replace(round_, matches=tuple(reversed(round_.matches)), byes=tuple(reversed(round_.byes)))
        mixed = replace(snapshot, entrants=tuple(reversed(snapshot.entrants)))
        found = repairs(snapshot, round_, frozen=frozen)
        assert [ranked_by(r) for r in repairs(mixed, turned, frozen=frozen)] == [ranked_by(r) for r in found]


def test_a_repair_breaks_no_more_rules_than_it_says() -> None:
    rng = Random(4)
    hard = {"forbidden", "rematch", "second_bye", "not_seated", "twice", "stranger", "table_twice", "seats"}
    for _ in range(120):
        case = random_case(rng, 12, changes=3)
        if case is None:
            continue
        snapshot, round_, _ = case
        for repair in repairs(snapshot, round_):
            judged = [w.rule for w in judge(snapshot, round_, repair.plan) if w.rule in hard]
            assert sorted(judged) == sorted(r.rule for r in repair.relaxed)


def test_an_engine_error_is_passed_on() -> None:
    event = replace(played_event(8, 1), system="no such system")
    with pytest.raises(PairingError, match="no such system"):
        repairs(event, Round(2))
