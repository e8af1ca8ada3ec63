"""A window made narrow, or a tablet turned: rows out of sight must not keep the page as wide as it was."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.desk.browser.conftest import sign_in
from tests.factories import make_event, pair, play_round, publish
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@pytest.fixture
def event() -> Tournament:
    """Eighty players: more rows than a window holds. Round 1 is over, round 2 is played."""
    event = make_event(field=80, slug="long")
    play_round(event)
    publish(event)
    draft = make_event(field=80, slug="draft", owner=event.owner)
    pair(draft)
    return event


@pytest.mark.parametrize(
    "path",
    [
        "desk/long/rounds/1/",
        "desk/long/rounds/2/",
        "desk/draft/rounds/1/",
        "desk/long/players/",
        "desk/long/players/check-in/",
        "e/long/players/",
        "e/long/find/",
    ],
)
def test_a_page_that_was_wide_fits_a_narrow_window(
    event: Tournament, page: Page, live_server: Any, path: str
) -> None:
    sign_in(page, event.owner, live_server.url)
    page.set_viewport_size(WIDE)
    answer = page.goto(f"{live_server.url}/{path}")
    assert answer is not None and answer.ok
    for place in (1_000_000, 0):  # every row has been seen once, so that it remembers its size
        page.evaluate(f"scrollTo(0, {place})")
        page.wait_for_timeout(400)
    page.set_viewport_size(NARROW)
    page.wait_for_timeout(400)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
