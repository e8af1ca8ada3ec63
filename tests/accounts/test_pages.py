"""Sign up, sign in and out, the profile, a forgotten password."""

import io
import re
from typing import Any

import pytest
import time_machine
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.test import Client

from accounts.forms import SignUpForm
from accounts.links import link_text, user_of_link
from accounts.models import ApiToken, User
from accounts.names import is_visible
from accounts.tokens import create_token
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

SIGN_UP = {
    "username": "ann",
    "display_name": "Ann Å",
    "email": "",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


# A Hangul filler, a zero-width space and joiner, an empty Braille pattern, a variation selector.
INVISIBLE = ["\u3164", "\u200b\u200d", "\u2800", "\ufe0f"]


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_signing_up_signs_in_and_goes_where_one_wanted(client: Client) -> None:
    answer = client.post("/accounts/new/", {**SIGN_UP, "next": "/desk/new/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/desk/new/")
    assert signed_in(client)
    user = User.objects.get()
    assert (user.username, str(user), user.is_staff, user.is_superuser) == ("ann", "Ann Å", False, False)
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "an n"}, "username"),
        ({"username": "ANN2"}, "username"),
        ({"username": "x" * 151}, "username"),
        ({"display_name": "x" * 121}, "display_name"),
        ({"email": "nowhere"}, "email"),
        ({"password2": "something else 12"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password2"),
        ({"password1": "1234567890", "password2": "1234567890"}, "password2"),
    ],
)
def test_a_bad_sign_up_names_the_field_and_makes_nobody(
    client: Client, change: dict[str, str], field: str
) -> None:
    make_user("ann2")
    answer = client.post("/accounts/new/", {**SIGN_UP, **change})
    assert (answer.status_code, field in answer.context["form"].errors) == (422, True)
    assert User.objects.count() == 1
    assert not signed_in(client)


@pytest.mark.parametrize(
    ("password", "is_fine"),
    [
        ("Password123!", False),
        ("Liverpool2024", False),
        ("iloveyou2020", False),
        ("2024!liverpool", False),
        ("12-34-56-78", False),
        ("correct horse battery staple", True),
        ("Skovduens 7 æbler", True),
        ("liverpool-wagner-1883", True),
    ],
)
def test_a_common_word_with_digits_around_it_is_no_password(password: str, *, is_fine: bool) -> None:
    if is_fine:
        validate_password(password)
        return
    with pytest.raises(ValidationError) as refusal:
        validate_password(password)
    assert [error.code for error in refusal.value.error_list] == ["password_too_common"]


def test_a_name_in_other_case_is_the_same_name_in_the_database_too() -> None:
    make_user("Ann")
    with pytest.raises(IntegrityError):
        make_user("aNN")


