"""The manual at the desk: every part a page points at is there, every link inside leads somewhere, nothing is HTML."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest

from tests.desk.pages import Desk
from tests.factories import make_event
from tournaments.desk.frame import MANUAL, SECTIONS, manual_of
from tournaments.desk.manual import CHAPTERS
from tournaments.web import documents

LANGUAGES = ("en", "da", "ja")
SECTIONS_OF_PAGES = (
    "overview",
    "players",
    "rounds",
    "schedule",
    "standings",
    "hall",
    "print",
    "settings",
    "phases",
    "log",
)


def _known(url: str) -> bool:
    """Whether an address inside the manual is a document that is there, and the mark one of its headings."""
    path, _sharp, mark = url.partition("#")
    found = documents.document(path.removeprefix("/desk/manual/").strip("/"), "en")
    return found is not None and (not mark or mark in found.marks)


def test_every_place_of_the_desk_has_a_part_that_is_there() -> None:
    places = [manual_of("", section) for section in SECTIONS_OF_PAGES]
    pages = [page.manual for pages in SECTIONS.values() for page in pages]
    assert [part for part in {*places, *pages, *MANUAL.values()} if not _known(documents.address(part))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_inside_resolves(language: str) -> None:
    """Those of the chapters, and of what they lead to."""
    seen: set[str] = set()
    wanted = list(CHAPTERS)
    while wanted:
        name = wanted.pop()
        found = documents.document(name, language)
        assert found, name
        seen.add(name)
        here = documents.address(name)
        for href in re.findall(r'(?:href|src)="([^"]+)"', found.html):
            url = urljoin(here, unescape(href))
            if not url.startswith(("http", "mailto:")):
                assert _known(url), f"{name}: {href}"
                path = url.partition("#")[0].removeprefix("/desk/manual/").strip("/")
                wanted += [path] if path not in seen else []
    assert {"event-day", "hall", "rules/bracket"} <= seen


TRANSLATED = sorted(
    path.relative_to(documents.DOCS).with_suffix("").as_posix() for path in documents.DOCS.glob("??/**/*.md")
)


@pytest.mark.parametrize("translated", TRANSLATED)
def test_a_translation_has_the_parts_of_the_english_document_and_leads_where_it_does(translated: str) -> None:
    """A paragraph, a row or a link that is added or dropped in one of them is missed in the other."""
    language, name = translated.split("/", 1)
    english, own = documents.document(name, "en"), documents.document(name, language)
    assert english and own
    assert own.is_translated
    assert own.marks == english.marks
    assert re.findall(r' id="([^"]+)"', own.html) == list(english.marks)
    assert _blocks(own.html) == _blocks(english.html)
    assert sorted(re.findall(r'href="([^"]+)"', own.html)) == sorted(
        re.findall(r'href="([^"]+)"', english.html)
    )


def _blocks(html: str) -> list[str]:
    return re.findall(r"<(h\d|p|ol|ul|li|tr|pre)\b", html)


def test_every_language_but_english_translates_something() -> None:
    assert {one.split("/")[0] for one in TRANSLATED} == {*LANGUAGES} - {"en"}


def test_lines_of_japanese_follow_each_other_without_a_space() -> None:
    wrapped = "回戦の時計は、\n  卓の上に\nあります。\nPairwright\nprints"
    assert documents.WRAPPED.sub("", wrapped) == "回戦の時計は、卓の上にあります。\nPairwright\nprints"


def test_what_is_written_as_html_stays_text_and_nothing_is_styled_inside() -> None:
    assert "<script>" not in documents.MARKDOWN.render("<script>alert(1)</script> [x](javascript:alert(1))")
    assert "javascript:" not in re.findall(
        r'href="[^"]*"', documents.MARKDOWN.render("[x](javascript:alert(1))")
    )
    assert all("style=" not in documents.document(name, "en").html for name in CHAPTERS)


@pytest.mark.django_db
def test_a_page_of_the_desk_leads_to_its_part_and_it_opens() -> None:
    event = make_event(field=4)
    desk = Desk(event.owner, event)
    assert '"/desk/manual/event-day/#at-the-door"' in desk.get("check_in").content.decode()
    page = desk.client.get("/desk/manual/event-day/")
    assert 'id="at-the-door"' in page.content.decode()
    for name in ("no-such-document", "../README", "openapi"):
        assert desk.client.get(f"/desk/manual/{name}/").status_code == 404
