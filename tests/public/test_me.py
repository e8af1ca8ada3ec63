"""A player's own page: what it tells, whom it answers, and that its address gets nowhere else."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_event, make_table_event, make_user, play_round, play_tables, publish, table
from tests.public.four import PAGES_OF_FOUR, riichi, seated
from tests.public.pages import PAGES, read, running_event
from tournaments.models import Player, Tournament
from tournaments.services import claims, events
from tournaments.views.public import unchanged

pytestmark = pytest.mark.django_db


def address(player: Player, page: str = "") -> str:
    return f"/e/{player.tournament.slug}/me/{player.key}/{page}"


def own_page(client: Client, player: Player) -> str:
    return read(client, address(player))


def test_the_own_page_tells_table_wind_opponents_and_the_rounds_to_come(client: Client) -> None:
    event = make_table_event(field=8, slug="riichi", rounds_planned=3)
    publish(event)
    east, south, west, north = seated(event, 1)
    text = own_page(client, west)
    assert f"Table 1 西 West 東 East {east.name} 南 South {south.name} 北 North {north.name}" in text
    assert "Enter the result" in text
    assert re.search(r"Rounds to come Round 2 Table \d . (East|South|West|North)", text)
    assert "Round 3 Table" in text
    assert "Rank" not in text and "Standings" in text  # no round has ended


def test_the_own_page_tells_results_and_place(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    play_tables(event)
    winner = seated(event, 1)[0]
    text = own_page(client, winner)
    assert "Rank 1 Points +27.3 1st-2nd-3rd-4th 1-0-0-0" in text
    assert "+27.3 42,300 · 1st Total +27.3 · place 1" in text


def test_in_an_event_of_two_at_a_table_it_tells_the_opponent_and_the_history(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    play_round(event)
    first, second = publish(event).matches.get(table=1).seats.order_by("position")
    text = own_page(client, first.player)
    assert f"Table 1 Round 2 against {second.player.name}" in text
    assert "Round by round" in text
    assert "Enter the result" not in text


def test_before_the_first_round_it_says_to_wait(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    assert "Round 1 has not been published yet." in own_page(client, event.players.get(number=1))


def test_a_key_that_is_not_quite_right_finds_nothing_nor_does_any_in_a_private_event(client: Client) -> None:
    event = riichi()
    player = event.players.get(number=1)
    other = make_table_event(field=4, slug="other").players.get(number=1)
    key = player.key
    for page in ("", "result/"):
        for wrong in (key[:-1], key + "x", key.swapcase(), key[:6], "x" * 16, other.key):
            assert client.get(f"/e/riichi/me/{wrong}/{page}").status_code == 404, wrong
            assert client.post(f"/e/riichi/me/{wrong}/{page}").status_code == 404, wrong
        assert client.get(f"/e/riichi/me/{key}/{page}").status_code == 200
    # It looks like any page that is not there.
    answer = client.get(f"/e/riichi/me/{'x' * 16}/")
    nonsense = client.get("/e/riichi/nonsense/").content
    assert answer.content == nonsense.replace(b"nonsense", b"me/" + b"x" * 16)
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    assert client.get(address(player)).status_code == 404
    client.force_login(event.owner)
    assert client.get(address(player)).status_code == 200


def test_house_players_have_no_page(client: Client) -> None:
    event = make_table_event(field=7, slug="riichi")
    publish(event)
    house = event.players.get(house=True)
    assert client.get(f"/e/riichi/me/{house.key}/").status_code == 404


def test_nobody_keeps_it_and_no_other_site_hears_of_its_address(client: Client) -> None:
    player = riichi().players.get(number=1)
    for page in ("", "result/"):
        answer = client.get(address(player, page))
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"].startswith("noindex")
        assert not answer.cookies
        text = answer.content.decode()
        assert '<meta name="robots" content="noindex">' in text
        for tag in re.findall(r"<(?:link|meta)[^>]*>", text):
            assert player.key not in tag


def test_an_unchanged_page_costs_nothing_and_a_change_is_seen(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    match = table(publish(event))
    first, second, *_ = seated(event, 1)
    tag = client.get(address(second))["ETag"]
    client.get(address(second), headers={"if-none-match": tag})
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address(second), headers={"if-none-match": tag}).status_code == 304
    assert len(queries) == 0
    claims.claim_scores(tournament=event, player=first, match=match, raw=(42300, 31200, 28000, 18500))
    unchanged.forget()
    answer = client.get(address(second), headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert f"{first.name} entered the result. Is that right?" in answer.content.decode()


def keys_of(event: Tournament) -> list[str]:
    return [player.key for player in event.players.all()]


@pytest.mark.parametrize("four", [True, False])
def test_no_key_is_on_any_public_page(client: Client, four: bool) -> None:
    event = riichi() if four else running_event()
    extra = ("schedule/", "schedule/names/", "schedule/pictures/", "schedule/3/") if four else ()
    keys = [key.encode() for key in keys_of(event)]
    for user in (None, make_user(), event.owner):
        if user is not None:
            client.force_login(user)
        for page in (*(PAGES_OF_FOUR if four else PAGES), *extra):
            content = client.get(f"/e/{event.slug}/{page}").content
            assert not any(key in content for key in keys), page


def test_no_key_is_in_any_answer_of_the_api_or_in_a_document(client: Client) -> None:
    event = riichi()
    keys = [key.encode() for key in keys_of(event)]
    paths = [
        "", "players/", "players/3/", "players/3/coming/", "players/3/history/", "rounds/", "rounds/3/", "standings/",
        "standings/3/", "schedule/", "claims/", "document/",
    ]  # fmt: skip
    for user in (None, make_user()):
        if user is not None:
            client.force_login(user)
        for path in paths:
            answer = client.get(f"/api/v1/events/riichi/{path}")
            assert not any(key in answer.content for key in keys), path
