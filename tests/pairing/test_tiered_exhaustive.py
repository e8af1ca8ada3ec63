"""The league against its rules word for word (`brute_tiered`): whole leagues, and single tiers of all densities."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pairing.document import load
from pairing.engine import pair
from pairing.errors import PairingError
from pairing.matching.problem import NoPerfectMatching
from pairing.systems.tiered.refusal import UpperTier
from pairing.systems.tiered.search import neighbours
from tests.pairing.brute_tiered import Answer, Json, Upper, cheapest, everything
from tests.pairing.random_leagues import league


def differences(document: Json, expected: Answer) -> list[str]:
    """What the engine answers otherwise than the rules word for word."""
    try:
        plan = pair(load(document))
    except PairingError:
        too_few = not expected.pairs and len(expected.byes) <= 1
        return [] if expected.impossible or too_few else ["impossible"]
    asked = {r["player"] for r in document["bye_requests"]}
    found = {
        "pairs": {frozenset(m.seats) for m in plan.matches} ^ set(map(frozenset, expected.pairs)),
        "byes": {b.player for b in plan.byes} - asked ^ set(expected.byes),
        "relaxed": {(r.rule, frozenset(r.players)) for r in plan.relaxed} ^ expected.relaxed,
        "joined": {len(plan.notes)} ^ {expected.seen["joined"]},
        "why": [m for m in plan.matches if not m.why],
        "not impossible": expected.impossible,
    }
    return [f"{name}: {what}" for name, what in found.items() if what]


def compare_leagues(seeds: range, sizes: tuple[int, int] = (4, 12)) -> Counter[str]:
    """What was seen in the leagues of these seeds, all of them equal to the rules word for word."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        for document, expected in league(seed, sizes):
            found = differences(document, expected)
            assert not found, (seed, document["season"], len(document["rounds"]) + 1, found)
            seen += expected.seen
            seen["rounds"] += 1
            seen["impossible"] += expected.impossible
    return seen


def test_leagues_of_several_seasons_are_paired_as_the_rules_say() -> None:
    """A small part of `python -m tests.pairing.test_tiered_exhaustive 3000`."""
    seen = compare_leagues(range(60), (4, 10))
    assert seen["rounds"] > 500
    for what in (
        "refused",
        "taken back",
        "paired up",
        "not the first paired up",
        "season_rematch",
        "rematch",
        "joined",
    ):
        assert seen[what] > 5, what


def tier(rng: Random) -> tuple[list[int], dict[int, int], set[frozenset[int]]]:
    """Players in the order of their schedules, their ranking, and who has met whom."""
    order = list(range(1, 2 * rng.randint(1, 5) + 1))
    places = rng.sample(range(len(order)), len(order))
    density = rng.choice([0.1, 0.3, 0.5, 0.7, 0.85])
    met = {frozenset((a, b)) for a in order for b in order if a < b and rng.random() < density}
    return order, dict(zip(order, places, strict=True)), met


def compare_tier(rng: Random) -> Counter[str]:
    """One tier by refusals: the engine, the procedure to the letter, and the search where it goes in circles."""
    order, rank, met = tier(rng)
    rules = Upper(order, rank, lambda a, b: frozenset((a, b)) not in met)
    engine = UpperTier(order, rank, lambda a, b: int(frozenset((a, b)) in met))
    expected = rules.procedure() or next(rules.search(), None)
    if expected is None:
        with pytest.raises(NoPerfectMatching):
            engine.pair()
        return Counter(impossible=1)
    chosen = engine.pair()
    assert [{c.a, c.b} for c in chosen] == list(map(set, expected)), (order, rank, met)
    assert sum(len(c.taken_back) for c in chosen) <= rules.seen["taken back"]
    return rules.seen + Counter(tiers=1)


def compare_neighbours(rng: Random) -> Counter[str]:
    """One tier of neighbours with several seasons of rematches, as cheap as possible."""
    order, _, met = tier(rng)
    price = {pair: rng.choice([1, 1, 2, 3, None]) for pair in met}

    def cost(a: int, b: int) -> int | None:
        return price.get(frozenset((a, b)), 0)

    def legal(a: int, left: list[int]) -> list[int]:
        return [b for b in left if b != a and cost(a, b) is not None]

    expected = cheapest(everything(order, legal), lambda a, b: cost(a, b) or 0)
    if expected is None:
        with pytest.raises(NoPerfectMatching):
            neighbours(order, cost, 3)
        return Counter(impossible=1)
    assert neighbours(order, cost, 3) == expected
    return Counter(neighbours=1, relaxed=any(cost(a, b) for a, b in expected))


def compare_tiers(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += compare_tier(Random(seed)) + compare_neighbours(Random(seed))
    return seen


def test_single_tiers_are_paired_as_the_rules_say() -> None:
    seen = compare_tiers(range(1500))
    for what in ("tiers", "refused", "nobody else", "taken back", "gone in circles", "impossible", "relaxed"):
        assert seen[what] > 20, what


if __name__ == "__main__":
    import sys

    events = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("leagues:", dict(compare_leagues(range(events))))
    print("tiers:", dict(compare_tiers(range(20 * events))))
