"""When the round will be over: against brute force, and against rounds played at random."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tournaments.selectors.round_end import Estimate, Open, Why, estimate, pace

MINUTES = [20.0, 25.0, 30.0, 32.0, 35.0, 38.0, 41.0, 44.0, 48.0, 55.0]


def slowly(before: list[float], tables: list[Open], chance: float) -> float:
    """Every way the open tables can end, one by one: the moment by which that share of them is over."""
    ways = [[t + table.extra for t in before if t > table.elapsed - table.extra] for table in tables]
    ends = sorted(max(way) for way in product(*ways))
    return next(end for at, end in enumerate(ends, 1) if at / len(ends) >= chance - 1e-12)


@pytest.mark.parametrize("elapsed", [0.0, 30.0, 36.0])
@pytest.mark.parametrize("extras", [(0.0,), (0.0, 0.0), (0.0, 10.0), (5.0, 0.0, 0.0), (0.0, 0.0, 0.0, 7.5)])
def test_the_range_is_that_of_all_ways_the_tables_can_end(elapsed: float, extras: tuple[float, ...]) -> None:
    tables = [Open(elapsed, extra) for extra in extras]
    found = estimate(MINUTES, [], tables)
    assert isinstance(found, Estimate)
    expected = [slowly(MINUTES, tables, chance) for chance in (0.1, 0.5, 0.9)]
    assert [found.earliest, found.middle, found.latest] == pytest.approx(expected)


def test_without_earlier_rounds_it_is_too_early_to_tell() -> None:
    assert estimate([], [20.0] * 30, [Open(25.0)]) is Why.TOO_EARLY
    assert estimate(MINUTES[:7], [], [Open(25.0)]) is Why.TOO_EARLY
    assert isinstance(estimate(MINUTES[:8], [], [Open(25.0)]), Estimate)


def test_a_table_that_takes_longer_than_nearly_all_before_cannot_be_told() -> None:
    assert estimate(MINUTES, [], [Open(45.0)]) is Why.LONGER_THAN_ALL
    assert isinstance(estimate(MINUTES, [], [Open(43.0)]), Estimate)
    assert isinstance(estimate(MINUTES, [], [Open(45.0, extra=10.0)]), Estimate)


def test_more_open_tables_end_later_and_extra_time_too() -> None:
    def middle(*tables: Open) -> float:
        found = estimate(MINUTES, [], tables)
        assert isinstance(found, Estimate)
        return found.middle

    one = middle(Open(25.0))
    assert one < middle(Open(25.0), Open(25.0), Open(25.0))
    assert one < middle(Open(25.0, extra=10.0))


def test_the_pace_of_the_round_is_that_of_its_first_tables_within_bounds() -> None:
    usual = [float(t) for t in range(1, 101)]
    # The first five of a hundred tables, each half as slow again as the same ones of a hundred before.
    assert pace(usual, [1.5, 3.0, 4.5, 6.0, 7.5], 100) == pytest.approx(1.5)
    assert pace(usual, [1.0, 2.0, 3.0, 4.0], 100) == 1.0  # too few to say
    assert pace(usual, [50.0] * 20, 100) == 2.0
    assert pace(usual, [0.1] * 20, 100) == 0.5
    # One table that was over at once says nothing of the others.
    assert pace(usual, [0.01, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 100) == pytest.approx(1.0, abs=0.05)


def test_rounds_played_at_random_end_within_the_range_about_as_often_as_promised() -> None:
    """Four rounds of thirty tables, the last of a pace of its own; asked when eight tables are still open."""
    rng = random.Random("round end")
    inside = asked = 0
    for _ in range(300):
        before = [40 * rng.lognormvariate(0, 0.25) for _ in range(90)]
        speed = rng.uniform(0.8, 1.25)
        now = sorted(40 * speed * rng.lognormvariate(0, 0.25) for _ in range(30))
        elapsed = now[21]
        found = estimate(before, now[:22], [Open(elapsed)] * 8)
        if isinstance(found, Estimate):
            asked += 1
            inside += found.earliest <= now[-1] <= found.latest
    assert asked > 250
    assert 0.6 < inside / asked < 0.95  # eighty in a hundred is the promise
