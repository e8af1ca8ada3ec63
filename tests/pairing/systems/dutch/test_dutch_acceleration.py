"""Baku acceleration (C.04.7 article 1; rules/dutch.md, section 7): who gets extra points, and in which rounds."""

from dataclasses import replace

import pytest

from pairing.engine import extra_points, pair, so_far
from pairing.model.field import Field
from pairing.model.types import Entrant, Snapshot
from pairing.systems.dutch.acceleration import Acceleration, baku
from pairing.systems.dutch.histories import histories
from pairing.systems.dutch.sentences import EXTRA


def event(first: int, late: int = 0) -> Snapshot:
    """So many there from the first round, and so many weaker ones who come for the second."""
    entrants = tuple(
        Entrant(id=n, rating=3000 - n, joined_round=1 if n <= first else 2)
        for n in range(1, first + late + 1)
    )
    return Snapshot(system="dutch", options={}, entrants=entrants, rounds=())


@pytest.mark.parametrize(
    ("first", "late", "size"), [(161, 0, 82), (4, 0, 2), (5, 0, 4), (1, 2, 1), (0, 3, 0)]
)
def test_the_upper_half_is_rounded_up_to_an_even_number(first: int, late: int, size: int) -> None:
    """161 players give 82; a single one is the whole of it."""
    assert baku(Field(event(first, late)), 9).of_round(1) == dict.fromkeys(range(1, size + 1), 100)


def test_who_comes_after_round_4_is_last_in_order_and_not_accelerated() -> None:
    """C.04.2, 2.3 and 2.4: the number is appended, whatever the rating; until then it is that of the rating. GA is 1
    and 2 of four; the last of them stays the same person.
    """
    late = [Entrant(id=8, rating=3000, joined_round=4), Entrant(id=9, rating=3100, joined_round=5)]
    field = Field(replace(event(4), entrants=(*event(4).entrants, *late)))
    assert baku(field, 11).of_round(1) == {8: 100, 1: 100, 2: 100}
    for old in (False, True):
        numbers = {
            id: h.number for id, h in histories(field, Acceleration(), last=False, until_2026=old).items()
        }
        assert numbers == {8: 1, 1: 2, 2: 3, 3: 4, 4: 5, 9: 6}


@pytest.mark.parametrize(
    ("rounds", "extra"), [(9, (100, 100, 100, 50, 50)), (11, (100, 100, 100, 50, 50, 50))]
)
def test_the_first_half_of_the_rounds_is_accelerated(rounds: int, extra: tuple[int, ...]) -> None:
    [row] = baku(Field(event(8)), rounds).rows
    assert row.points == extra


def test_extra_points_are_told_with_the_scores_of_the_pairs_they_count_for() -> None:
    """Eight players, seven rounds: 1 to 4 have a point more in the first two rounds, half a point in the next two."""
    snapshot = replace(event(8), options={"acceleration": "baku"}, rounds_planned=7)
    assert [each.extra for each in so_far(snapshot).values()] == [100] * 4 + [0] * 4
    assert extra_points(snapshot) == {1: dict.fromkeys((1, 2, 3, 4), 100)}
    told = {match.table: EXTRA in {reason.code for reason in match.why} for match in pair(snapshot).matches}
    assert told == {1: True, 2: True, 3: False, 4: False}
