"""The front page, the choice of language, the style page; standings and reasons as they are shown."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    make_event,
    play_round,
    publish,
)
from tests.public.pages import hand_made, running_event, text_of
from tournaments.events.services import events

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


def test_choosing_a_language_is_a_link_that_comes_back_and_leads_nowhere_else(client: Client) -> None:
    running_event()
    answer = client.get("/language/da/?next=/e/spring/standings/%3Fafter%3D1")
    assert (answer.status_code, answer["Location"]) == (302, "/e/spring/standings/?after=1")
    assert '<html lang="da"' in client.get("/e/spring/").content.decode()
    for target in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"):
        assert client.get("/language/ja/", {"next": target})["Location"] == "/"
    assert client.get("/language/xx/").status_code == 404


def test_the_style_page_is_for_developers(client: Client, settings: object) -> None:
    assert client.get("/style/").status_code == 404
    settings.DEBUG = True  # type: ignore[attr-defined]
    assert client.get("/style/").status_code == 200


# What the pages of the event made by hand say.
WORKED = {
    # Solkoff of Ann: 0 + 0.5; of Dee: 0.5 + 0. Sonneborn-Berger of Ann: 0 + 0.5; of Dee: half of 0.5, and 0.
    "standings/": ("Rank Player Pts Solk Med SB 1 Ann 2 0.5 0 0.5 2 Dee 1.5 0.5 0 0.25 3 Cy 0.5",),
    "standings/1/": (
        "Solkoff: 0.5 The sum of the points of all opponents. Round Opponent Counts 1 Bo 0 2 Cy 0.5 Sum 0.5",
        "Median: 0",
        "Too few opponents: nothing counts.",
    ),
    "standings/?after=1": ("After round 1",),
    # Ann (line 1) beat Bo (line 4), moving first, and Cy (line 3), moving first.
    "cross/": ("1 Ann 1 4 ▸ 1 3 ▸ 2",),
}


def test_standings_and_cross_table_show_points_and_tie_breaks_and_explain_them(client: Client) -> None:
    event = hand_made()
    for page, said in WORKED.items():
        text = text_of(client, f"/e/{event.slug}/{page}")
        for words in said:
            assert words in text, page
    answer = client.get(f"/e/{event.slug}/standings/", headers={"accept-language": "da"})
    assert '<html lang="da"' in answer.content.decode()
    assert "<b>1,5</b>" in answer.content.decode()


def test_why_lists_the_reasons_with_names(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    play_round(event)
    publish(event)
    text = text_of(client, "/e/spring/rounds/2/tables/1/")
    assert "Reasons Both are on 1." in text
