"""A phone in the hall."""

from functools import partial

import pytest
from playwright.sync_api import Page

from tests.browser.windows import PHONE, OpenWindow, window, windows

__all__ = ["window", "windows"]


@pytest.fixture
def new_phone(window: OpenWindow) -> OpenWindow:
    """Phones of different people."""
    return partial(window, size=PHONE)


@pytest.fixture
def phone(new_phone: OpenWindow) -> Page:
    return new_phone()
