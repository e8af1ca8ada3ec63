"""A search says how far it is and what it has, can be told to stop, and always hands over a finished schedule."""

from typing import Any

import pytest

from pairing.seating import plan, replan
from tests.pairing.verify_seating import problems, recount

FIGURES = (
    "max_meetings", "opponent_spread", "most_opponents", "players_missing_a_wind", "max_same_wind",
    "latest_average_wind", "same_table_3_in_a_row", "same_table_2_in_a_row",
)  # fmt: skip


def test_reports_come_now_and_then_and_never_get_worse() -> None:
    told: list[tuple[float, dict[str, Any]]] = []
    seating = plan(20, 12, seed=3, steps=60_000, report=lambda done, figures: told.append((done, figures)))
    shares = [done for done, _ in told]
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] == 1.0
    assert 3 < len(told) <= 102
    keys = [(f["max_meetings"], f["opponent_spread"], -f["most_opponents"]) for _, f in told]
    assert keys == sorted(keys, reverse=True)
    assert tuple(told[-1][1]) == FIGURES
    assert told[-1][1] == seating.quality.figures()
    assert plan(20, 12, seed=3, steps=60_000, keep_going=lambda done: True) == seating, (
        "asking changes nothing"
    )


def test_a_schedule_that_is_known_is_reported_once_with_everything() -> None:
    told: list[tuple[float, dict[str, Any]]] = []
    plan(24, 6, report=lambda done, figures: told.append((done, figures)))
    assert [done for done, _ in told] == [1.0]
    assert told[0][1]["most_opponents"] == 18


@pytest.mark.parametrize("asked", [0, 1, 5, 40])
def test_told_to_stop_it_finishes_the_best_it_has(asked: int) -> None:
    calls: list[float] = []

    def keep_going(done: float) -> bool:
        calls.append(done)
        return len(calls) <= asked

    seating = plan(24, 13, 4, steps=400_000, keep_going=keep_going)
    assert len(calls) == asked + 1  # never asked again after a no
    assert calls == sorted(calls)
    assert problems(seating.rounds, 24, 13) == []
    assert seating.quality.figures() == pytest.approx(recount(seating.rounds, 4))
    assert (seating.quality.players_missing_a_wind, seating.quality.max_same_wind) == (0, 4)


def test_planning_the_rest_is_reported_and_stopped_alike() -> None:
    told: list[float] = []
    played = plan(20, 2).rounds
    stopped = replan(
        played,
        4,
        range(1, 21),
        keep_going=lambda done: len(told) < 3,
        report=lambda done, figures: told.append(done),
    )
    assert told[-1] == 1.0 and len(told) == 4
    assert problems(stopped.rounds, 20, 4) == []
