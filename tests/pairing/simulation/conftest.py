"""What the tests of simulations share."""

from __future__ import annotations

import pytest

from tournaments.lab.services import kernels


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Each process that runs tests would compile the kernels by itself on a machine that has none."""
    kernels.compile_first()
