"""Titles and federations beside names: wherever names are listed, if the event says so, and nowhere else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.desk.pages import Desk
from tests.factories import add_player, make_event, play_round, publish
from tournaments.events.services.events import update_event
from tournaments.models import Tournament

SHOWN = '<span class="who__title">WGM</span> {name} <bdi class="who__federation">DEN</bdi>'
ANNA = SHOWN.format(name="Anna Berg")
A_TO_Z = SHOWN.format(name="Berg, Anna")


@pytest.fixture
def event() -> Tournament:
    event = make_event(visibility="public", field=3)
    add_player(event, "Anna Berg", rating=2500, title="WGM", federation="DEN")
    play_round(event)
    publish(event)
    return event


PAGES = {
    ("public:event",): None,
    ("public:players",): ANNA,
    ("public:standings",): ANNA,
    ("public:cross",): ANNA,
    ("public:round", 2): ANNA,
    ("public:find",): A_TO_Z,
    ("public:screen",): None,
    ("desk:players",): ANNA,
    ("desk:print_players",): A_TO_Z,
    ("desk:print_tables", 2): ANNA,
    ("desk:print_names", 2): A_TO_Z,
}


def pages(event: Tournament) -> dict[tuple[object, ...], str]:
    client = Desk(event.owner).client
    found = {place: client.get(reverse(str(place[0]), args=[event.slug, *place[1:]])) for place in PAGES}
    assert {place: answer.status_code for place, answer in found.items()} == dict.fromkeys(PAGES, 200)
    return {place: " ".join(answer.content.decode().split()) for place, answer in found.items()}


def test_they_stand_beside_names_where_the_event_shows_them(event: Tournament) -> None:
    assert not any("who__" in page for page in pages(event).values())
    update_event(tournament=event, actor=event.owner, show_titles=True)
    shown = pages(event)
    assert [place for place, wanted in PAGES.items() if wanted and wanted not in shown[place]] == []


def test_the_desk_and_the_printed_list_show_starting_ranks(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    assert "starting rank 1" in " ".join(desk.get("player", 4).content.decode().split())
    for page in (desk.get("players"), desk.get("print_players")):
        assert "Starting rank" in page.content.decode()
    fresh = Desk(event.owner, make_event(owner=event.owner, field=2))
    assert "Starting rank" not in fresh.get("players").content.decode()
