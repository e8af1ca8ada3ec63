"""A desk in a real browser: an event with a published round, and its organiser signed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page

from accounts.models import User
from tests.factories import make_event, publish
from tournaments.models import Tournament


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Twelve players at six tables, round 1 published."""
    tournament = make_event(field=12, rounds_planned=3)
    publish(tournament)
    return tournament


def sign_in(page: Page, user: User, base: str) -> None:
    client = Client()
    client.force_login(user)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base}])


@pytest.fixture
def desk(page: Page, event: Tournament, live_server: Any) -> Iterator[Page]:
    """The page of an organiser. Any error in the console fails the test, but those of a network cut on purpose."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.set_default_timeout(8000)
    sign_in(page, event.owner, live_server.url)
    yield page
    assert [line for line in errors if "Failed to load resource" not in line] == []


@pytest.fixture
def address(event: Tournament, live_server: Any) -> str:
    return f"{live_server.url}/desk/{event.slug}/"
