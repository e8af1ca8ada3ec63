"""What the tests of simulations share."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _with_kernels(kernels_compiled: None) -> None:
    pass
