"""Work counted in steps."""

from __future__ import annotations

import pytest

from pairing.work import TooMuchWork, Work


def test_a_limit_may_be_reached_and_not_passed() -> None:
    work = Work(10)
    work.take(4)
    work.take(6)
    with pytest.raises(TooMuchWork):
        work.take(1)


def test_without_a_limit_steps_are_only_counted() -> None:
    work = Work()
    work.take(10**9)
    work.take(1)
    assert work.steps == 10**9 + 1
