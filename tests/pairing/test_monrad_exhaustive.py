"""Monrad against independent answers: the search through all pairings, and another weighted matching.

The search (brute_monrad.py) compares the whole objective, draw order and bye included; its fields have forbidden
pairs, byes, draws, forfeits, late entries, withdrawals, eliminations, and often so many rounds that nothing is left.
"""

from __future__ import annotations

from random import Random

import pytest

from pairing import document
from pairing.engine import pair
from pairing.errors import Impossible
from pairing.types import ByeKind, RoundPlan, Snapshot
from tests.bench.fields import played_event
from tests.checker.facts import Facts
from tests.checker.objective import BYE, best_vector, score_groups, vector
from tests.pairing import brute_monrad
from tests.pairing.random_fields import random_event

ORDERS = ("redraw", "fixed_draw", "rating", "registration")


def small_event(rng: Random, most: int) -> Snapshot | None:
    event = random_event(
        rng,
        rng.randint(2, most),
        rng.randint(0, 9),
        order=rng.choice(ORDERS),
        elimination=rng.choice(("none", "none", 1, 2, 3)),
    )
    return event if len(brute_monrad.Facts(event).considered) > 1 else None


def pairs_with_bye(plan: RoundPlan) -> set[frozenset[int]]:
    byes = {frozenset((bye.player, brute_monrad.BYE)) for bye in plan.byes if bye.kind is ByeKind.FULL}
    return {frozenset(match.seats) for match in plan.matches} | byes


def as_sets(pairs: list[tuple[int, int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize(
    ("seed", "most"), [(seed, 8) for seed in range(12)] + [(seed, 10) for seed in range(12, 20)]
)
def test_the_plan_is_the_best_of_all_pairings(seed: int, most: int) -> None:
    rng = Random(seed)
    paired = impossible = 0
    for _ in range(160):
        event = small_event(rng, most)
        if event is None:
            continue
        best = brute_monrad.best(event)
        if best is None:
            impossible += 1
            with pytest.raises(Impossible):
                pair(event)
        else:
            paired += 1
            assert pairs_with_bye(pair(event)) == as_sets(best)
    assert paired > 20
    assert impossible > 20


@pytest.mark.parametrize("seed", range(30, 40))
def test_rematches_are_the_fewest_the_lowest_and_the_oldest(seed: int) -> None:
    rng = Random(seed)
    again = 0
    for _ in range(120):
        event = small_event(rng, 8)
        if event is None or brute_monrad.best(event) is not None:
            continue
        best = brute_monrad.best_with_rematches(event)
        if best is None:
            with pytest.raises(Impossible):
                pair(event, overrides={"allow_rematches": True})
            continue
        again += 1
        plan = pair(event, overrides={"allow_rematches": True})
        assert pairs_with_bye(plan) == as_sets(best)
        met = brute_monrad.Facts(event).met_in
        rematches = {both for both in as_sets(best) if both in met}
        assert {frozenset(r.players) for r in plan.relaxed} == rematches
    assert again > 5


@pytest.mark.parametrize("seed", range(50, 58))
def test_floats_of_middling_fields_agree_with_another_matching(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        event = random_event(rng, rng.randint(12, 40), rng.randint(2, 12))
        facts = Facts(document.dump(event))
        try:
            plan = pair(event)
        except Impossible:
            assert best_vector(facts) is None
            continue
        groups = score_groups(facts.points, facts.considered)
        pairs = [
            both if brute_monrad.BYE not in both else both - {brute_monrad.BYE} | {BYE}
            for both in pairs_with_bye(plan)
        ]
        assert vector(pairs, groups) == best_vector(facts)


@pytest.mark.parametrize(("players", "rounds"), [(20, 12), (24, 15), (30, 11), (31, 9)])
def test_fields_that_have_met_a_lot_agree_with_another_matching(players: int, rounds: int) -> None:
    event = played_event(players, rounds, draws=0.3, seed=players)
    facts = Facts(document.dump(event))
    groups = score_groups(facts.points, facts.considered)
    assert vector(pairs_with_bye(pair(event)), groups) == best_vector(facts)
