"""The checker's part for leagues, brackets and round robins: does it see faults, and random events of them."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from pairing.formats.document import dump
from tests.checker.check import check
from tests.checker.facts import Json
from tests.checker.running import answer_json, run
from tests.generator import play, random_recipe
from tests.sweep import sweep_too

SYSTEMS = ("tiered", "bracket", "double_elimination", "round_robin")


def swap_second_seats(answer: Json) -> None:
    """The first two matches exchange their second players."""
    first, second = answer["matches"][:2]
    first["seats"][1], second["seats"][1] = second["seats"][1], first["seats"][1]


def drop_the_last_match(answer: Json) -> None:
    answer["matches"].pop()


def claim_nothing_is_left(answer: Json) -> None:
    answer["impossible"] = {"players": [], "because": "over"}


@pytest.mark.parametrize("system", ["bracket", "round_robin"])
@pytest.mark.parametrize("spoil", [swap_second_seats, drop_the_last_match, claim_nothing_is_left])
def test_a_spoilt_round_is_seen(system: str, spoil: Callable[[Json], None]) -> None:
    seen = looked = 0
    for seed in range(1, 25):
        for step in play(random_recipe(seed, [system], (6, 16))):
            answer = answer_json(step)
            if len(answer["matches"]) < 3:
                continue
            spoilt = deepcopy(answer)
            spoil(spoilt)
            looked += 1
            seen += bool(check(dump(step.snapshot), spoilt, step.overrides))
    assert looked > 8
    assert seen >= 0.9 * looked  # another pairing can be as good where a rematch has to be allowed


@pytest.mark.parametrize("seeds", [range(1, 21), *sweep_too(range(21, 61))])
@pytest.mark.parametrize("system", SYSTEMS)
def test_random_events_have_nothing_to_object_to(system: str, seeds: range) -> None:
    tally = run(seeds, [system], (2, 40))
    assert tally.violations == []
    assert tally.counts[f"rounds of {system}"] > len(seeds)
