"""A whole round at the desk without a mouse: every button is reached with Tab and pressed with Enter."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tournaments.models import RoundState, Tournament

MOST_TABS = 150


def press(page: Page, testid: str) -> None:
    """Walk to a button as somebody without a mouse does, and press it."""
    page.get_by_test_id(testid).first.wait_for()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.testid ?? ''") == testid:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{testid} is not reached with Tab")


def test_a_round_is_paired_published_entered_and_completed_by_keyboard(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "rounds/1/")
    desk.get_by_test_id("missing-count").wait_for()
    desk.locator("[data-table='1'] [tabindex]").first.wait_for()
    for key in "12=121":
        desk.keyboard.press(key)
    expect(desk.get_by_test_id("missing-count")).to_have_text("0")
    press(desk, "complete")
    expect(desk.get_by_test_id("next-step")).to_contain_text("2")
    press(desk, "next-step")
    press(desk, "publish")
    desk.get_by_test_id("missing-count").wait_for()
    states = list(event.rounds.order_by("number").values_list("state", flat=True))
    assert states == [RoundState.COMPLETED, RoundState.PUBLISHED]
    results = event.rounds.get(number=1).matches.order_by("table").values_list("result", flat=True)
    assert list(results) == ["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1-0"]
