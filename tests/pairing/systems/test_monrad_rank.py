"""Monrad by rank against the procedure by hand: from the top of the list everybody takes the next one not met, and
where the last do not fit, pairs are dissolved from the bottom up.
"""

from collections.abc import Callable, Sequence

import pytest

from pairing.engine import pair
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.types import RoundPlan, Scoring, Snapshot
from pairing.systems.monrad_rank import MonradRankOptions, ranked
from tests.generator import play, random_recipe
from tests.pairing.events import byes_of, event
from tests.sweep import sweep_too

Pairs = list[tuple[int, int]]


def by_hand(order: Sequence[int], may_meet: Callable[[int, int], bool]) -> Pairs | None:
    if not order:
        return []
    first, *rest = order
    for other in rest:
        if may_meet(first, other):
            pairs = by_hand([p for p in rest if p != other], may_meet)
            if pairs is not None:
                return [(first, other), *pairs]
    return None


def expected(snapshot: Snapshot) -> tuple[Pairs, list[int]] | None:
    """The pairs and the bye: the last of the list whose bye leaves a pairing."""
    field = Field(snapshot)
    order = ranked(field, parse(MonradRankOptions, snapshot.options), Lots(snapshot.draw_seed))

    def may_meet(a: int, b: int) -> bool:
        return b not in field.met[a] and not field.is_apart(a, b)

    if len(order) % 2 == 0:
        pairs = by_hand(order, may_meet)
        return None if pairs is None else (pairs, [])
    for bye in reversed(order):
        if bye not in field.had_bye:
            pairs = by_hand([p for p in order if p != bye], may_meet)
            if pairs is not None:
                return pairs, [bye]
    return None


@pytest.mark.parametrize("seeds", [range(12), *sweep_too(range(12, 200))], ids=str)
def test_it_is_the_procedure_by_hand(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        for step in play(random_recipe(seed, ["monrad_rank"], (2, 11))):
            plan = step.answer
            if isinstance(plan, RoundPlan) and not plan.relaxed:
                asked = Field(step.snapshot).requested_byes
                byes = [b.player for b in plan.byes if b.player not in asked]
                found = expected(step.snapshot)
                assert found is not None
                assert sorted(map(sorted, found[0])) == sorted(sorted(m.seats) for m in plan.matches)
                assert byes == found[1]
                compared += 1
    assert compared > 2 * len(seeds)


NAMES = " ABCDE"


def test_the_tables_follow_the_ranking_and_say_who_was_passed_over() -> None:
    before = event(
        ["A beats B", "C beats D"],
        ["A beats C", "B beats D"],
        system="monrad_rank",
        options={"order": "registration"},
    )
    plan = pair(before)
    assert [sorted(NAMES[p] for p in match.seats) for match in plan.matches] == [["A", "D"], ["B", "C"]]
    assert [why.text(name_of=NAMES.__getitem__) for why in plan.matches[0].why] == [
        "A meets the next player in the ranking, as long as no one is left without an opponent.",
        "Not B, C: already played.",
        "In the ranking A is number 1 of 4, D number 4 of 4.",
    ]
    assert [why.text(name_of=NAMES.__getitem__) for why in plan.matches[1].why] == [
        "Next to each other in the ranking.",
        "In the ranking B is number 2 of 4, C number 3 of 4.",
    ]


def test_a_bye_says_who_has_had_one() -> None:
    before = event(
        ["A beats B", "C beats D", "E has a bye"],
        system="monrad_rank",
        options={"order": "registration"},
        scoring=Scoring(bye=0),
    )
    plan = pair(before)
    assert byes_of(plan, before) == {"D": "full"}
    assert [why.text(name_of=NAMES.__getitem__) for why in plan.byes[0].why] == [
        "The bye goes to the lowest-ranked player who has not had one.",
        "Not E: already had a bye.",
    ]
