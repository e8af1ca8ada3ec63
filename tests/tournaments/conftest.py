"""What all tests of events share: the database, and the owner of the event at the desk."""

from __future__ import annotations

import pytest

from tests.desk.pages import Desk
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Each test has a database, and leaves it as it was."""


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)
