"""What all tests of events share: the database, and the owner of the event at the desk."""

from collections.abc import Iterator

import pytest

from tests.desk.pages import Desk
from tournaments.models import Tournament
from tournaments.web import unchanged


@pytest.fixture(autouse=True)
def _database(db: None) -> Iterator[None]:
    """Each test has a database, and leaves it as it was; no test sees the version that another has remembered."""
    unchanged.forget()
    yield
    unchanged.forget()


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)
