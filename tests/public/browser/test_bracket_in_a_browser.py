"""The picture of a bracket on a phone: where it starts, and that it stays where its reader has put it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_event, play_round, publish, table
from tests.public.browser.phones import PHONE, catch_up
from tournaments.services import results

pytestmark = pytest.mark.django_db(transaction=True)

SCROLLED = "document.querySelector('.bracket-scroll').scrollLeft"


def test_the_picture_starts_at_the_round_of_now_and_stays_where_it_is_put(phone: Page) -> None:
    event = make_event(
        field=16,
        slug="cup",
        system="bracket",
        options={"after_round": 0},
        visibility="public",
        rounds_planned=4,
    )
    phone.goto("/e/cup/bracket/")
    assert phone.evaluate(SCROLLED) == 0
    play_round(event)
    round_ = publish(event)
    phone.wait_for_timeout(1100)  # what the server knew a second ago
    phone.goto("/e/cup/bracket/")
    now = phone.locator(".bracket-svg .bk-now")
    expect(now).to_have_text("▸ Quarterfinals")
    box = now.bounding_box()
    assert box is not None and 0 < box["x"] < PHONE["width"] / 4
    phone.evaluate("document.querySelector('.bracket-scroll').scrollLeft = 0")
    phone.wait_for_timeout(300)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    ways = phone.locator(".bracket-svg .is-running")
    catch_up(phone, lambda: ways.count() == 3)
    assert phone.evaluate(SCROLLED) == 0
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
