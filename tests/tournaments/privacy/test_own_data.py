"""A player takes home what the event keeps about them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import add_player, make_event, publish
from tournaments.players.services import requests

pytestmark = pytest.mark.django_db


def test_a_player_gets_the_own_data_and_nobodys_else(client: Client) -> None:
    event = make_event(slug="spring", visibility="public", name_form="code")
    anna = add_player(
        event, "Anna Karlsen", club="Odense", email="anna@example.org", note="pays late", birth_year=2011
    )
    add_player(event, "Bo Olsen", email="bo@example.org")
    publish(event)
    requests.ask(tournament=event, player=anna, kind="withdraw", note="I have a cold")
    answer = client.get(f"/e/spring/me/{anna.key}/data/")
    kept = answer.json()
    known = {"name": "Anna Karlsen", "club": "Odense", "email": "anna@example.org", "birth_year": 2011}
    assert known.items() <= kept["player"].items()
    assert [row["note"] for row in kept["requests"]] == ["I have a cold"]
    assert [(row["round"], row["table"], row["opponents"]) for row in kept["rounds"]] == [(1, 1, [2])]
    told = answer.content.decode()
    assert not any(word in told for word in ("Olsen", "bo@", "pays late", anna.key))
    assert "Anna" not in answer["Content-Disposition"]
    assert answer["Cache-Control"] == "private, no-store"


def test_a_wrong_key_gets_nothing(client: Client) -> None:
    make_event(slug="spring", visibility="public")
    assert client.get("/e/spring/me/nobody/data/").status_code == 404
    assert client.post("/e/spring/me/nobody/data/").status_code == 405
