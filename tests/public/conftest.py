"""What every test of the public pages shares."""

from collections.abc import Iterator

import pytest

from tournaments.web import unchanged


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """The version of an event is remembered for a second; a test must not see that of the test before it."""
    unchanged.forget()
    yield
    unchanged.forget()
