"""What makes the Dutch system fast changes nothing: brackets built at once, stand-ins for the players below, few of
many players near the border between S1 and S2.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.work import Work
from pairing.systems.dutch import brackets, exchanges, network, quick
from pairing.systems.dutch.transpositions import first_transposition
from tests.generator import play, random_recipe
from tests.sweep import seeds


def everything(*given: Any) -> Iterator[network.Below]:
    """Only the last view of a bracket: all players below it."""
    yield list(network.views(*given))[-1]


@pytest.mark.parametrize("seed", seeds(every_day=3, swept=200))
def test_the_answer_is_that_of_the_whole_problem(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for step in play(random_recipe(seed, ["dutch"], (13, 50))):
        if isinstance(step.answer, Impossible):
            continue
        with monkeypatch.context() as patch:
            patch.setattr(quick, "QUICK", False)
            patch.setattr(brackets, "views", everything)
            patch.setattr(exchanges, "MORE", 50)
            whole = pair(step.snapshot, overrides=step.overrides)
        assert [m.seats for m in whole.matches] == [m.seats for m in step.answer.matches]
        assert [b.player for b in whole.byes] == [b.player for b in step.answer.byes]


@pytest.mark.parametrize("seed", range(20))
def test_the_first_transposition_is_the_first_of_all(seed: int) -> None:
    rng = Random(seed)
    for size in range(1, 7):
        share = rng.choice((0.4, 0.6, 0.9))
        rows = [sum(1 << c for c in range(size) if rng.random() < share) for _ in range(size)]
        possible = (
            p for p in permutations(range(size)) if all(r >> c & 1 for r, c in zip(rows, p, strict=True))
        )
        assert first_transposition(rows, Work()) == next((list(p) for p in possible), None)
