"""`tiered` by the sentences of rules/tiered-league.md; whole rounds of it are looked at by tests/checker."""

from collections import Counter
from random import Random

import pytest

from pairing.engine import pair
from pairing.matching.neighbours import neighbours
from pairing.matching.problem import NoPerfectMatching
from pairing.model.types import Bye, Entrant, Match, Round, RoundPlan, Snapshot
from pairing.model.work import Work
from pairing.systems.tiered.refusal import UpperTier
from tests.pairing.brute_tiered import Upper, cheapest, everything
from tests.sweep import sweep_too

NAMES = ("dok", "Xorlof", "awesomeunleashed", "Kinseth")


def league(*entrants: Entrant, rounds: tuple[Round, ...] = (), **more: object) -> Snapshot:
    return Snapshot(entrants, rounds, system="tiered", season=13, **more)  # type: ignore[arg-type]


def won(number: int, *pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> Round:
    """A completed round: each pair as (winner, loser)."""
    matches = tuple(Match(table, pair, "1-0") for table, pair in enumerate(pairs, 1))
    return Round(number, matches=matches, byes=tuple(map(Bye, byes)))


def pairs_of(plan: RoundPlan) -> list[tuple[int, int]]:
    return [m.seats for m in plan.matches]  # type: ignore[misc]


def source_example() -> Snapshot:
    """Four players without a loss whose schedules get easier from dok to Kinseth, and who they beat."""
    ranking = {"dok": 1, "Kinseth": 2, "awesomeunleashed": 3, "Xorlof": 4}
    winners = [Entrant(i, name, ranking=ranking[name]) for i, name in enumerate(NAMES, 1)]
    losers = [Entrant(4 + i, f"loser {i}", ranking=4 + i, mu=40.0 - 5 * i) for i in range(1, 5)]
    return league(*winners, *losers, rounds=(won(1, (1, 5), (2, 6), (3, 7), (4, 8)),))


def test_the_worked_example_of_the_source() -> None:
    plan = pair(source_example())
    assert pairs_of(plan)[:2] == [(1, 3), (2, 4)]
    assert "Xorlof refused dok: Kinseth, in the mirrored place, ranks below dok." in [
        reason.text(name_of=dict(enumerate(NAMES, 1)).__getitem__) for reason in plan.matches[0].why
    ]


# --- single tiers of a league of all densities against the rules word for word (`brute_tiered`); whole le
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
    engine = UpperTier(order, rank, lambda a, b: int(frozenset((a, b)) in met), Work())
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
            neighbours(order, cost, 3, Work())
        return Counter(impossible=1)
    assert neighbours(order, cost, 3, Work()) == expected
    return Counter(neighbours=1, relaxed=any(cost(a, b) for a, b in expected))


@pytest.mark.parametrize("seeds", [range(200), *sweep_too(range(200, 1500))])
def test_single_tiers_are_paired_as_the_rules_say(seeds: range) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += compare_tier(Random(seed)) + compare_neighbours(Random(seed))
    for what in ("tiers", "refused", "nobody else", "taken back", "gone in circles", "impossible", "relaxed"):
        assert seen[what] > len(seeds) // 75, what
