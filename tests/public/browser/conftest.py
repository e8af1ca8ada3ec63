"""A phone in the hall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import CUT_OFF
from tests.public.browser.phones import PHONE


@pytest.fixture
def new_phone(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Phones of different people; the console of each must stay silent, but for refusals that a test expects."""
    contexts, said = [], []

    def open_(*, refusals: tuple[int, ...] = (), **settings: Any) -> Page:
        context = browser.new_context(
            **{"viewport": PHONE, "base_url": live_server.url, "locale": "en", **settings}
        )
        contexts.append(context)
        page = context.new_page()
        expected = tuple(f"status of {status}" for status in refusals)

        def note(text: str) -> None:
            if CUT_OFF not in text and not any(part in text for part in expected):
                said.append(text)

        page.on("console", lambda m: note(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: note(str(error)))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    """A phone whose console must stay silent."""
    return new_phone()
