"""Live days at random, every invariant looked at after every step; many more of them with the sweep."""

import pytest

from tests.live.day import Day, DayOfFour
from tests.live.hall_day import HallDay
from tests.sweep import seeds, sweep_too

pytestmark = pytest.mark.django_db

STEPS = 40


@pytest.mark.parametrize("seed", seeds(1, 60))
@pytest.mark.parametrize(
    "kind", [DayOfFour, *sweep_too(Day)]
)  # a day in the hall has all that happens on a plain one
def test_a_day_with_everything_that_happens_stays_sound(kind: type[Day], seed: int) -> None:
    assert kind(seed).live(STEPS) >= 1


@pytest.mark.parametrize("seed", seeds(1, 60))
def test_a_day_with_repairs_phones_and_old_states_stays_sound_and_replays(seed: int) -> None:
    assert HallDay(seed).live(STEPS) >= 1
