"""The front page, the choice of language, the style page."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    make_event,
    play_round,
)
from tests.public.pages import running_event, text_of
from tournaments.services import events

pytestmark = pytest.mark.django_db


def test_the_front_page_lists_public_events_by_what_they_are(client: Client) -> None:
    running_event(starts_on=date(2026, 11, 21))
    make_event(name="To come")
    over = make_event(name="Over and done", field=2, rounds_planned=1)
    play_round(over)
    events.finish_event(tournament=over, actor=over.owner)
    make_event(name="Behind the curtain", visibility="unlisted")
    make_event(name="Nobody's business", visibility="private")
    text = text_of(client, "/")
    order = [
        text.index(word)
        for word in ("Running now", "Spring Open", "Coming", "To come", "Past", "Over and done")
    ]
    assert order == sorted(order)
    assert "curtain" not in text and "business" not in text


def test_the_front_page_costs_the_same_for_many_events(client: Client) -> None:
    make_event()
    with CaptureQueriesContext(connection) as few:
        client.get("/")
    for _ in range(10):
        make_event(field=1)
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    assert len(few) == len(many)


def test_choosing_a_language_is_a_link_that_comes_back(client: Client) -> None:
    running_event()
    answer = client.get("/language/da/?next=/e/spring/standings/%3Fafter%3D1")
    assert (answer.status_code, answer["Location"]) == (302, "/e/spring/standings/?after=1")
    assert '<html lang="da"' in client.get("/e/spring/").content.decode()


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"]
)
def test_the_language_link_leads_nowhere_else(client: Client, target: str) -> None:
    assert client.get("/language/ja/", {"next": target})["Location"] == "/"


def test_an_unknown_language_is_not_found(client: Client) -> None:
    assert client.get("/language/xx/").status_code == 404


def test_the_style_page_is_for_developers(client: Client, settings: object) -> None:
    assert client.get("/style/").status_code == 404
    settings.DEBUG = True  # type: ignore[attr-defined]
    assert client.get("/style/").status_code == 200
