"""What the tests of simulations share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _with_kernels(kernels_compiled: None) -> None:
    pass
