"""The documents of docs/, read in the program, so without a network too: the manual, and what each kind of event is.

A document in the reader's language lies in docs/LANGUAGE/ under the same name, with the same headings in the same
order; they have the marks of the English ones, so a link into the manual is one in every language. Its own links are
those that work between the files, with the marks of its own headings.
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(settings.BASE_DIR) / "docs"
STATIC = Path(settings.BASE_DIR) / "static"
# Notes of those who write the documents.
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
# Where a line of Japanese goes on in the next one: there is no space between its words.
WRAPPED = re.compile(r"(?<=[\u3000-\u9fff])\n *(?=[\u3000-\u9fff])")
NAME = re.compile(r"(?:[a-z]+/)?[\w-]+", re.ASCII)
# What is written in HTML is shown as text, and an address that is none of a page makes no link.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it is shown; `lead` is what its first paragraph says, `marks` are those of its headings,
    `is_translated` whether it is in the language.
    """

    name: str
    title: str
    lead: str
    html: SafeString
    marks: tuple[str, ...]
    is_translated: bool


@lru_cache(maxsize=256)
def document(name: str, language: str) -> Document | None:
    """The document of this name; None where there is none."""
    english = DOCS / f"{name}.md"
    if not NAME.fullmatch(name) or not english.is_file():
        return None
    own = DOCS / language / f"{name}.md"
    source = own if own.is_file() else english
    tokens = _parsed(source)
    headings = _headings(tokens)
    marks = _marks_of(source, english)
    for heading in headings:
        tokens[tokens.index(heading) - 1].attrSet("id", marks[_mark(_words(heading))])
    _lead(tokens, source)
    title, lead = _words(headings[0]), _words(next(_paragraphs(tokens)))
    html = mark_safe(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    return Document(name, title, lead, html, tuple(marks.values()), language == "en" or source is own)


def address(part: str) -> str:
    """The page of a part of the manual, such as "event-day#at-the-door"."""
    name, _sharp, mark = part.partition("#")
    return reverse("desk:manual", args=[name]) + (f"#{mark}" if mark else "")


def _parsed(source: Path) -> list[Token]:
    return MARKDOWN.parse(WRAPPED.sub("", COMMENT.sub("", source.read_text("utf-8"))))


def _headings(tokens: list[Token]) -> list[Token]:
    """What stands in each heading, in order."""
    return [inside for opens, inside in pairwise(tokens) if opens.type == "heading_open"]


def _paragraphs(tokens: list[Token]) -> Iterator[Token]:
    return (inside for opens, inside in pairwise(tokens) if opens.type == "paragraph_open")


def _words(inside: Token) -> str:
    return "".join(token.content or " " * (token.type == "softbreak") for token in inside.children or ())


def _mark(heading: str) -> str:
    """As GitHub makes it, so that links work in both places."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _marks_of(source: Path, english: Path) -> dict[str, str]:
    """The marks of a document's own headings, each with the one of the same heading in English."""
    return dict(zip(_own_marks(source), _own_marks(english), strict=True))


@lru_cache(maxsize=256)
def _own_marks(source: Path) -> tuple[str, ...]:
    return tuple(_mark(_words(heading)) for heading in _headings(_parsed(source)))


def _lead(tokens: list[Token], source: Path) -> None:
    """Links to documents lead to their pages; what lies beside the documents is named and not linked. Tables look
    like those of other pages.
    """
    for token in tokens:
        if token.type == "table_open":
            token.attrs |= {"class": "table", "tabindex": "0"}  # a wide one scrolls, by keyboard too
        if token.attrs.pop(
            "style", ""
        ):  # a column of numbers: the policy of the pages allows no styles inside
            token.attrSet("class", "num")
        parts = token.children or []
        for at, part in enumerate(parts):
            if part.type == "image":
                part.attrs |= {"src": _picture(part, source), "loading": "lazy"}
            if part.type == "link_open" and not _leads(part, source):
                closes = next(one for one in parts[at:] if one.type == "link_close")
                part.tag, part.attrs, closes.tag = "span", {}, "span"


def _picture(image: Token, source: Path) -> str:
    """The address of a picture that lies among the static files."""
    path = Path(posixpath.normpath(source.parent / str(image.attrGet("src"))))
    return static(path.relative_to(STATIC).as_posix())


def _leads(link: Token, source: Path) -> bool:
    """Whether a link leads somewhere; inside the manual it leads to the page, whatever language it was written in."""
    href = unquote(str(link.attrGet("href")))
    if "://" in href:
        return True
    path, _sharp, mark = href.partition("#")
    target = Path(posixpath.normpath(source.parent / path)) if path else source
    if target.suffix != ".md" or not target.is_relative_to(DOCS) or not target.is_file():
        return False
    english = _english(target)
    mark = _marks_of(target, english).get(mark, mark)
    page = address(english.relative_to(DOCS).with_suffix("").as_posix()) if path else ""
    link.attrSet("href", page + (f"#{mark}" if mark else ""))
    return True


def _english(source: Path) -> Path:
    """The document that this one is or translates."""
    language, *rest = source.relative_to(DOCS).parts
    return DOCS.joinpath(*rest) if language in dict(settings.LANGUAGES) else source
