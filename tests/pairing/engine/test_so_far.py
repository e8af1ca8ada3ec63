"""What a round looks at of the rounds before it, by the rules of each system."""

from typing import Any

import pytest

from pairing.engine import so_far
from pairing.model.so_far import Float, SoFar, Wish
from pairing.model.types import Snapshot
from tests.pairing.events import event


def three_rounds_on(system: str, **fields: Any) -> Snapshot:
    """The player named first has White. Before round 2 A has 1, C and D ½, B 0."""
    return event(
        ["A beats B", "C draws D"],
        ["C beats A", "B beats D by forfeit"],
        players="A B C D",
        system=system,
        **fields,
    )


def test_a_dutch_round_looks_at_colours_preferences_and_floats() -> None:
    """FIDE C.04.3. A forfeited game has no colour (C.04.2, 3.5), and points without a game are a downfloat (1.4.3).

    A: White, Black: difference 0, so a mild preference for the other colour than the last one (1.7.3); met a lower
    score. B: Black, so a strong one for White (1.7.2). C: White twice, so an absolute one for Black (1.7.1); met a
    higher score. D: Black.
    """
    assert so_far(three_rounds_on("dutch")) == {
        1: SoFar((0, 1), 0, Wish.MILD, ((2, Float.DOWN),)),
        2: SoFar((1,), 0, Wish.STRONG, ((2, Float.DOWN),)),
        3: SoFar((0, 0), 1, Wish.ABSOLUTE, ((2, Float.UP),)),
        4: SoFar((1,), 0, Wish.STRONG, ()),
    }


@pytest.mark.parametrize("system", ["monrad", "random_swiss"])
def test_where_the_first_move_goes_round_the_seats_had_are_looked_at(system: str) -> None:
    """rules/wcsc.md, "First mover": fewer first moves so far; seats of forfeited matches count."""
    found = so_far(three_rounds_on(system))
    assert {player: each.seats for player, each in found.items()} == {
        1: (0, 1),
        2: (1, 0),
        3: (0, 0),
        4: (1, 1),
    }
    assert all(each.due is None and not each.floats for each in found.values())


def test_where_lots_decide_or_the_system_has_a_plan_nothing_is_looked_at() -> None:
    assert so_far(three_rounds_on("monrad", options={"first_mover": "lot"})) == {}
    assert so_far(three_rounds_on("wcsc")) == {}, "its first move is drawn by lot unless chosen otherwise"
    assert so_far(event(players="A B C D", system="round_robin")) == {}