def test_signing_in_and_out(client: Client) -> None:
    make_user("ann")
    answer = client.post("/accounts/login/?next=/desk/", {"username": "ann", "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/desk/")
    assert signed_in(client)
    assert client.get("/accounts/logout/").status_code == 405
    assert signed_in(client)
    client.post("/accounts/logout/")
    assert not signed_in(client)


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(client: Client, target: str) -> None:
    make_user("bo")
    sign_in = {"username": "bo", "password": PASSWORD}
    for page, data in (("/accounts/login/", sign_in), ("/accounts/new/", SIGN_UP)):
        answer = client.post(page, {**data, "next": target})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/"), page


def test_cookies_by_https_are_secure_for_every_path_and_no_domain(client: Client, settings: Any) -> None:
    """Otherwise browsers throw a cookie whose name begins with __Host- away."""
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    make_user("ann")
    client.get("/accounts/login/", secure=True)
    client.post("/accounts/login/", {"username": "ann", "password": PASSWORD}, secure=True)
    facts = {
        name: (cookie["secure"], cookie["path"], cookie["domain"]) for name, cookie in client.cookies.items()
    }
    assert set(facts) == {
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        settings.DEVICE_COOKIE_NAME,
    }
    assert set(facts.values()) == {(True, "/", "")}


def test_wrong_passwords_are_refused_and_then_locked(client: Client, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    make_user("ann")
    wrong = {"username": "ann", "password": "wrong"}
    codes = [client.post("/accounts/login/", wrong).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    locked = client.post("/accounts/login/", {"username": "ann", "password": PASSWORD})
    assert locked.status_code == 429
    assert b"Too many attempts" in locked.content
    assert not signed_in(client)


def test_behind_a_proxy_wrong_passwords_of_a_stranger_do_not_lock_the_organiser_out(
    client: Client, settings: Any
) -> None:
    """All requests come from the proxy's address there, so it must not be the one that is locked."""
    settings.AXES_FAILURE_LIMIT, settings.PROXY_COUNT = 3, 1
    make_user("ann")
    wrong, right = ({"username": "ann", "password": password} for password in ("wrong", PASSWORD))
    for _ in range(4):
        refused = client.post("/accounts/login/", wrong, headers={"X-Forwarded-For": "203.0.113.9"})
    assert refused.status_code == 429
    assert (
        client.post("/accounts/login/", right, headers={"X-Forwarded-For": "198.51.100.7"}).status_code == 302
    )


def test_account_pages_ask_to_sign_in_first_and_the_others_are_there(client: Client) -> None:
    pages = ("", "password/", "tokens/")
    for page in pages:
        answer = client.get(f"/accounts/{page}")
        assert answer.headers["Location"] == f"/accounts/login/?next=/accounts/{page}"
    for page in ("login/", "new/", "forgotten/", "forgotten/sent/", "forgotten/x/y/"):
        answer = client.get(f"/accounts/{page}")
        assert (answer.status_code, b"<h1>" in answer.content) == (200, True), page
    client.force_login(make_user())
    assert [client.get(f"/accounts/{page}").status_code for page in pages] == [200] * 3


def test_the_profile_changes_only_ones_own_name_and_address(client: Client) -> None:
    user, other = make_user("ann"), make_user("bo")
    client.force_login(user)
    data = {"display_name": "Ann", "email": "ann@example.org", "username": "bo", "is_superuser": "1"}
    assert client.post("/accounts/", data).status_code == 302
    user.refresh_from_db()
    other.refresh_from_db()
    assert (user.display_name, user.email, user.username) == ("Ann", "ann@example.org", "ann")
    assert not user.is_superuser
    assert other.display_name == ""
    answer = client.post("/accounts/", {"display_name": "x" * 121, "email": "nowhere"})
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"display_name", "email"})


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_that_nobody_can_see_is_refused(name: str) -> None:
    assert not is_visible(name) and is_visible(f"A{name}") and is_visible("山")
    form = SignUpForm({**SIGN_UP, "username": f"ann{name}", "display_name": name})
    assert set(form.errors) == {"username", "display_name"}


def test_a_password_is_changed_with_the_old_one(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    new = "another good phrase 7"
    data = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    create_token(user=user, name="hall", expiry=None)
    assert client.post("/accounts/password/", data).status_code == 200
    assert client.post("/accounts/password/", {**data, "old_password": PASSWORD}).status_code == 302
    user.refresh_from_db()
    assert user.check_password(new)
    assert signed_in(client)
    assert not ApiToken.objects.exists(), "made by whoever knew the old password, perhaps"


def test_an_organiser_who_is_locked_out_gets_in_once_by_a_link(client: Client, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    make_user("ann", email="ann@example.org")
    for _ in range(3):
        client.post("/accounts/login/", {"username": "ann", "password": "wrong"})
    out = io.StringIO()
    call_command("sign_in_link", "ann@example.org", address="https://pairings.example.org", stdout=out)
    site, path = out.getvalue().strip().split("/accounts/")
    assert site == "https://pairings.example.org"
    assert client.get(f"/accounts/{path}").status_code == 200
    assert not signed_in(client), "to open it does nothing yet"
    assert client.post(f"/accounts/{path}").headers["Location"] == "/"
    assert signed_in(client)
    client.post("/accounts/logout/")
    assert [client.get(f"/accounts/{path}").status_code, client.post(f"/accounts/{path}").status_code] == [
        404,
        404,
    ]
    assert client.post("/accounts/login/", {"username": "ann", "password": PASSWORD}).status_code == 302
    with pytest.raises(CommandError, match="There is no account 'bo'"):
        call_command("sign_in_link", "bo")


def test_a_link_is_void_after_a_quarter_of_an_hour_and_if_anybody_changes_it(client: Client) -> None:
    with time_machine.travel(0):
        text = link_text(make_user("ann"))
        assert user_of_link(text) and not user_of_link(text[:-1] + ("A" if text[-1] != "A" else "B"))
    with time_machine.travel(15 * 60 + 1):
        assert user_of_link(text) is None


def test_a_forgotten_password_is_replaced_by_the_link_in_the_mail(client: Client) -> None:
    user = make_user("ann", email="ann@example.org")
    for address in ("ann@example.org", "nobody@example.org"):
        answer = client.post("/accounts/forgotten/", {"email": address})
        assert answer.headers["Location"] == "/accounts/forgotten/sent/"
    (letter,) = mail.outbox
    assert letter.to == ["ann@example.org"] and "ann" in letter.body
    found = re.search(r"http://testserver(/accounts/forgotten/\S+)", str(letter.body))
    assert found is not None
    form = client.get(found.group(1), follow=True)
    new = "another good phrase 7"
    data = {"new_password1": new, "new_password2": new}
    assert client.post(form.request["PATH_INFO"], data).headers["Location"] == "/accounts/login/"
    user.refresh_from_db()
    assert user.check_password(new)
    assert b"too old" in client.get(found.group(1), follow=True).content


# --- who may sign up ---


def test_a_closed_site_makes_no_accounts_and_offers_none(client: Client, settings: Any) -> None:
    settings.SIGN_UP = "closed"
    for answer in (client.get("/accounts/new/"), client.post("/accounts/new/", SIGN_UP)):
        assert answer.status_code == 403 and b"No new accounts" in answer.content
    assert b"/accounts/new/" not in client.get("/accounts/login/").content
    assert not User.objects.exists()
