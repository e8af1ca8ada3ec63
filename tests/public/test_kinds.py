"""The pages that show each kind of event, and the README and the front page, which say the same of it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.public.pages import text_of
from tournaments.public.site import KINDS
from tournaments.web.documents import document

pytestmark = pytest.mark.django_db
README = (Path(settings.BASE_DIR) / "README.md").read_text(encoding="utf-8")


def test_every_page_of_docs_for_is_a_kind() -> None:
    assert {path.stem for path in (Path(settings.BASE_DIR) / "docs" / "for").glob("*.md")} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_shown_from_its_start_to_the_prizes_with_pictures_that_are_there(
    kind: str, client: Client
) -> None:
    page = client.get(f"/for/{kind}/").content.decode()
    pictures = re.findall(r'<img src="/static/([^"]+)" alt="([^"]+)"', page)
    assert len(pictures) >= 2 and all(alt and finders.find(src) for src, alt in pictures)
    assert page.count("<h2") >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_readme_and_the_front_page_say_what_its_page_says(kind: str, client: Client) -> None:
    shown = document(f"for/{kind}", "en")
    assert shown is not None
    assert f"### [{shown.title}](docs/for/{kind}.md)\n\n{shown.lead}" in re.sub(
        r"(?<=\S)\n(?=\S)", " ", README
    )
    front = text_of(client, "/")
    assert shown.title in front and shown.lead in front


def test_what_is_no_kind_is_not_found_and_what_did_not_change_is_not_sent(client: Client) -> None:
    assert client.get("/for/event-day/").status_code == client.get("/for/x/").status_code == 404
    answer = client.get("/for/go/")
    assert client.get("/for/go/", headers={"if-none-match": answer["ETag"]}).status_code == 304
