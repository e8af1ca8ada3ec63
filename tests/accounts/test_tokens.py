"""API tokens: shown once, stored as a digest, revoked for good."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import ApiToken
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def works(text: str) -> bool:
    """Whether the API knows who sends this token."""
    answer = Client().get("/api/v1/events/", headers={"Authorization": f"Token {text}"})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def test_a_token_is_shown_once_and_only_its_digest_is_stored(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    answer = client.post("/accounts/tokens/", {"name": " Hall  screen ", "days": "30"})
    text = answer.context["made"]
    assert text.startswith("pw_") and text in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    row = ApiToken.objects.get()
    assert (row.user, row.name) == (user, "Hall screen")
    assert text not in "".join(str(value) for value in ApiToken.objects.values_list().get())
    assert abs(row.expiry - timezone.now() - timedelta(days=30)) < timedelta(minutes=1)
    again = client.get("/accounts/tokens/").content.decode()
    assert text not in again and row.token_key in again and "Hall screen" in again
    assert works(text)


def test_a_token_works_until_it_is_revoked_or_expires() -> None:
    user = make_user()
    text = tokens.create_token(user=user, name="", expiry=None)
    row = ApiToken.objects.get()
    assert row.expiry is None and works(text)
    assert tokens.revoke_token(user=user, digest=row.digest)
    assert not works(text)
    assert not works(tokens.create_token(user=user, name="", expiry=timedelta(seconds=-1)))


def test_a_token_is_revoked_on_the_page_by_its_owner_only(client: Client) -> None:
    owner, other = make_user(), make_user()
    text = tokens.create_token(user=owner, name="mine", expiry=None)
    digest = ApiToken.objects.get().digest
    client.force_login(other)
    assert "mine" not in client.get("/accounts/tokens/").content.decode()
    assert client.post("/accounts/tokens/revoke/", {"token": digest}).status_code == 404
    assert works(text)
    client.force_login(owner)
    assert client.get("/accounts/tokens/revoke/").status_code == 405
    assert client.post("/accounts/tokens/revoke/", {"token": digest}).status_code == 302
    assert client.post("/accounts/tokens/revoke/", {"token": digest}).status_code == 404
    assert not works(text)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": "", "days": "30"}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a", "days": "7"}, "days"),
    ],
)
def test_a_bad_wish_makes_no_token(client: Client, data: dict[str, str], field: str) -> None:
    client.force_login(make_user())
    answer = client.post("/accounts/tokens/", data)
    assert (answer.status_code, field in answer.context["form"].errors) == (422, True)
    assert not ApiToken.objects.exists()


def test_a_user_has_so_many_tokens_and_a_name_like_markup_is_only_text(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MAX_TOKENS", 1)
    client.force_login(make_user())
    page = client.post("/accounts/tokens/", {"name": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert(1)" not in page and "&lt;script&gt;" in page
    assert client.post("/accounts/tokens/", {"name": "two"}).status_code == 422
    assert ApiToken.objects.count() == 1
