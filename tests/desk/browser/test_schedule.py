"""The schedule in a real browser: a search that is watched and stopped, a name that is found."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_table_event, play_tables
from tournaments.models import Tournament


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Twenty-two players and two of the house, the first of six rounds played, somebody gone."""
    tournament = make_table_event(
        field=22, rounds_planned=6, slug="riichi", visibility="public", options={"rounds_per_day": 3}
    )
    play_tables(tournament)
    return tournament


def test_a_search_is_watched_and_stopped_without_losing_the_focus(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(f"{address}schedule/")
    desk.evaluate("window.stays = true")
    desk.get_by_test_id("search").click()
    work = desk.locator("#plan-work")
    expect(work.get_by_test_id("searching")).to_be_visible()
    desk.evaluate("window.stays = true")
    expect(work).to_contain_text("of 30 seconds")
    expect(work.get_by_test_id("compared")).to_be_visible()
    work.get_by_test_id("stop").focus()
    first = desk.locator(".progress").get_attribute("value")
    expect(desk.locator(".progress")).not_to_have_attribute("value", first or "")
    assert desk.evaluate("window.stays")
    assert desk.evaluate("document.activeElement.dataset.testid") == "stop"
    desk.keyboard.press("Enter")
    expect(work.get_by_test_id("proposal")).to_be_visible()
    work.get_by_test_id("drop").click()
    expect(desk.locator(".messages")).to_contain_text("The old plan stays.")
    expect(work.get_by_test_id("plan-state")).to_be_visible()
    # Names narrow as one types, and lead to the own rounds.
    desk.goto("/e/riichi/schedule/names/")
    desk.fill("#q", "player 12")
    expect(desk.locator("[data-people] > li:not([hidden])")).to_have_count(1)
    desk.press("#q", "Enter")
    expect(desk.locator("h1")).to_have_text("Player 12")
    expect(desk.locator(".plan-mine__round")).to_have_count(6)
