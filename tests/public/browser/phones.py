"""What tests of the public pages in a browser share: a name that fills a phone, news without waiting."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.windows import ASK

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Cholmondeley " + "x" * 53


def catch_up(page: Page, is_there: Callable[[], bool]) -> None:
    """Ask for changes until the page has them."""
    for _ in range(100):
        page.evaluate(ASK)
        page.wait_for_timeout(100)
        if is_there():
            return
    raise AssertionError("the page did not catch up")
