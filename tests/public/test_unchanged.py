"""Unchanged pages cost nothing, changed ones are seen, and all are the same for everybody."""

from __future__ import annotations

import json
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    enter_all,
    make_event,
    publish,
)
from tests.public.pages import PAGES, running_event
from tournaments.services import events
from tournaments.views.public import unchanged

pytestmark = pytest.mark.django_db


def test_an_unchanged_page_is_answered_without_content_and_without_queries(client: Client) -> None:
    running_event()
    tag = client.get("/e/spring/standings/")["ETag"]
    first = client.get("/e/spring/standings/", headers={"if-none-match": tag})
    with CaptureQueriesContext(connection) as queries:
        second = client.get("/e/spring/standings/", headers={"if-none-match": tag})
    assert (first.status_code, second.status_code) == (304, 304)
    assert second.content == b""
    assert second["ETag"] == tag
    assert len(queries) == 0


def test_a_change_is_seen(client: Client) -> None:
    event = running_event()
    tag = client.get("/e/spring/")["ETag"]
    enter_all(event.rounds.get(number=3))
    unchanged.forget()
    answer = client.get("/e/spring/", headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert answer["ETag"] != tag
    assert "4 of 4 results are in." in " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_another_language_is_another_page(client: Client) -> None:
    running_event()
    tag = client.get("/e/spring/")["ETag"]
    answer = client.get("/e/spring/", headers={"if-none-match": tag, "accept-language": "ja"})
    assert answer.status_code == 200
    assert '<html lang="ja"' in answer.content.decode()


def test_a_private_event_is_never_said_to_be_unchanged(client: Client) -> None:
    event = running_event()
    tag = client.get("/e/spring/")["ETag"]
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    unchanged.forget()
    assert client.get("/e/spring/", headers={"if-none-match": tag}).status_code == 404


def test_the_front_page_is_unchanged_until_an_event_changes(client: Client) -> None:
    event = make_event(field=3)
    tag = client.get("/")["ETag"]
    assert client.get("/", headers={"if-none-match": tag}).status_code == 304
    publish(event)
    assert client.get("/", headers={"if-none-match": tag}).status_code == 200


def test_a_page_is_built_once_per_version_and_language(client: Client) -> None:
    running_event()
    client.get("/e/spring/cross/")
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/e/spring/cross/").status_code == 200
    assert len(queries) == 1  # the event itself: may this visitor see it, and which version is it?


def test_invented_parameters_do_not_fill_the_cache(client: Client) -> None:
    running_event()
    client.get("/e/spring/standings/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/e/spring/standings/?x=1&after=abc&after=")
    assert len(queries) == 1


@pytest.mark.parametrize("page", PAGES)
def test_public_pages_set_no_cookie_and_carry_no_token(client: Client, page: str) -> None:
    event = running_event()
    client.force_login(event.owner)
    cache.clear()
    answer = client.get(f"/e/spring/{page}")
    assert not answer.cookies
    assert b"csrf" not in answer.content
    assert event.owner.username.encode() not in answer.content


def test_only_public_events_may_be_indexed(client: Client) -> None:
    event = running_event()
    assert "X-Robots-Tag" not in client.get("/e/spring/")
    assert b'content="noindex"' not in client.get("/e/spring/").content
    events.update_event(tournament=event, actor=event.owner, visibility="unlisted")
    assert client.get("/e/spring/")["X-Robots-Tag"] == "noindex"
    assert b'<meta name="robots" content="noindex">' in client.get("/e/spring/").content


def test_a_shared_link_carries_name_and_picture(client: Client) -> None:
    running_event(venue="Town Hall")
    page = client.get("/e/spring/").content.decode()
    assert '<meta property="og:title" content="Spring Open">' in page
    assert '<meta property="og:url" content="http://testserver/e/spring/">' in page
    assert re.search(r'<meta property="og:image" content="http://testserver/static/icons/[^"]+\.png">', page)


def test_the_qr_code_and_the_manifest_lead_to_the_event(client: Client) -> None:
    running_event()
    assert client.get("/e/spring/qr.svg")["Content-Type"] == "image/svg+xml"
    facts = json.loads(client.get("/e/spring/manifest.webmanifest").content)
    assert facts["start_url"] == "/e/spring/"
