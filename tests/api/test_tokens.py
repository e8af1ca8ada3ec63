"""Tokens: made, shown once, listed, revoked; and who gets in with what."""

import base64
from datetime import timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiToken, User
from accounts.tokens import create_token
from tests.api.conftest import Api
from tests.factories import PASSWORD, make_user
from tournaments.models import IdempotencyKey, Tournament

PLAYERS = "/api/v1/events/club/players/"


def basic(name: str, password: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()}


def with_header(value: str, path: str = "/api/v1/me/") -> Any:
    return APIClient().get(path, headers={"Authorization": value})


def test_both_usual_words_are_understood_until_the_token_is_revoked_or_expired(api: Api) -> None:
    made, other = (
        Api().post("tokens/", {"name": name, "days": 1}, 201, **basic("owner", PASSWORD))
        for name in ("x", "y")
    )
    for scheme in ("Token", "token", "Bearer", "bearer"):
        assert with_header(f"{scheme} {made['token']}").status_code == 200
    somebody = Api(make_user())
    somebody.delete(f"tokens/{made['id']}/", 404)
    assert made["id"] not in {row["id"] for row in somebody.get("tokens/")}
    api.delete(f"tokens/{made['id']}/")
    assert with_header(f"Token {made['token']}").status_code == 401
    ApiToken.objects.filter(token_key=other["id"]).update(expiry=timezone.now() - timedelta(seconds=1))
    assert with_header(f"Token {other['token']}").status_code == 401


def test_a_token_makes_no_token_and_the_list_says_when_each_was_used(
    api: Api, owner: User, django_capture_on_commit_callbacks: Any
) -> None:
    problem = api.post("tokens/", {"name": "x"}, 403)
    assert problem["code"] == "token_makes_no_token" and ApiToken.objects.count() == 1
    token = create_token(user=owner, name="script", expiry=None)
    for _ in range(2):  # the second use, right after, writes nothing
        with django_capture_on_commit_callbacks(execute=True) as written:
            assert with_header(f"Token {token}").status_code == 200
    assert not written
    used = {row["name"]: row["last_used"] for row in api.get("tokens/")}
    assert used == {"": None, "script": ANY} and used["script"] is not None


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "x" * 81}, {"name": "x", "days": 0}, {"name": 5}]
)
def test_a_token_needs_a_name_and_a_sensible_end(owner: User, body: dict[str, Any]) -> None:
    Api().post("tokens/", body, 400, **basic("owner", PASSWORD))


@pytest.mark.django_db
def test_nonsense_in_the_header_is_401_even_where_no_token_is_needed() -> None:
    long = "Token " + "x" * 5000
    for header in (
        "Token",
        "Token ",
        "Token a b",
        "Token \x00",
        "Token å",
        long,
        "Bearer pw_12",
        "Token pw_wrong",
    ):
        for path in ("/api/v1/me/", "/api/v1/events/"):
            answer = with_header(header, path)
            if path.endswith("me/") or "pw_" in header:
                assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Token"), header
                assert answer.json()["code"] in ("authentication_failed", "not_authenticated")


def test_an_account_that_was_closed_has_no_access(api: Api, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(is_active=False)
    api.get("me/", 401)


@pytest.mark.django_db
def test_the_first_token_is_made_with_name_and_password(owner: User) -> None:
    headers = {**basic("owner", PASSWORD), "Idempotency-Key": "k1"}
    made = Api().post("tokens/", {"name": "first"}, 201, **headers)
    assert not IdempotencyKey.objects.exists(), "a new token is never stored"
    assert with_header(f"Token {made['token']}").json()["username"] == "owner"
    assert Api().post("tokens/", {"name": "first"}, 401, **basic("owner", "wrong"))["status"] == 401
    assert Api().get("me/", 401, **basic("owner", PASSWORD))["code"] == "not_authenticated"


@pytest.mark.django_db
def test_guessing_passwords_is_locked_like_on_the_page(owner: User, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    for _ in range(2):
        Api().post("tokens/", {"name": "x"}, 401, **basic("owner", "wrong"))
    for password in ("wrong", PASSWORD):
        problem = Api().post("tokens/", {"name": "x"}, 429, **basic("owner", password))
        assert problem["code"] == "locked_out"
    assert not ApiToken.objects.exists()


def test_a_session_needs_the_csrf_token_to_write(owner: User, event: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    assert client.get("/api/v1/me/").json() == {"username": "owner", "display_name": "owner", "token": None}
    body = {"name": "Ann"}
    assert client.post(PLAYERS, body, content_type="application/json").status_code == 403
    client.cookies["csrftoken"] = secret = "x" * 32
    answer = client.post(PLAYERS, body, content_type="application/json", headers={"X-CSRFToken": secret})
    assert answer.status_code == 201
