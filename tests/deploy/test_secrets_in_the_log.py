"""No line of the log holds a secret part of an address, whoever wrote it there."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from config.logs import JsonLines, PlainLines, redacted
from tests.factories import make_event, make_user

SECRET = "dGhlIHNlY3JldA-_"
# What is named like a secret in an address and is none: a language, the beginning of a token.
NO_SECRETS = {"language/<slug:code>/", "api/v1/tokens/<slug:token>/"}
NAMES = {"key", "code", "token", "text", "simulation"}


def routes(patterns: list[Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route, dict(one.pattern.converters)


def secret_routes() -> list[str]:
    """Addresses with a secret: a text, no number, by one of these names."""
    found = []
    for route, converters in routes(get_resolver().url_patterns):
        if route in NO_SECRETS:
            continue
        numbers = {name for name, kind in converters.items() if isinstance(kind, IntConverter)}
        numbers |= {name for name in NAMES if f"<num:{name}>" in route}
        if any(f"{name}>" in route for name in NAMES - numbers):
            found.append(route)
    return found


def filled(route: str) -> str:
    return "/" + "/".join(
        SECRET if any(part.endswith((f":{name}>", f"<{name}>")) for name in NAMES) else
        "12" if part.startswith("<num:") else "some" if part.startswith("<") else part
        for part in route.split("/")
    )  # fmt: skip


def test_every_address_with_a_secret_is_known() -> None:
    found = [filled(route) for route in secret_routes()]
    assert len(found) > 20
    assert [address for address in found if SECRET in redacted(f"Not Found: {address}")] == []


def test_rows_and_plain_words_stay_as_they_are() -> None:
    for text in (
        "Not Found: /desk/spring/screens/12/show/",
        "/api/v1/events/spring/invitations/3/",
        "/e/spring/rounds/2/tables/7/",
        "meet me / table 4 / join us",
    ):
        assert redacted(text) == text


def test_an_address_inside_another_one_is_treated_too() -> None:
    assert SECRET not in redacted(f"GET /accounts/login/?next=%2Fjoin%2F{SECRET}%2F")


@pytest.mark.parametrize("lines", [PlainLines("%(message)s"), JsonLines("%(message)s")])
def test_messages_tracebacks_and_requests_are_treated(lines: logging.Formatter) -> None:
    try:
        raise ValueError(f"/e/spring/me/{SECRET}/")
    except ValueError as error:
        how = {"msg": "Conflict: %s", "args": (f"/api/v1/events/spring/me/{SECRET}/scores/",)}
        info = (ValueError, error, error.__traceback__)
        record = logging.LogRecord("any", logging.ERROR, "file", 1, exc_info=info, **how)  # type: ignore[arg-type]
    record.request = f"<WSGIRequest: GET '/e/spring/table/{SECRET}/'>"
    line = lines.format(record)
    assert SECRET not in line
    assert "/e/spring/me/***/" in line
    if isinstance(lines, JsonLines):
        assert json.loads(line)["message"] == "Conflict: /api/v1/events/spring/me/***/scores/"


@pytest.mark.django_db
def test_what_the_site_logs_of_a_wrong_key_does_not_tell_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(field=2, slug="spring")
    [handler] = [one for one in logging.getLogger("django").handlers if type(one) is logging.StreamHandler]
    read = io.StringIO()
    monkeypatch.setattr(handler, "stream", read)
    key = event.players.get(number=1).key
    client.get(f"/e/spring/me/{key}x/")
    assert "/e/spring/me/***/" in read.getvalue()
    assert key not in read.getvalue()


@pytest.mark.django_db
def test_a_refusal_is_one_line_and_a_fault_of_ours_is_told_whole(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    [handler] = [one for one in logging.getLogger("django").handlers if type(one) is logging.StreamHandler]
    client, event = Client(raise_request_exception=False), make_event(field=2, slug="spring")
    refused = {
        "/?q=a%00b": 400,
        "/api/v1/events/?search=%00": 400,
        "/%00/": 404,
        f"/desk/{event.slug}/": 403,
    }
    client.force_login(make_user())
    for address, status in refused.items():
        monkeypatch.setattr(handler, "stream", read := io.StringIO())
        assert client.get(address).status_code == status, address
        assert len(read.getvalue().splitlines()) == 1, read.getvalue()
    monkeypatch.setattr(handler, "stream", read := io.StringIO())
    with override_settings(ROOT_URLCONF="tests.deploy.test_pages_of_last_resort"):
        assert client.get("/broken").status_code == 500
    assert "Traceback" in read.getvalue() and "a bug of ours" in read.getvalue()
