"""A hall with an organiser at a desk and players with phones. Any error in a browser's console fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.people import Organiser, Visitor
from tests.conftest import CUT_OFF
from tests.factories import PASSWORD, make_user

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[Callable[[dict[str, int]], Page]]:
    """Opens pages of the running site in windows of a size; afterwards none may have complained."""
    complaints: list[str] = []
    contexts = []

    def note(message: ConsoleMessage) -> None:
        # Drafts are looked for on purpose.
        harmless = "status of 404" in message.text or CUT_OFF in message.text
        if message.type == "error" and not harmless:
            complaints.append(f"{message.text} ({message.location.get('url')})")

    def open_(size: dict[str, int]) -> Page:
        context = browser.new_context(base_url=live_server.url, viewport=size, locale="en-GB")
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def owner(live_server: LiveServer) -> User:
    return make_user("organiser")


@pytest.fixture
def organiser(open_page: Callable[[dict[str, int]], Page], owner: User) -> Organiser:
    """Somebody at a desk, signed in through the page."""
    person = Organiser(open_page(DESK))
    person.sign_in(owner.username, PASSWORD)
    return person


@pytest.fixture
def visitor(open_page: Callable[[dict[str, int]], Page]) -> Visitor:
    """Somebody with a phone and no account."""
    return Visitor(open_page(PHONE))
