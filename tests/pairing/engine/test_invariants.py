"""What holds for every pairing system, whatever its rules. A system added to SYSTEMS is tested by itself.

The events are random but reachable: every round was paired by the engine and then played.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from pairing.engine import pair
from pairing.formats.document import dump, load
from pairing.model.errors import Impossible
from pairing.model.options import describe
from pairing.model.types import RoundPlan
from pairing.seating.places import tables as seating_tables
from pairing.systems import SYSTEMS
from pairing.systems.mahjong import planning
from tests.generator import Step, play, random_recipe
from tests.generator.relabel import relabel
from tests.sweep import sweep_too

TWO_SEATS = [slug for slug, system in SYSTEMS.items() if system.seats == 2]

DRAWING_NOTHING = [
    slug
    for slug in TWO_SEATS
    if any(
        "registration" in (spec.choices or {})
        for spec in describe(SYSTEMS[slug].options)
        if spec.name == "order"
    )
]

# The lots of a league are made of the players' names, so that anybody can recompute them.
DRAWING_BY_NAME = ["tiered"]

every_system = pytest.mark.parametrize("slug", SYSTEMS)
every_event = pytest.mark.parametrize("seeds", [range(2), *sweep_too(range(2, 40))], ids=str)


@pytest.fixture(autouse=True, scope="module")
def short_searches() -> Iterator[None]:
    """How good a schedule is, is not looked at here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "STEPS", 500)
        patch.setattr(seating_tables, "STEPS", 200)
        yield


@cache
def steps(slug: str, seeds: range) -> list[Step]:
    """The rounds of some random events of a system."""
    return [step for seed in seeds for step in play(random_recipe(seed, [slug], (2, 24)))]


def outcome(plan: RoundPlan) -> set[frozenset[int]]:
    """Who meets whom, and the bye as a table of one."""
    return {
        *(frozenset(match.seats) for match in plan.matches),
        *(frozenset([bye.player]) for bye in plan.byes),
    }


def plans(slug: str, seeds: range) -> Iterator[tuple[Step, RoundPlan]]:
    return ((step, step.answer) for step in steps(slug, seeds) if isinstance(step.answer, RoundPlan))


@every_event
@every_system
def test_random_events_get_played(slug: str, seeds: range) -> None:
    """Or else the other tests here would prove nothing. Their documents come back, and all has a reason."""
    sizes = [len(plan.matches) for _, plan in plans(slug, seeds)]
    assert len(sizes) > len(seeds)
    assert max(sizes) > 1
    for step, plan in plans(slug, seeds):
        assert load(json.loads(json.dumps(dump(step.snapshot)))) == step.snapshot
        reasons = [match.why for match in plan.matches] + [bye.why for bye in plan.byes]
        for why in reasons:
            assert why and all(reason.text() for reason in why)


@every_event
@pytest.mark.parametrize("slug", [slug for slug in TWO_SEATS if slug not in DRAWING_BY_NAME])
def test_names_and_clubs_of_players_change_nothing(slug: str, seeds: range) -> None:
    for step, plan in plans(slug, seeds):
        renamed = tuple(
            replace(entrant, name=f"王 {len(step.snapshot.entrants) - i}", club=None, title="GM")
            for i, entrant in enumerate(step.snapshot.entrants)
        )
        assert pair(replace(step.snapshot, entrants=renamed, name="x"), overrides=step.overrides) == plan


@every_event
@pytest.mark.parametrize("slug", DRAWING_NOTHING)
def test_ids_are_labels_where_nothing_is_drawn(slug: str, seeds: range) -> None:
    """Without a draw, other ids in the same order change neither who meets whom nor who has the bye."""
    compared = 0
    for step, _ in plans(slug, seeds):
        settled = replace(step.snapshot, options={**step.snapshot.options, "order": "registration"})
        other = relabel(settled, lambda id: 10 * id + 7)
        try:
            plan = pair(settled)
        except Impossible:
            with pytest.raises(Impossible):
                pair(other)
            continue
        assert outcome(pair(other)) == {frozenset(10 * id + 7 for id in table) for table in outcome(plan)}
        compared += 1
    assert compared > len(seeds)


@every_event
@every_system
def test_a_finished_round_does_not_care_about_the_order_of_its_lines(slug: str, seeds: range) -> None:
    for step, plan in plans(slug, seeds):
        turned = tuple(replace(r, matches=r.matches[::-1], byes=r.byes[::-1]) for r in step.snapshot.rounds)
        assert pair(replace(step.snapshot, rounds=turned), overrides=step.overrides) == plan
