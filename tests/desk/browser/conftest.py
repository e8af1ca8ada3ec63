"""A desk in a real browser: an event with a published round, and its organiser signed in."""

import pytest
from playwright.sync_api import Page

from tests.browser.windows import NETWORK, OpenWindow, window, windows
from tests.factories import make_event, publish
from tournaments.models import Tournament

__all__ = ["window", "windows"]


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Twelve players at six tables, round 1 published."""
    tournament = make_event(field=12, rounds_planned=3)
    publish(tournament)
    return tournament


@pytest.fixture
def desk(window: OpenWindow, event: Tournament) -> Page:
    """The page of an organiser, whose network may be cut on purpose."""
    return window(event.owner, harmless=(NETWORK,))


@pytest.fixture
def address(event: Tournament) -> str:
    return f"/desk/{event.slug}/"
