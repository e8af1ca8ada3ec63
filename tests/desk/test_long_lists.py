"""A long list is sent in two goes: its first rows, and all of them for whoever wants the rest."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import make_event, pair, play_round
from tournaments.rounds.services import rounds
from tournaments.templatetags import rows

pytestmark = pytest.mark.django_db

FIRST, AT_ONCE, TABLES = 3, 4, 6
ROW = re.compile(r'<(?:li|tr)[^>]*(?:id="table-|data-player="|data-number=|data-filter-row|data-key=)')

DESK = ("rounds/1/", "rounds/2/", "players/", "players/check-in/", "standings/", "rounds/1/verify/")
PUBLIC = ("pairings/", "rounds/1/", "rounds/2/?by=name", "standings/", "cross/", "players/", "find/")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "FIRST", FIRST)
    monkeypatch.setattr(rows, "AT_ONCE", AT_ONCE)


def counted(client: Client, address: str, query: str = "") -> int:
    address += query and ("&" if "?" in address else "?") + query
    answer = client.get(address)
    assert answer.status_code == 200, address
    return len(ROW.findall(answer.content.decode()))


def expect_two_goes(client: Client, address: str) -> None:
    assert counted(client, address) == FIRST, address
    assert counted(client, address, "rows=all") in (TABLES, 2 * TABLES), address
    assert counted(client, address, "rows=7") == FIRST, address


def test_every_page_with_a_long_list_sends_its_first_rows_and_all_of_them_when_asked() -> None:
    event = make_event(field=2 * TABLES, rounds_planned=3, visibility="public")
    desk = Client()
    desk.force_login(event.owner)
    play_round(event)
    pair(event)
    expect_two_goes(desk, f"/desk/{event.slug}/rounds/2/")
    rounds.publish(tournament=event, actor=event.owner, round_=event.rounds.get(number=2))
    for page in DESK:
        expect_two_goes(desk, f"/desk/{event.slug}/{page}")
    for page in PUBLIC:
        expect_two_goes(Client(), f"/e/{event.slug}/{page}")


def test_what_somebody_searches_for_comes_first() -> None:
    event = make_event(field=2 * TABLES, visibility="public")
    found = Client().get(f"/e/{event.slug}/find/?q=Player+12").content.decode()
    assert re.findall(r'<li[^>]*data-player="(\d+)"(?![^>]*hidden)', found) == ["12"]
