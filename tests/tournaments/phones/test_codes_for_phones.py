"""Codes and links for phones lead to where phones reach the server, or the page says that they do not."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from segno import make

from tests.factories import make_event, make_table_event, publish
from tournaments.events.selectors.addresses import for_phones, is_only_here
from tournaments.web import qr, unchanged

pytestmark = pytest.mark.django_db
PHONE = "http://192.168.1.5:8000"
WARNING = 'data-testid="unreachable"'


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:8000/e/x/", True),
        ("http://desk.localhost/", True),
        ("http://127.1.2.3/", True),
        ("http://[::1]:8000/", True),
        ("http://0.0.0.0:8000/", True),
        ("http://192.168.1.5:8000/", False),
        ("http://localhost.example.org/", False),
        ("https://pairings.example.org/", False),
    ],
)
def test_an_address_of_this_machine_alone_is_known(address: str, here: bool) -> None:
    assert is_only_here(address) == here


def test_only_such_an_address_is_replaced_and_only_by_one_the_server_answers_to(settings: Any) -> None:
    asked = "http://localhost:8000/e/x/?a=b"
    for hosts in (["*"], ["localhost", "127.0.0.1", "[::1]"], ["club.example"]):
        settings.ALLOWED_HOSTS = hosts
        assert for_phones(asked) == asked
    settings.ALLOWED_HOSTS = ["[::1]", "club", "192.168.1.5", "10.0.0.7"]
    assert for_phones(asked) == f"{PHONE}/e/x/?a=b"
    assert for_phones("https://club.example/") == "https://club.example/"


def test_the_hall_is_shown_no_code_that_opens_nothing_and_no_word_about_it(
    client: Client, settings: Any
) -> None:
    event = make_event(field=4, slug="spring", visibility="public")
    for starts in (False, True):
        if starts:
            publish(event)
        for hosts, has_code in ((["localhost"], False), (["localhost", "192.168.1.5"], True)):
            settings.ALLOWED_HOSTS = hosts
            page = client.get("/e/spring/screen/", headers={"host": "localhost:8000"}).content.decode()
            assert ("/e/spring/qr.svg" in page, PHONE in page) == (has_code, has_code)
            assert WARNING not in page and "localhost" not in page.partition("<main")[2]


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is put into codes, in order."""
    found: list[str] = []
    monkeypatch.setattr(
        qr, "segno", SimpleNamespace(make=lambda text, **how: found.append(text) or make(text, **how))
    )
    return found


PAGES = {
    "/desk/riichi/print/cards/": WARNING,
    "/desk/spring/print/player-cards/": WARNING,
    "/desk/spring/print/table-cards/": WARNING,
    "/desk/spring/print/poster/": WARNING,
    "/desk/spring/players/1/code/": WARNING,
    "/desk/spring/players/check-in/": WARNING,
    "/e/spring/": WARNING,
    "/desk/spring/screens/": WARNING,
    "/e/spring/qr.svg": "<svg",
    "/e/spring/check-in.svg": "<svg",
}


def test_every_page_with_codes_says_where_no_phone_can_open_them(
    client: Client, settings: Any, encoded: list[str]
) -> None:
    event = make_event(field=4, slug="spring", visibility="public")
    publish(make_table_event(field=8, slug="riichi", owner=event.owner))
    client.force_login(event.owner)

    def shown(address: str, host: str) -> str:
        encoded.clear()
        return client.get(address, headers={"host": host}).content.decode()

    for address, said in PAGES.items():
        drawn = "code" in address or "print" in address or "svg" in address
        settings.ALLOWED_HOSTS = ["localhost"]
        assert said in shown(address, "localhost:8000"), address
        assert bool(encoded) == drawn, address
        assert {code.partition("/e/")[0] for code in encoded} <= {"http://localhost:8000"}
        settings.ALLOWED_HOSTS = ["192.168.1.5", "localhost"]
        for host in ("localhost:8000", "192.168.1.5:8000"):
            assert WARNING not in shown(address, host), address
            assert {code.partition("/e/")[0] for code in encoded} <= {PHONE}


def test_an_invitation_is_handed_on_with_the_address_for_phones(
    client: Client, settings: Any, encoded: list[str]
) -> None:
    event = make_event(slug="spring")
    client.force_login(event.owner)
    made = {"invite-role": "scorekeeper", "invite-uses": "1", "invite-days": "7"}
    for hosts, origin in ((["localhost"], "http://localhost:8000"), (["localhost", "192.168.1.5"], PHONE)):
        settings.ALLOWED_HOSTS = hosts
        client.post("/desk/spring/settings/staff/invite/", made, headers={"host": "localhost:8000"})
        page = client.get("/desk/spring/settings/staff/", headers={"host": "localhost:8000"}).content.decode()
        assert encoded[-1].startswith(f"{origin}/")
        assert f'value="{encoded[-1]}"' in page
        assert (WARNING in page) == (origin != PHONE)
    answer = client.post(
        "/api/v1/events/spring/invitations/",
        {"role": "display"},
        content_type="application/json",
        headers={"host": "localhost:8000"},
    )
    assert answer.json()["url"].startswith(f"{PHONE}/")


def test_a_page_kept_by_a_browser_is_another_one_once_phones_are_let_in(
    client: Client, settings: Any
) -> None:
    make_event(slug="spring", visibility="public")
    settings.ALLOWED_HOSTS = ["localhost"]
    tag = client.get("/e/spring/", headers={"host": "localhost"})["ETag"]
    asked = {"host": "localhost", "if-none-match": tag}
    assert client.get("/e/spring/", headers=asked).status_code == 304
    settings.ALLOWED_HOSTS = ["192.168.1.5", "localhost"]
    unchanged.forget()
    assert client.get("/e/spring/", headers=asked).status_code == 200
