"""Pages of the desk that news come to by themselves: a search for a plan, “What if?”."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import OpenWindow
from tests.factories import make_table_event, play_tables
from tournaments.lab.services import kernels, simulations


def test_a_search_is_watched_and_stopped_without_losing_the_focus(window: OpenWindow) -> None:
    """Twenty-two players and two of the house, the first of six rounds played."""
    event = make_table_event(
        field=22, rounds_planned=6, slug="riichi", visibility="public", options={"rounds_per_day": 3}
    )
    play_tables(event)
    desk = window(event.owner)
    desk.goto("/desk/riichi/schedule/")
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
    expect(desk.locator(".messages")).to_contain_text("The old schedule stays.")
    expect(work.get_by_test_id("plan-state")).to_be_visible()
    # Names narrow as one types, and lead to the own rounds.
    desk.goto("/e/riichi/schedule/names/")
    desk.fill("#q", "player 12")
    expect(desk.locator("[data-people] > li:not([hidden])")).to_have_count(1)
    desk.press("#q", "Enter")
    expect(desk.locator("h1")).to_have_text("Player 12")
    expect(desk.locator(".plan-mine__round")).to_have_count(6)


def test_results_come_by_themselves(desk: Page, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The event has begun, so every run goes through the engine.
    monkeypatch.setattr(simulations, "usual_runs", lambda configurations: 10)
    kernels.load()
    desk.goto(address)
    desk.get_by_test_id("what-if").click()
    desk.get_by_label("Random Swiss").check()
    desk.get_by_label("Swiss-Monrad").uncheck()
    desk.get_by_label(re.compile("As in this event")).uncheck()
    desk.get_by_label("Opponents' median", exact=True).check()
    desk.get_by_test_id("ask-rounds").click()
    # How soon they come is measured elsewhere; a busy machine may take its time.
    expect(desk.get_by_test_id("conclusion")).to_contain_text(
        re.compile(r"Play (at least )?\d rounds? in all"), timeout=60_000
    )
    expect(desk.locator("#simulation")).to_have_attribute("data-state", "done", timeout=60_000)
    expect(desk.get_by_test_id("progress")).to_have_count(0)
    expect(desk.get_by_test_id("curves")).to_be_visible()
    desk.get_by_role("link", name="5 rounds", exact=True).click()
    expect(desk.get_by_test_id("conclusion")).to_contain_text(re.compile("more rounds"), timeout=60_000)
