"""What the tests of a module start from, made once: each gets a copy of it, and takes back what it has changed."""

from collections.abc import Callable
from typing import Any

import pytest


def kept(build: Callable[[], Any]) -> Any:
    """A fixture of the module with what `build` made; a test's own fixture hands out a deep copy.

    Events of tests that do not ask for it are in the same database from then on: they need other names.
    """

    @pytest.fixture(scope="module")
    def made(shared_database: Any) -> Any:
        with shared_database.unblock():
            return build()

    return made
