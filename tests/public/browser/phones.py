"""What every test of the public pages in a browser shares: a phone, a name that fills it, news without waiting."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

PHONE = {"width": 360, "height": 740}
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Cholmondeley " + "x" * 53
# Asks at once instead of waiting for the next five seconds.
ASK = "document.dispatchEvent(new Event('visibilitychange'))"


def catch_up(page: Page, is_there: Callable[[], bool]) -> None:
    """Ask for changes until the page has them: the server may answer from what it knew a second ago."""
    for _ in range(20):
        page.evaluate(ASK)
        page.wait_for_timeout(200)
        if is_there():
            return
    raise AssertionError("the page did not catch up")
