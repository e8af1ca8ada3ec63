"""The random Swiss against the words of rules/tiebreak-study.md ("Conventions for studies").

Which outcomes are possible is worked out by hand or by listing all pairings; that they are equally likely is
a chi-square test over many draw seeds. Seeds are fixed, so a run always ends the same way.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.matching.at_random import draw_by_counting, draw_by_walking, random_matching
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.types import Snapshot
from pairing.model.work import Work
from tests.checker.exhaustive import all_pairings
from tests.checker.matching import has_perfect_matching
from tests.pairing.events import byes_of, event, pairs_of

Matching = frozenset[frozenset[int]]


def chi_square_is_plausible(seen: Counter, possible: Iterable) -> bool:
    """Whether `seen` looks uniform over `possible`: below the 99.99 % quantile (Wilson-Hilferty)."""
    cells = set(possible)
    assert set(seen) <= cells, f"impossible outcomes: {set(seen) - cells}"
    expected = sum(seen.values()) / len(cells)
    statistic = sum((seen[cell] - expected) ** 2 / expected for cell in cells)
    freedom = len(cells) - 1
    return statistic < (freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3)


def matchings(barred: dict[int, set[int]]) -> set[Matching]:
    """Every legal matching, by exhaustive listing."""
    legal = {a: {b for b in barred if b != a and b not in barred[a]} for a in barred}
    return {frozenset(map(frozenset, pairs)) for pairs in all_pairings(list(barred), legal)}


def as_matching(pairs: Iterable[tuple[int, int]] | None) -> Matching:
    return frozenset(map(frozenset, pairs or ()))


def barring(players: Iterable[int], pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    barred: dict[int, set[int]] = {player: set() for player in players}
    for a, b in pairs:
        barred[a].add(b)
        barred[b].add(a)
    return barred


def outcomes(snapshot: Snapshot, seeds: int) -> Counter:
    """How often each round came out: its pairs and its bye, by name."""
    seen: Counter = Counter()
    for seed in range(seeds):
        plan = pair(replace(snapshot, draw_seed=f"draw {seed}"))
        bye = "".join(byes_of(plan, snapshot))
        seen[frozenset("".join(sorted(two)) for two in pairs_of(plan, snapshot)), bye] += 1
    return seen


def outcome(text: str) -> tuple[frozenset[str], str]:
    """`AB CD | E`: these pairs, and the bye."""
    pairs, _, bye = text.partition("|")
    return frozenset(pairs.split()), bye.strip()


def test_round_one_is_any_matching_with_equal_chance() -> None:
    possible = [outcome(text) for text in ("AB CD", "AC BD", "AD BC")]
    assert chi_square_is_plausible(outcomes(event(players="A B C D"), 1500), possible)


def test_within_a_score_every_legal_matching_is_equally_likely() -> None:
    """Six players who all drew: 15 matchings, 8 of them without a rematch (derangements of three couples)."""
    snapshot = event("A draws B", "C draws D", "E draws F")
    seen = outcomes(snapshot, 2400)
    assert len(seen) == 8
    field = Field(snapshot)
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    possible = {
        (frozenset("".join(sorted(names[p] for p in two)) for two in matching), "")
        for matching in matchings(field.met)
    }
    assert chi_square_is_plausible(seen, possible)


def test_of_an_odd_score_group_any_member_floats_with_equal_chance() -> None:
    """Winners A, C, E; losers B, D, F. One winner floats; below, two of three matchings are no rematch."""
    snapshot = event("A beats B", "C beats D", "E beats F")
    possible = ["AC DE BF", "AC BE DF", "AE BC DF", "AE CF BD", "CE AD BF", "CE AF BD"]
    assert chi_square_is_plausible(outcomes(snapshot, 1800), map(outcome, possible))


def test_a_floater_is_one_of_the_groups_own_members_not_one_who_was_carried_down() -> None:
    """A, alone on 2 points, joins B and C on 1; of this odd pool B or C floats, never A again."""
    snapshot = event(
        ["A beats D", "B beats E", "C beats F"],
        ["A beats E", "B and D both lose", "C and F both lose"],
        players="A B C D E F",
    )
    assert Field(snapshot).points == {1: 200, 2: 100, 3: 100, 4: 0, 5: 0, 6: 0}
    seen = outcomes(snapshot, 600)
    floats = Counter(
        name for (pairs, _), n in seen.items() for name in "BC" if f"A{name}" in pairs for _ in range(n)
    )
    assert sum(floats.values()) == 600, "A always meets B or C"
    assert chi_square_is_plausible(floats, "BC")


# The event, and every outcome that is possible; all of them are equally likely.
POSSIBLE: dict[str, tuple[Snapshot, list[str]]] = {
    # A and B lead and have met; C has met A, D has met B, C and D have met: A-D and B-C is all there is.
    "a pool without a legal matching merges downwards": (
        event(["A draws B", "C draws D"], ["A beats C", "B beats D"]), ["AD BC"],
    ),
    # A and B (1.5) could meet, but C and D (0.5) have met, A has met C and B has met D.
    "the lowest pool without a legal matching joins the one above": (
        event(["A beats C", "B beats D"], ["C draws D", "A has a half bye", "B has a half bye"]), ["AD BC"],
    ),
    # E and F at the bottom may meet only A and B at the top, neither each other nor C or D between.
    "joining goes on upwards until there is a legal matching": (
        event(
            ["A has a bye", "B has a bye", "C has a half bye", "D has a half bye", "E is absent", "F is absent"],
            forbidden=["E F", "C E", "C F", "D E", "D F"],
        ),
        ["AE BF CD", "AF BE CD"],
    ),
    "the bye goes higher if the lowest one's bye leaves nobody legal": (
        event(["A beats B", "C has a bye"], forbidden=["A C"], players="A B C"), ["BC | A"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", POSSIBLE)
def test_what_can_be_drawn_is_drawn_equally_often(case: str) -> None:
    snapshot, possible = POSSIBLE[case]
    seen = outcomes(snapshot, 300 if len(possible) > 1 else 20)
    assert set(seen) == set(map(outcome, possible))
    assert len(possible) == 1 or chi_square_is_plausible(seen, map(outcome, possible))


def test_scores_drawn_together_are_said() -> None:
    snapshot, _ = POSSIBLE["a pool without a legal matching merges downwards"]
    reasons = [why.text() for match in pair(snapshot).matches for why in match.why]
    assert "All players on 1½ to ½ were paired together; separately they have no legal pairing." in reasons


def test_the_bye_is_drawn_among_the_lowest_without_an_earlier_bye() -> None:
    """E had the bye, so it is B's or D's, who have no point; either leaves a legal pairing."""
    seen = outcomes(event(["A beats B", "C beats D", "E has a bye"]), 1200)
    assert chi_square_is_plausible(Counter(bye for (_, bye), n in seen.items() for _ in range(n)), "BD")


def test_no_legal_pairing_is_said_to_be_impossible() -> None:
    with pytest.raises(Impossible) as caught:
        pair(event("A beats B"))
    assert caught.value.players in {(1,), (2,)}, "one of the two, who has nobody left, is proof enough"
    with pytest.raises(Impossible):
        pair(event(players="A B C", forbidden=["A B", "B C", "A C"]))
    with pytest.raises(Impossible):
        pair(event(["A has a bye", "B beats C"], ["B has a bye", "C beats A"], ["C has a bye", "A beats B"]))


def test_another_seed_is_another_draw_and_the_same_seed_the_same() -> None:
    snapshot = event(players=" ".join(f"P{i}" for i in range(40)))
    assert pair(snapshot) == pair(snapshot)
    assert pair(snapshot) != pair(replace(snapshot, draw_seed="another"))


# The draw of one pool: three ways, the same distribution.

TIGHT = {
    "six, three pairs met": barring(range(1, 7), [(1, 2), (3, 4), (5, 6)]),
    "eight, one has met nearly all": barring(range(1, 9), [(1, p) for p in range(2, 7)] + [(2, 3), (7, 8)]),
    "two clubs of four": barring(range(1, 9), [*combinations(range(1, 5), 2), *combinations(range(5, 9), 2)]),
    "a ring of eight": barring(
        range(8), [p for p in combinations(range(8), 2) if (p[1] - p[0]) % 8 not in (1, 7)]
    ),
}
Draw = Callable[[dict[int, set[int]], Lots, int], Iterable[tuple[int, int]] | None]
WAYS: dict[str, Draw] = {
    "as it chooses": lambda barred, lots, k: random_matching(list(barred), barred, lots, k, work=Work()),
    "counting": lambda barred, lots, k: draw_by_counting(list(barred), barred, lots, k, work=Work()),
    "walking": lambda barred, lots, k: draw_by_walking(
        draw_by_counting(list(barred), barred, Lots("start"), work=Work()) or [],
        barred,
        lots,
        k,
        work=Work(),
        excursions=20,
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", TIGHT)
def test_every_way_to_draw_is_uniform_over_all_legal_matchings(case: str, way: str) -> None:
    barred = TIGHT[case]
    possible = matchings(barred)
    seen = Counter(as_matching(WAYS[way](barred, Lots(case), k)) for k in range(30 * len(possible)))
    assert chi_square_is_plausible(seen, possible)


def test_a_matching_is_found_exactly_when_one_exists() -> None:
    rng = Random(7)
    found: Counter[Any] = Counter()
    for number in range(150):
        size = rng.choice([2, 4, 6, 10, 22, 30])
        share = rng.choice([0.3, 0.6, 0.9])
        pairs = [pair for pair in combinations(range(size), 2) if rng.random() < share]
        barred = barring(range(size), pairs)
        legal = {a: {b for b in range(size) if b != a and b not in barred[a]} for a in range(size)}
        drawn = random_matching(range(size), barred, Lots("exists"), number, work=Work())
        assert (drawn is not None) == has_perfect_matching(legal)
        assert not drawn or all(b in legal[a] for a, b in drawn)
        assert not drawn or sorted(p for two in drawn for p in two) == list(range(size))
        found[size > 20, drawn is not None] += 1
    assert min(found.values()) > 5, "both answers, for small and for large pools"
