"""Standings, tie-breaks and reasons as they are shown."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import (
    make_event,
    play_round,
    publish,
)
from tests.public.pages import hand_made, text_of

pytestmark = pytest.mark.django_db


def test_the_standings_show_points_and_tie_breaks(client: Client) -> None:
    event = hand_made()
    text = text_of(client, f"/e/{event.slug}/standings/")
    # Solkoff of Ann: 0 + 0.5; of Dee: 0.5 + 0. Sonneborn-Berger of Ann: 0 + 0.5; of Dee: half of 0.5, and 0.
    assert "Rank Player Pts Solk Med SB 1 Ann 2 0.5 0 0.5 2 Dee 1.5 0.5 0 0.25 3 Cy 0.5" in text


def test_a_tie_break_is_explained_by_its_numbers(client: Client) -> None:
    event = hand_made()
    text = text_of(client, f"/e/{event.slug}/standings/1/")
    assert (
        "Solkoff: 0.5 The sum of the points of all opponents. Round Opponent Counts 1 Bo 0 2 Cy 0.5 Sum 0.5"
        in text
    )
    assert "Median: 0" in text and "too few opponents: nothing counts" in text


def test_earlier_standings_stay_readable(client: Client) -> None:
    event = hand_made()
    assert "After round 1" in text_of(client, f"/e/{event.slug}/standings/?after=1")


def test_danish_readers_get_a_decimal_comma(client: Client) -> None:
    event = hand_made()
    answer = client.get(f"/e/{event.slug}/standings/", headers={"accept-language": "da"})
    assert '<html lang="da"' in answer.content.decode()
    assert "<b>1,5</b>" in answer.content.decode()


def test_the_cross_table_shows_results_and_lines(client: Client) -> None:
    event = hand_made()
    # Ann (line 1) beat Bo (line 4), moving first, and Cy (line 3), moving first.
    assert "1 Ann 1 4 ▸ 1 3 ▸ 2" in text_of(client, f"/e/{event.slug}/cross/")


def test_why_lists_the_reasons_with_names(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    play_round(event)
    publish(event)
    text = text_of(client, "/e/spring/rounds/2/tables/1/")
    assert "Reasons same score 1" in text
