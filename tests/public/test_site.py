"""The front page, the choice of language, the style page; standings and reasons as they are shown."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    make_event,
    play_round,
    publish,
)
from tests.public.pages import hand_made, running_event, text_of, words
from tournaments.events.services import events
from tournaments.models import Tournament
from tournaments.standings.selectors import standings

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


def test_the_front_page_says_what_this_is_and_which_round_is_played(client: Client) -> None:
    running_event(rounds_planned=5, venue="Town Hall")
    waiting = make_event(name="Evening", field=4, rounds_planned=3)
    Tournament.objects.filter(pk=waiting.pk).update(status="running")
    text = text_of(client, "/")
    assert "Run a tournament everyone can follow." in text
    assert "Spring Open Town Hall Round 3 of 5" in text
    assert "Evening Before round 1" in text
    assert 'href="/e/spring/"' in client.get("/").content.decode()


@pytest.mark.parametrize("asked", ["spring", "SPR", "malmo hall", "Malmö", "open  spring"])
def test_an_event_is_found_by_name_or_place_without_accents_and_case(client: Client, asked: str) -> None:
    running_event(venue="Malmö Town Hall")
    make_event(name="Another")
    answer = client.get("/", {"q": asked})
    found = words(answer).split("Running now")[0]
    assert "1 event found for" in found and "Spring Open" in found and "Another" not in found


def test_a_search_finds_past_and_coming_events_but_none_that_is_not_listed(client: Client) -> None:
    over = make_event(name="Cup of the past", field=2, rounds_planned=1)
    play_round(over)
    events.finish_event(tournament=over, actor=over.owner)
    make_event(name="Cup to come")
    make_event(name="Cup behind the curtain", visibility="unlisted")
    make_event(name="Cup of nobody", visibility="private")
    text = text_of(client, "/?q=cup")
    assert "2 events found for “cup”" in text
    assert "The event has finished" in text and "Cup to come Before round 1" in text
    assert "curtain" not in text and "of nobody" not in text
    nothing = text_of(client, "/?q=xyz")
    assert (
        "0 events found for “xyz” No event found. Try fewer letters, or scan the code in the hall." in nothing
    )
    assert "<script>" not in client.get("/", {"q": "<script>alert(1)</script>"}).content.decode()


def test_an_event_that_is_over_shows_its_winners_instead_of_asking_for_names(client: Client) -> None:
    event = make_event(field=6, slug="spring", rounds_planned=3)
    for _ in range(3):
        play_round(event)
    events.finish_event(tournament=event, actor=event.owner)
    lines = standings.standings(event).lines
    assert [line.rank for line in lines[:2]] == [1, 2]
    text = text_of(client, "/e/spring/")
    honour = [f"{line.name} {line.rank} {line.points // 100}" for line in lines[:3]]
    assert f"Final standings {lines[0].name} wins {' '.join(honour)}" in text
    assert "Find your place among 6 players" in text
    assert "The next places" in text and lines[5].name in text.split("The next places")[1]
    main = client.get("/e/spring/").content.decode().split("<main")[1]
    assert "Find my name" not in main
    assert f"Place 1 of 6 Points: {lines[0].points // 100}." in text_of(
        client, f"/e/spring/me/{event.players.get(number=lines[0].number).key}/"
    )
    assert "Place 6 of 6" in text_of(client, f"/e/spring/players/{lines[5].number}/card/")


def test_those_who_share_the_first_place_are_not_told_apart(client: Client) -> None:
    event = make_event(field=4, slug="spring", rounds_planned=1, tiebreaks=[])
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)
    text = text_of(client, "/e/spring/")
    assert "Shared first place" in text and " wins" not in text


def test_the_front_page_costs_the_same_for_many_events(client: Client) -> None:
    make_event()
    with CaptureQueriesContext(connection) as few:
        client.get("/")
    for _ in range(10):
        make_event(field=1)
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    assert len(few) == len(many)


def test_choosing_a_language_is_a_link_that_comes_back_and_leads_nowhere_else(
    client: Client, settings: Any
) -> None:
    running_event()
    settings.HTTPS = True
    answer = client.get("/language/da/?next=/e/spring/standings/%3Fafter%3D1")
    assert (answer.status_code, answer["Location"]) == (302, "/e/spring/standings/?after=1")
    kept = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (kept["secure"], kept["samesite"], kept["httponly"]) == (True, "Lax", True)
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
    "standings/": ("Place Player Pts Solk Med SB 1 Ann 2 ½ 0 ½ 2 Pts Dee 1½ ½ 0 0.25 3 Pts Cy ½",),
    "standings/1/": (
        "Solkoff: ½ The sum of the points of all opponents. Round Opponent Counts 1 Bo 0 2 Cy ½ Sum ½",
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
        for part in said:
            assert part in text, page
    answer = client.get(f"/e/{event.slug}/standings/", headers={"accept-language": "da"})
    assert '<html lang="da"' in answer.content.decode()
    assert "<b>1½</b>" in answer.content.decode()


def test_why_lists_the_reasons_with_names(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    publish(event, after=1)
    text = text_of(client, "/e/spring/rounds/2/tables/1/")
    assert "Reasons Both are on 1." in text
    said = "The pairing order decides who comes first among players on equal scores: by lot, rating or registration."
    assert "in the pairing order. By lot " in text and said in text
    event = make_event(field=4, slug="cup", system="bracket")
    publish(event)
    assert said not in text_of(client, "/e/cup/rounds/1/tables/1/"), "only where it is a reason"
