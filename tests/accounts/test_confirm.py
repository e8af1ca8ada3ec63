"""The password again before what gives an event or an account away, with what was typed kept and carried out."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.links import link_text
from accounts.models import ApiToken, User
from accounts.tokens import create_token
from tests.answers import Answer
from tests.factories import PASSWORD, make_event, make_user
from tournaments.models import Invitation, Staff, Tournament

pytestmark = pytest.mark.django_db
MINUTES = 15


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[Any]:
    settings.PASSWORD_MINUTES = MINUTES
    with time_machine.travel("2026-05-01T10:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def owner() -> User:
    make_user("ida")
    return make_user("olga")


@pytest.fixture
def event(owner: User) -> Tournament:
    return make_event(owner=owner, slug="spring")


@pytest.fixture
def desk(owner: User, clock: Any) -> Client:
    """The owner signed in an hour ago."""
    client = Client()
    client.post("/accounts/login/", {"username": "olga", "password": PASSWORD})
    clock.shift(60 * 60)
    return client


def sent_on(page: Answer, password: str, client: Client) -> Answer:
    """What the page has kept, sent with a password, as a browser does."""
    text = page.content.decode()
    (action,) = re.findall(r'<form class="card" method="post" action="([^"]*)"', text)
    kept = re.findall(r'<textarea name="([^"]*)" hidden>\n(.*?)</textarea>', text, re.DOTALL)
    data: dict[str, list[str]] = {}
    for name, value in kept:
        data.setdefault(html.unescape(name), []).append(html.unescape(value))
    return client.post(html.unescape(action), {**data, "password_again": password})


# Address, what is sent there, and whether it was done.
GIVEN_AWAY = {
    "staff": ("/desk/spring/settings/staff/", {"username": "ida", "role": "director"}, lambda: Staff.objects.exists()),
    "invitation": (
        "/desk/spring/settings/staff/invite/",
        {"invite-role": "director", "invite-label": "\n <b>Ida</b>", "invite-uses": "1", "invite-days": "1"},
        lambda: Invitation.objects.filter(label="<b>Ida</b>").exists(),
    ),
    "owner": (
        "/desk/spring/settings/staff/owner/",
        {"owner-username": "ida", "owner-confirm_slug": "spring"},
        lambda: Tournament.objects.filter(owner__username="ida").exists(),
    ),
    "deletion": ("/desk/spring/settings/delete/", {"confirm_slug": "spring"}, lambda: not Tournament.objects.exists()),
    "token": ("/accounts/tokens/", {"name": "hall", "days": "30"}, lambda: ApiToken.objects.exists()),
    "address": (
        "/accounts/",
        {"display_name": "Olga", "email": "olga@example.org"},
        lambda: User.objects.filter(email="olga@example.org").exists(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", GIVEN_AWAY)
def test_what_gives_it_away_is_done_with_the_password_and_as_it_was_typed(
    event: Tournament, desk: Client, what: str
) -> None:
    address, data, is_done = GIVEN_AWAY[what]
    page = desk.post(address, data)
    assert "Type your password again" in page.content.decode() and not is_done()
    wrong = sent_on(page, "wrong", desk)
    assert (
        wrong.status_code == 422 and "This is not your password." in wrong.content.decode() and not is_done()
    )
    sent_on(wrong, PASSWORD, desk)
    assert is_done()


def test_a_pass_phrase_is_typed_after_the_password_and_stands_in_no_page(
    event: Tournament, desk: Client
) -> None:
    address, phrase = "/desk/spring/settings/hand-over/", "four or five words"
    pages = [desk.get(address), desk.post(address, {"pass_phrase": phrase, "again": phrase})]
    assert all("Type your password again" in page.content.decode() for page in pages)
    pages.append(sent_on(pages[1], PASSWORD, desk))
    assert not [page for page in pages if phrase in page.content.decode()]
    packs = event.log_entries.filter(action="pack_made")
    assert 'name="pass_phrase"' in pages[2].content.decode() and not packs.exists()
    assert desk.post(address, {"pass_phrase": phrase, "again": phrase})["Content-Disposition"]
    assert packs.count() == 1


def test_a_deleted_event_is_purged_with_the_password_only(event: Tournament, desk: Client) -> None:
    sent_on(desk.post("/desk/spring/settings/delete/", {"confirm_slug": "spring"}), PASSWORD, desk)
    with time_machine.travel("2026-05-01T12:00:00Z"):
        desk.post("/desk/events/bin/spring/delete/", {"confirm_slug": "spring"})
    assert Tournament.stored.exists()


def test_it_is_asked_for_only_after_some_minutes(event: Tournament, desk: Client, clock: Any) -> None:
    address, data, _is_done = GIVEN_AWAY["token"]
    sent_on(desk.post(address, data), PASSWORD, desk)
    clock.shift(MINUTES * 60 - 1)
    desk.post(address, data)
    assert ApiToken.objects.count() == 2
    clock.shift(1)
    desk.post(address, data)
    assert ApiToken.objects.count() == 2


def test_the_own_name_and_other_pages_ask_for_nothing(event: Tournament, desk: Client) -> None:
    assert desk.post("/accounts/", {"display_name": "Olga O.", "email": ""}).status_code == 302
    assert desk.get("/desk/spring/settings/staff/").status_code == 200


def test_wrong_passwords_are_counted_here_too(event: Tournament, desk: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "passwords_of_device": (2, 600)}
    page = desk.post(*GIVEN_AWAY["token"][:2])
    codes = [sent_on(page, "wrong", desk).status_code for _ in range(2)]
    refused = sent_on(page, PASSWORD, desk)
    assert [*codes, refused.status_code] == [422, 422, 429] and "Retry-After" in refused.headers
    assert not ApiToken.objects.exists()


def test_an_account_without_a_password_gets_through_by_a_sign_in_link(
    event: Tournament, owner: User, clock: Any
) -> None:
    owner.set_unusable_password()
    owner.save()
    client = Client()
    client.post(f"/accounts/link/{link_text(owner)}/")
    address, data, is_done = GIVEN_AWAY["token"]
    client.post(address, data)
    assert is_done()
    clock.shift(60 * 60)
    page = client.post(address, data).content.decode()
    assert "Your account has no password." in page and ApiToken.objects.count() == 1
    new = {"new_password1": "another good phrase 7", "new_password2": "another good phrase 7"}
    client.post("/accounts/password/", new)
    owner.refresh_from_db()
    assert not owner.has_usable_password(), "whoever finds the desk open must not set one"
    client.post(f"/accounts/link/{link_text(owner)}/")
    client.post("/accounts/password/", new)
    owner.refresh_from_db()
    assert owner.check_password("another good phrase 7")


@pytest.mark.parametrize(
    ("method", "path", "data"),
    [
        ("post", "tokens/", {"name": "x"}),
        ("put", "events/spring/staff/ida/", {"role": "director"}),
        ("post", "events/spring/invitations/", {"role": "director"}),
        ("put", "events/spring/owner/", {"username": "ida", "confirm": "spring"}),
        ("post", "events/spring/hand-over-pack/", {"pass_phrase": "four or five words"}),
        ("delete", "events/spring/?confirm=spring", {}),
    ],
)
def test_the_api_asks_a_browser_for_it_and_no_program(
    event: Tournament, owner: User, desk: Client, method: str, path: str, data: dict[str, str]
) -> None:
    def send(client: Client, **headers: str) -> Answer:
        call = getattr(client, method)
        return call(f"/api/v1/{path}", data, content_type="application/json", headers=headers)

    refused = send(desk)
    assert (refused.status_code, refused.json()["code"]) == (403, "password_needed")
    token = create_token(user=owner, name="script", expiry=None)
    # Whoever copied a token for a day must not make one that lasts.
    expected = {403} if path == "tokens/" else {200, 201, 204}
    assert send(Client(), Authorization=f"Token {token}").status_code in expected
