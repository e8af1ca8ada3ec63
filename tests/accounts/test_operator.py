"""Accounts in the hands of the people who run the site: created, disabled, enabled by a command."""

import io

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from accounts.tokens import create_token
from tests.factories import PASSWORD, make_event, make_user
from tournaments.events.services import events

pytestmark = pytest.mark.django_db


def account(*words: str) -> str:
    out = io.StringIO()
    call_command("account", *words, stdout=out)
    return out.getvalue().strip()


def test_a_disabled_account_stops_at_once_and_its_event_stays_for_the_staff() -> None:
    owner, director = make_user("olga", email="olga@example.org"), make_user("dora")
    event = make_event(owner=owner, slug="spring")
    events.set_staff(tournament=event, actor=owner, user=director, role="director")
    token = {"Authorization": f"Token {create_token(user=owner, name='hall', expiry=None)}"}
    session, staff = Client(), Client()
    session.force_login(owner)
    staff.force_login(director)

    def seen() -> list[int]:
        own = session.get("/desk/spring/").status_code
        api = Client().get("/api/v1/me/", headers=token).status_code
        return [own, api, staff.get("/desk/spring/").status_code, Client().get("/e/spring/").status_code]

    assert seen() == [200, 200, 200, 200]
    assert account("disable", "olga") == "olga is disabled."
    assert seen() == [302, 401, 200, 200]
    Client().post("/accounts/forgotten/", {"email": "olga@example.org"})
    assert not mail.outbox
    with pytest.raises(CommandError, match="The account olga is disabled"):
        call_command("sign_in_link", "olga")
    assert account("disable", "olga") == "olga is disabled already."
    assert account("enable", "olga@example.org") == "olga is enabled."
    assert seen() == [200, 200, 200, 200]


@pytest.mark.parametrize(("password", "told"), [(PASSWORD, True), ("wrong", False)])
def test_why_is_told_to_whoever_knows_the_password(password: str, told: bool) -> None:
    make_user("olga", is_active=False)
    page = Client().post("/accounts/login/", {"username": "olga", "password": password})
    assert ("This account is disabled." in page.content.decode()) is told
    assert "_auth_user_id" not in page.client.session


def test_an_account_is_created_and_its_owner_comes_by_a_link() -> None:
    assert account("create", "ida").startswith("ida has an account.")
    assert not User.objects.get().has_usable_password()
    out = io.StringIO()
    call_command("sign_in_link", "ida", stdout=out)
    client, path = Client(), out.getvalue().strip().removeprefix("http://127.0.0.1:8000")
    form = client.post(path, {"password": ""}, follow=True)
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    client.post(form.request["PATH_INFO"], new)
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize(
    "words", [("create", "Olga"), ("create", "ol ga"), ("create", "\u3164"), ("disable", "bo")]
)
def test_what_cannot_be_done_changes_nothing(words: tuple[str, str]) -> None:
    make_user("olga")
    with pytest.raises(CommandError):
        account(*words)
    assert list(User.objects.values_list("username", "is_active")) == [("olga", True)]
