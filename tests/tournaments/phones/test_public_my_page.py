"""The way back to the own page: a cookie of the phone, read at an address that stands on every public page."""

import pytest
from django.test import Client

from tests.factories import make_event, make_user
from tests.public.pages import words
from tournaments.events.services import events
from tournaments.models import Player, Tournament
from tournaments.phones.public.my_page import COOKIE
from tournaments.players.services import codes

pytestmark = pytest.mark.django_db
HOME = "/e/spring/me/"
NONE = "/e/spring/code/?own=none"


@pytest.fixture
def event() -> Tournament:
    return make_event(field=4, slug="spring")


@pytest.fixture
def ann(event: Tournament) -> Player:
    return event.players.get(number=1)


def own_page(player: Player) -> str:
    return f"{HOME}{player.key}/"


def leads_to(client: Client) -> str:
    answer = client.get(HOME)
    assert answer["Cache-Control"] == "private, no-store" and answer.status_code == 302
    return answer["Location"]


def test_a_phone_that_opened_the_own_page_finds_it_again(
    client: Client, ann: Player, settings: object
) -> None:
    settings.SESSION_COOKIE_SECURE = True  # type: ignore[attr-defined]
    kept = client.get(own_page(ann)).cookies[COOKIE]
    assert (kept["path"], kept["samesite"], kept["httponly"], kept["secure"]) == (HOME, "Lax", True, True)
    assert int(kept["max-age"]) > 30 * 24 * 3600
    assert leads_to(client) == own_page(ann)
    assert leads_to(Client()) == NONE
    # One phone has one own page: the one opened last.
    other = ann.tournament.players.get(number=2)
    client.get(own_page(other))
    assert leads_to(client) == own_page(other)


def test_no_other_page_is_sent_the_cookie_or_changed_by_it(client: Client, ann: Player) -> None:
    """Public pages are kept and shared: they are the same for everybody, and the browser keeps the cookie from them."""
    before = client.get("/e/spring/").content
    client.get(own_page(ann))
    after = client.get("/e/spring/")
    assert after.content == before and not after.cookies
    assert f'href="{HOME}"'.encode() in before
    assert not client.get(own_page(ann), headers={"hx-request": "true"}).cookies


def test_it_is_forgotten_on_the_own_page_and_by_public_pages(client: Client, ann: Player) -> None:
    for forget in (lambda: client.post(own_page(ann), {"do": "forget"}), lambda: client.delete(HOME)):
        client.get(own_page(ann))
        forget()
        assert leads_to(client) == NONE
    assert "No page of yours opens on this phone." in words(client.get(NONE))
    assert client.post(HOME).status_code == 405


def test_an_address_that_opens_nothing_any_more_is_forgotten_where_it_is_tried(
    client: Client, ann: Player
) -> None:
    old = ann.key
    codes.renew_player_key(tournament=ann.tournament, actor=None, player=ann)
    ann.refresh_from_db()
    for tried in (f"{HOME}{old}/", HOME):
        client.cookies[COOKIE] = old
        dropped = client.get(tried).cookies[COOKIE]
        assert (dropped.value, dropped["path"], dropped["max-age"]) == ("", HOME, 0)
    said = client.get(f"{HOME}{old}/").content.decode()
    assert "This code is no longer valid." in said and 'href="/e/spring/find/"' in said
    # A wrong key of somebody else's takes no way back away.
    client.get(own_page(ann))
    assert not client.get(f"{HOME}{'x' * 16}/").cookies
    assert leads_to(client) == own_page(ann)


def test_guessing_by_the_cookie_is_counted_as_wrong_keys_are(
    client: Client, ann: Player, settings: object
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong_keys": (2, 600)}  # type: ignore[attr-defined]
    statuses = []
    for _ in range(3):
        client.cookies[COOKIE] = "x" * 16
        statuses.append(client.get(HOME).status_code)
    assert statuses == [302, 302, 429]
    client.cookies[COOKIE] = ann.key
    assert leads_to(client) == own_page(ann)


def test_an_event_that_is_not_to_be_seen_says_nothing(client: Client, ann: Player) -> None:
    event = ann.tournament
    client.get(own_page(ann))
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    client.force_login(make_user())
    assert client.get(HOME).status_code == client.get("/e/nowhere/me/").status_code == 404
