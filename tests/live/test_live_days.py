"""Live days at random, every invariant looked at after every step. Many more of them: `python -m tests.live`."""

from __future__ import annotations

import pytest

from tests.live.day import Day, DayOfFour
from tests.live.hall_day import HallDay

pytestmark = pytest.mark.django_db

STEPS = 60


@pytest.mark.parametrize("seed", range(2))
def test_a_day_with_everything_that_happens_stays_sound(seed: int) -> None:
    assert Day(seed).live(STEPS) >= 1


@pytest.mark.parametrize("seed", range(2))
def test_a_day_at_tables_of_four_stays_sound(seed: int) -> None:
    assert DayOfFour(seed).live(STEPS) >= 1


@pytest.mark.parametrize("seed", range(4))
def test_a_day_with_repairs_phones_and_old_states_stays_sound_and_replays(seed: int) -> None:
    assert HallDay(seed).live(STEPS) >= 1
