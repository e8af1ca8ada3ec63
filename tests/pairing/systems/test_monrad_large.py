"""Large fields: what is left out of the problem to make it small (thinning.py) changes no answer."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.errors import Impossible
from pairing.systems.monrad import plan as monrad_plan
from pairing.systems.monrad.thinning import Thinner
from pairing.systems.monrad.walk import Walk
from pairing.types import RoundPlan, Snapshot
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
        monkeypatch.setattr(monrad_plan, "THIN", True)
        thinned = outcome(event)
        monkeypatch.setattr(monrad_plan, "THIN", False)
        assert outcome(event) == thinned


@pytest.mark.sweep
def test_stand_ins_and_their_fallbacks_are_really_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else the test above would prove nothing."""
    used = {"large": 0, "end": 0, "more": 0}
    large, end, build = Walk._large, Walk._end_of_group, Thinner._build

    def count(name: str, function: object) -> object:
        def counted(*args: object) -> object:
            used[name] += 1
            return function(*args)  # type: ignore[operator]

        return counted

    def more(self: Thinner, first: int, rest: list[list[int]], standing: list[int], bye: bool) -> object:
        used["more"] += any(r > 3 for r in standing)
        return build(self, first, rest, standing, bye)

    monkeypatch.setattr(Walk, "_large", count("large", large))
    monkeypatch.setattr(Walk, "_end_of_group", count("end", end))
    monkeypatch.setattr(Thinner, "_build", more)
    rng = Random(0)
    for _ in range(80):
        outcome(some_event(rng))
    assert used["large"] > 100
    assert min(used.values()) > 3


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_renaming_the_players_renames_the_plan(seed: int) -> None:
    event = replace(
        played_event(150, 8, draws=0.3, seed=seed), options={"order": "registration", "first_mover": "lot"}
    )
    rng = Random(seed)
    names = dict(zip([e.id for e in event.entrants], rng.sample(range(1, 10**6), 150), strict=True))
    renamed = replace(
        event,
        entrants=tuple(replace(e, id=names[e.id]) for e in event.entrants),
        rounds=tuple(
            replace(
                r,
                matches=tuple(replace(m, seats=tuple(names[p] for p in m.seats)) for m in r.matches),
                byes=tuple(replace(b, player=names[b.player]) for b in r.byes),
            )
            for r in event.rounds
        ),
    )
    before = [frozenset(names[p] for p in m.seats) for m in pair(event).matches]
    assert [frozenset(m.seats) for m in pair(renamed).matches] == before


@pytest.mark.parametrize(
    ("players", "rounds", "shape"),
    [
        (300, 9, {"club": 0.5}),
        (200, 40, {"draws": 0.3}),
        (300, 0, {}),
        (200, 6, {"flat": True}),
        *sweep_rows(
            (1000, 9, {"club": 0.5}), (1000, 9, {"clubs": 3}), (1000, 0, {}), (500, 6, {"flat": True}),
            (3000, 14, {"draws": 0.3}),
        ),
    ],
)  # fmt: skip
def test_fields_of_every_shape_are_paired(players: int, rounds: int, shape: dict[str, Any]) -> None:
    """The engine checks the plan; the time it takes is measured by tests/bench."""
    assert 2 * len(pair(played_event(players, rounds, **shape)).matches) == players


def test_a_club_of_sixty_percent_is_refused_with_the_reason() -> None:
    event = played_event(1000, 5, club=0.6)
    with pytest.raises(Impossible) as refused:
        pair(event)
    assert refused.value.code == "monrad_too_few"
    assert set(refused.value.players) <= {p for both in event.forbidden_pairs for p in both}
    assert len(refused.value.players) == refused.value.params["count"] + 1 == 401
