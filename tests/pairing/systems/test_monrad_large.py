"""Large fields: what is left out of the problem to make it small (stand_ins.py) changes no answer."""

from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.types import RoundPlan, Snapshot
from pairing.systems.monrad import plan as monrad_plan
from tests.bench.fields import played_event
from tests.pairing.random_fields import random_event
from tests.sweep import seeds, sweep_rows


def some_event(rng: Random) -> Snapshot:
    players = rng.randint(20, 200)
    if rng.random() < 0.5:
        return random_event(rng, players, rng.randint(0, 9))
    return played_event(
        players,
        rng.randint(0, 15),
        seed=rng.randrange(10**6),
        draws=rng.choice((0, 0.3)),
        club=rng.choice((0, 0, 0.1, 0.3)),
        clubs=rng.choice((0, 0, 0, 12)),
    )


def outcome(event: Snapshot) -> RoundPlan | str:
    try:
        return pair(event)
    except Impossible as impossible:
        return impossible.code


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_stand_ins_change_no_answer(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    for _ in range(8):
        event = some_event(rng)
        monkeypatch.setattr(monrad_plan, "WITH_STAND_INS", True)
        small = outcome(event)
        monkeypatch.setattr(monrad_plan, "WITH_STAND_INS", False)
        assert outcome(event) == small


@pytest.mark.parametrize(
    ("players", "rounds", "shape"),
    [
        (300, 9, {"club": 0.5}),
        (200, 40, {"draws": 0.3}),
        *sweep_rows(
            (300, 0, {}), (200, 6, {"flat": True}),
            (1000, 9, {"club": 0.5}), (1000, 9, {"clubs": 3}), (1000, 0, {}), (500, 6, {"flat": True}),
            (3000, 14, {"draws": 0.3}),
        ),
    ],
)  # fmt: skip
def test_fields_of_every_shape_are_paired(players: int, rounds: int, shape: dict[str, Any]) -> None:
    """The engine checks the plan; the time it takes is measured by tests/bench."""
    assert 2 * len(pair(played_event(players, rounds, **shape)).matches) == players


def test_a_club_of_sixty_percent_is_refused_with_the_reason() -> None:
    event = played_event(300, 5, club=0.6)
    with pytest.raises(Impossible) as refused:
        pair(event)
    assert refused.value.code == "monrad_too_few"
    assert set(refused.value.players) <= {p for both in event.forbidden_pairs for p in both}
    assert len(refused.value.players) == refused.value.params["count"] + 1 == 121, (
        "one more than there are others"
    )
