"""The public pages through their addresses: what works, what is missing, private or a draft."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import (
    make_event,
    make_user,
    pair,
    play_rounds,
    publish,
)
from tests.public.pages import PAGES, READ, running_event, text_of
from tournaments.views.public import unchanged

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    unchanged.forget()


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_running_event_answers(client: Client, page: str) -> None:
    running_event()
    answer = client.get(f"/e/spring/{page}")
    assert answer.status_code == 200
    assert answer.content


@pytest.mark.parametrize(
    "page", [p for p in PAGES if "rounds/" not in p and "after" not in p and "3" not in p]
)
@pytest.mark.parametrize("field", [0, 1])
def test_an_event_without_rounds_says_so_on_every_page(client: Client, page: str, field: int) -> None:
    make_event(field=field, slug="small")
    assert client.get(f"/e/small/{page}").status_code == 200


@pytest.mark.parametrize("page", ["", "players/1/", "players/1/card/", "standings/1/", "screen/"])
def test_a_single_player_has_pages_too(client: Client, page: str) -> None:
    make_event(field=1, slug="small")
    assert client.get(f"/e/small/{page}").status_code == 200


@pytest.mark.parametrize(
    "page",
    [
        "players/99/", "players/99/card/", "rounds/9/", "rounds/0/", "rounds/1/tables/99/", "rounds/9/tables/1/",
        "standings/?after=9", "standings/99/", "nonsense/",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: Client, page: str) -> None:
    running_event()
    assert client.get(f"/e/spring/{page}").status_code == 404


def test_an_unknown_event_is_not_found(client: Client) -> None:
    assert client.get("/e/nowhere/").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_private_event_looks_like_a_missing_one_except_to_its_staff(client: Client, page: str) -> None:
    event = running_event(visibility="private")
    assert client.get(f"/e/spring/{page}").status_code == 404
    client.force_login(make_user())
    assert client.get(f"/e/spring/{page}").status_code == 404
    client.force_login(event.owner)
    answer = client.get(f"/e/spring/{page}")
    assert answer.status_code == 200
    assert "private" in answer["Cache-Control"]


def test_pages_only_answer_to_reading(client: Client) -> None:
    running_event()
    assert client.post("/e/spring/").status_code == 405


@pytest.mark.parametrize("page", READ)
def test_a_draft_changes_nothing_on_any_page_even_for_the_organiser(client: Client, page: str) -> None:
    event = make_event(field=9, slug="spring")
    play_rounds(event, 2)
    client.force_login(event.owner)
    before = text_of(client, f"/e/spring/{page}")
    pair(event)
    unchanged.forget()
    assert text_of(client, f"/e/spring/{page}") == before


@pytest.mark.parametrize(
    "page", ["rounds/3/", "rounds/3/?by=name", "rounds/3/tables/1/", "standings/?after=3"]
)
def test_an_unpublished_round_is_not_found(client: Client, page: str) -> None:
    event = make_event(field=9, slug="spring")
    play_rounds(event, 2)
    pair(event)
    client.force_login(event.owner)
    assert client.get(f"/e/spring/{page}").status_code == 404


def test_publishing_shows_the_round(client: Client) -> None:
    event = make_event(field=8, slug="spring")
    assert "Round 1 has not been published yet" in text_of(client, "/e/spring/pairings/")
    publish(event)
    unchanged.forget()
    assert "Round 1 Published" in text_of(client, "/e/spring/pairings/")
