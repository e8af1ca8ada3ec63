"""Two rounds at once, at the desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import ASK, PHONE, OpenWindow
from tests.factories import add_player, enter_all, play_round, publish
from tests.public.browser.phones import catch_up
from tests.tournaments.ahead import enter, mixed, shogi
from tournaments.models import Tournament


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Round 1 completed, 2 being played, 3 paired ahead and published."""
    event = shogi(field=12, rounds_planned=7, slug="two")
    play_round(event, mixed)
    enter(event, publish(event), 1, "1-0")
    publish(event)
    return event


def test_a_phone_learns_of_the_next_round_by_itself(window: OpenWindow) -> None:
    """The card of the event page shows the next table as soon as the round ahead is published."""
    other = shogi(field=8, slug="by-itself")
    first = publish(other)
    enter_all(first)
    phone = window(size=PHONE)
    phone.goto("/e/by-itself/")
    phone.evaluate("localStorage.setItem('pairwright:by-itself', '1')")
    phone.reload()
    expect(phone.locator("#you .place__table")).to_have_count(1)
    publish(other)
    catch_up(phone, lambda: phone.locator("#you .place__table").count() == 2)
    expect(phone.locator("#you .places__one--next")).to_contain_text("Next: round 2")


def test_news_from_before_a_result_was_saved_does_not_take_it_back(desk: Page, event: Tournament) -> None:
    """What other desks did is asked for every few seconds; an answer on its way may know less than this page."""
    held: list[tuple[Any, Any]] = []
    desk.route("**/results/?since=*", lambda route: held.append((route, route.fetch())))
    desk.goto("/desk/two/rounds/2/")
    add_player(event, "Somebody")  # there are news
    desk.evaluate(ASK)
    for _ in range(50):
        if held:
            break
        desk.wait_for_timeout(100)
    row = desk.get_by_test_id("entry-2")
    row.locator("fieldset").focus()
    desk.keyboard.press("1")
    expect(row).to_have_attribute("data-state", "saved")
    route, old = held[0]
    assert old.json()["results"]["2"] == ""
    with desk.expect_response("**/results/?since=*"):
        route.fulfill(response=old)
    desk.wait_for_timeout(300)
    expect(row).to_have_attribute("data-state", "saved")
    expect(row).to_have_attribute("data-result", "1-0")
