"""What the tests of the core share."""

from collections.abc import Iterator

import pytest

from pairing.systems.base import System
from tests.pairing.fours import registered


@pytest.fixture(scope="module")
def four() -> Iterator[System]:
    """The system `four` (tests/pairing/fours.py) is registered."""
    with registered() as system:
        yield system
