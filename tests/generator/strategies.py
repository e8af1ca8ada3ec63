"""Hypothesis strategies of random events.

Each choice of a recipe is drawn by itself, so that failures shrink to few players and few rounds.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from pairing.registry import FOUR, seats_of
from pairing.systems import SYSTEMS
from pairing.types import Entrant
from tests.generator.recipe import RESULT_MIXES, SCORINGS, STANDARD, UNRESTS, Recipe, fitted, random_options


@st.composite
def entrants(draw: st.DrawFn, least: int = 2, most: int = 16) -> tuple[Entrant, ...]:
    """Players 1, 2, 3, ...: ratings and clubs with ties and gaps."""
    ratings = st.none() | st.sampled_from([1000, 1500, 1501, 2000])
    clubs = st.none() | st.sampled_from("AB")
    about = draw(st.lists(st.tuples(ratings, clubs), min_size=least, max_size=most))
    return tuple(
        Entrant(id, f"P{id}", rating=rating, club=club) for id, (rating, club) in enumerate(about, start=1)
    )


@st.composite
def recipes(draw: st.DrawFn, system: str, most: int = 16, **fixed: Any) -> Recipe:
    """Recipes of small events of one system; `fixed` fields are as given."""
    people = draw(entrants(most=most))
    pairs = st.tuples(st.integers(1, len(people)), st.integers(1, len(people)))
    seed = draw(st.integers(0, 2**16))
    fields = {
        "seed": seed,
        "system": system,
        "options": random_options(Random(seed), SYSTEMS[system].options),
        "rounds": draw(st.integers(1, min(8, len(people) + 1))),
        "entrants": people,
        "forbidden": tuple({pair for pair in draw(st.lists(pairs, max_size=4)) if pair[0] < pair[1]}),
        "club_rule": draw(st.booleans()),
        "scoring": draw(st.sampled_from(SCORINGS)) if seats_of(system) != FOUR else STANDARD,
        "stronger_wins": draw(st.sampled_from([1.0, 0.5])),
        "results": draw(st.sampled_from(RESULT_MIXES)),
        "unrest": draw(st.sampled_from(UNRESTS)),
    }
    return fitted(Recipe(**(fields | fixed)))
