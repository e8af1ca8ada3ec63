"""Windows of one Chromium, handed on from test to test: to open a new one takes longer than most of what is tested.

A window that is handed on is as good as new: nobody is signed in, nothing is stored, nothing is cut off. What cannot be
taken back (a clock, a script put in before the page, listeners) asks for a window of its own, `own=True`. Whatever a
page complains about in the console fails the test, unless the test names it as `harmless`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Error, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from pairing.outlook import odds
from tests.conftest import CUT_OFF
from tournaments.web import unchanged

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
# What Chromium says of a request that was cut off or refused on purpose.
NETWORK = "Failed to load resource"
# Asks for news at once instead of waiting some seconds for the next time.
ASK = "document.dispatchEvent(new Event('visibilitychange'))"
OpenWindow = Callable[..., Page]


@dataclass
class Windows:
    browser: Browser
    address: str
    spare: list[Page] = field(default_factory=list)

    def take(self, own: bool, locale: str) -> Page:
        if self.spare and not own and locale == "en":
            return self.spare.pop()
        context = self.browser.new_context(base_url=self.address, locale=locale)
        context.set_default_timeout(30_000)
        return context.new_page()

    def sign_in(self, page: Page, user: User) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": self.address}])

    def put_back(self, page: Page) -> None:
        try:
            self.clear(page)
        except Error:  # a window in which a test has failed may do anything
            page.context.close()
        else:
            self.spare.append(page)

    def clear(self, page: Page) -> None:
        context = page.context
        for other in context.pages:
            if other != page:
                other.close()
        context.set_offline(False)
        page.unroute_all(behavior="ignoreErrors")
        page.evaluate("try { sessionStorage.clear() } catch { /* about:blank has none */ }")
        page.goto("about:blank")
        cdp = context.new_cdp_session(page)
        cdp.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        cdp.detach()
        context.clear_cookies()


@pytest.fixture(scope="session")
def windows(browser: Browser, live_server: LiveServer) -> Windows:
    return Windows(browser, live_server.url)


@pytest.fixture
def window(windows: Windows, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenWindow]:
    """Opens windows, for somebody who is signed in or for anybody; afterwards none may have complained."""
    # Otherwise a page that asks for news may wait for what the server knew a second ago.
    monkeypatch.setattr(unchanged, "REMEMBERED_SECONDS", 0.0)
    # What is likely is worked out beside the requests, and takes longer than all that most windows are opened for.
    monkeypatch.setattr(odds, "MOST", odds.STEP)
    opened: list[tuple[Page, bool, Any]] = []
    complaints: list[str] = []

    def open_(
        user: User | None = None,
        size: dict[str, int] = DESK,
        *,
        own: bool = False,
        locale: str = "en",
        scheme: Any = "light",
        harmless: tuple[str, ...] = (),
    ) -> Page:
        def note(message: ConsoleMessage) -> None:
            expected = any(part in message.text for part in (*harmless, CUT_OFF))
            if message.type in ("error", "warning") and not expected:
                complaints.append(f"{message.text} ({message.location.get('url')})")

        page = windows.take(own, locale)
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, media="screen")
        page.on("console", note)
        page.on("pageerror", fault := lambda error: complaints.append(str(error)))
        opened.append((page, own or locale != "en", (note, fault)))
        if user is not None:
            windows.sign_in(page, user)
        return page

    yield open_
    for page, own, (note, fault) in opened:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", fault)
        page.context.close() if own else windows.put_back(page)
    assert not complaints, complaints
