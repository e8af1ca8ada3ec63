"""Plain matchings against an independent implementation (tests/checker/matching.py) and listing everything."""

from itertools import combinations
from random import Random

import pytest

from pairing.matching.plain import NotAll, leave_one_out, perfect_matching
from pairing.model.work import Work
from tests.checker.matching import has_perfect_matching, most_covered

Barred = dict[int, set[int]]


def random_barred(rng: Random, ids: list[int]) -> Barred:
    share = rng.choice([0.0, 0.3, 0.6, 0.8, 1 - 2 / len(ids)])
    barred: Barred = {id: set() for id in [*ids, 777]}
    for a, b in combinations([*ids, 777], 2):  # 777 is somebody who is not there
        if rng.random() < share:
            barred[a].add(b)
            barred[b].add(a)
    return barred


def possible(ids: list[int], barred: Barred) -> dict[int, set[int]]:
    return {a: {b for b in ids if b != a and b not in barred[a]} for a in ids}


def test_a_perfect_matching_is_found_exactly_when_there_is_one() -> None:
    seen = {True: 0, False: 0}
    for seed in range(100):
        rng = Random(seed)
        ids = rng.sample(range(1, 100), rng.choice([2, 4, 6, 10, 16, 24]))
        barred = random_barred(rng, ids)
        graph = possible(ids, barred)
        exists = has_perfect_matching(graph)
        seen[exists] += 1
        if exists:
            pairs = perfect_matching(ids, barred, Work())
            assert sorted(p for pair in pairs for p in pair) == sorted(ids)
            assert all(b in graph[a] for a, b in pairs)
        else:
            with pytest.raises(NotAll) as caught:
                perfect_matching(ids, barred, Work())
            shown = set(caught.value.players)
            assert most_covered(graph, shown) < len(shown), "the players shown prove it"
    assert min(seen.values()) > 12


def test_the_first_player_of_the_first_tier_whose_absence_works_is_left_out() -> None:
    seen = {"first": 0, "later": 0, "lower tier": 0, "nobody": 0}
    for seed in range(100):
        rng = Random(seed)
        ids = rng.sample(range(1, 100), rng.choice([3, 5, 7, 9]))
        barred = random_barred(rng, ids)
        candidates = rng.sample(ids, rng.randint(0, len(ids)))
        cut = rng.randint(0, len(candidates))
        tiers = [tier for tier in (candidates[:cut], candidates[cut:]) if tier]
        works = [c for c in candidates if has_perfect_matching(possible([i for i in ids if i != c], barred))]
        if not works:
            seen["nobody"] += 1
            with pytest.raises(NotAll):
                leave_one_out(ids, barred, tiers, Work())
            continue
        assert leave_one_out(ids, barred, tiers, Work()) == works[0]
        place = candidates.index(works[0])
        seen["first" if place == 0 else "later" if place < cut else "lower tier"] += 1
    assert min(seen.values()) > 3
