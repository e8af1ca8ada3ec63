"""The schedule in a real browser: a search that is watched, stopped and kept; every page of it held to axe."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import DESK, PHONE, faults
from tests.factories import make_table_event, play_tables
from tournaments import jobs
from tournaments.models import Tournament


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Twenty-two players and two of the house, the first of six rounds played, somebody gone."""
    tournament = make_table_event(
        field=22, rounds_planned=6, slug="riichi", visibility="public", options={"rounds_per_day": 3}
    )
    play_tables(tournament)
    return tournament


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_a_schedule_is_accessible_and_fits(
    desk: Page, event: Tournament, live_server: Any, scheme: Any
) -> None:
    jobs.plan_schedule(tournament=event, actor=event.owner)  # so that two plans stand beside each other
    desk.emulate_media(color_scheme=scheme)
    own = ("schedule/", "print/cards/", "print/schedule/tables/", "print/schedule/names/")
    addresses = [f"{live_server.url}/desk/riichi/{path}" for path in own]
    public = ("", "names/", "pictures/", "3/")
    addresses += [f"{live_server.url}/e/riichi/schedule/{path}" for path in public]
    found = []
    for address in addresses:
        desk.goto(address)
        found += faults(desk, (PHONE, DESK))
    assert found == []


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


def test_names_narrow_as_one_types_and_lead_to_the_own_rounds(
    desk: Page, event: Tournament, live_server: Any
) -> None:
    desk.goto(f"{live_server.url}/e/riichi/schedule/names/")
    desk.fill("#q", "player 12")
    shown = desk.locator("[data-people] > li:not([hidden])")
    expect(shown).to_have_count(1)
    desk.press("#q", "Enter")
    expect(desk.locator("h1")).to_have_text("Player 12")
    expect(desk.locator(".plan-mine__round")).to_have_count(6)
