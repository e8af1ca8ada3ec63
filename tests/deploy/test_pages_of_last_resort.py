"""What a visitor sees when something goes wrong, and what every answer tells the browser."""

import re
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from config import errors
from config.urls import handler400, handler403, handler404, handler500, urlpatterns as real


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a bug of ours")


urlpatterns = [path("broken", broken), path("api/v1/broken", broken), *real]
HANDLERS = (handler400, handler403, handler404, handler500)


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_an_unknown_address_says_so_in_the_look_of_the_site_or_in_json(client: Client) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert re.search("Pairwright.*There is no such page", answer.content.decode(), re.DOTALL)
    for url in ("/api/no/such", "/api/v1/no/such"):
        answer = client.get(url)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
        assert (answer.json()["status"], answer.json()["code"]) == (404, "not_found")
        assert {"type", "title", "detail", "field", "errors", "params"} <= set(answer.json())


@pytest.mark.django_db
def test_a_button_opened_as_a_page_says_so(client: Client) -> None:
    answer = client.get("/accounts/logout/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST, OPTIONS")
    assert "This address is for a button." in answer.content.decode()


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_bug_of_ours_shows_no_details(client: Client) -> None:
    answer = client.get("/broken")
    assert answer.status_code == 500
    assert "on the server" in answer.content.decode()
    assert "RuntimeError" not in answer.content.decode()
    answer = client.get("/api/v1/broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_server_error")


def test_the_last_page_works_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = errors.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"on the server" in answer.content


@pytest.mark.django_db
def test_a_form_that_is_too_old_says_what_to_do() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/accounts/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert "reload the page" in answer.content.decode()


@pytest.mark.django_db
def test_what_no_database_takes_and_a_foreign_host_name_are_refused(client: Client) -> None:
    for url, status in (("/%00/", 404), ("/api/v1/events/%00/", 404), ("/?q=a%00b", 400)):
        assert client.get(url).status_code == status, url
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.django_db
def test_pages_travel_compressed_and_are_not_sniffed_framed_or_leaked(client: Client) -> None:
    """Scripts and styles come from this site only."""
    answer = client.get("/", headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert (rules["script-src"], rules["style-src"]) == ("'self'", "'self'")
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy
    names = ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Content-Encoding")
    assert [answer[name] for name in names] == ["nosniff", "DENY", "same-origin", "gzip"]
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"] and "fullscreen" not in answer["Permissions-Policy"]
    assert "Cross-Origin-Resource-Policy" in client.get("/api/v1/nothing/").headers
