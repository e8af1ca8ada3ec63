"""What a page says to its reader, and which of it is still English."""

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html.parser import HTMLParser
from typing import Any

from django.utils import translation

from devtools import messages

SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title", "data-confirm"}
# Not for reading: programs, what is typed or shown as it is, and words in a language of their own.
MUTE = {"script", "style", "code", "kbd", "textarea", "bdi", "svg"}
VOID = set("area br col hr img input link meta source use wbr path circle rect".split())
TWO_WORDS = re.compile(r"[A-Za-z]{3,},? [a-z]{3,}")


class Reader(HTMLParser):
    """Collects the texts of a page, spoken attributes and the texts given to its scripts among them."""

    def __init__(self) -> None:
        super().__init__()
        self.lang = ""
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._json = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang = given.get("lang", "")
        other = given.get("lang", self.lang) != self.lang
        if not other:
            self.texts += [value for name, value in given.items() if name in SPOKEN]
            if tag == "meta" and given.get("name") == "description":
                self.texts.append(given["content"])
        if tag not in VOID:
            self._open.append((tag, tag in MUTE or other))
        self._json = tag == "script" and given.get("type") == "application/json"

    def handle_endtag(self, tag: str) -> None:
        self._json = False
        while self._open and any(name == tag for name, _mute in self._open):
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._json:
            self.texts += strings(json.loads(data))
        elif not any(mute for _tag, mute in self._open):
            self.texts.append(data)


def strings(value: Any) -> Iterator[str]:
    """All texts in JSON data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


@lru_cache(maxsize=1)
def read(page: str) -> Reader:
    """One page is asked several things."""
    reader = Reader()
    reader.feed(page)
    reader.texts = [" ".join(text.split()) for text in reader.texts if text.strip()]
    return reader


@cache
def texts() -> messages.Texts:
    return messages.texts_of_pages()


@cache
def english_texts(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Our texts that read otherwise in `language`: those without places, and a pattern for those with."""
    plain, patterns = set(), []
    with translation.override(language):
        for (context, text), (plural, _files) in texts().items():
            said = translation.pgettext(context, text) if context else translation.gettext(text)
            if said == text:
                continue
            for form in filter(None, (text, plural)):
                parts = re.split(r"%%?\(\w+\)s|%%s|\{\w+\}", " ".join(form.split()))
                if len(parts) == 1:
                    plain.add(parts[0])
                elif any(TWO_WORDS.search(part) for part in parts):
                    patterns.append(".+?".join(map(re.escape, parts)))
    return frozenset(plain), re.compile("|".join(patterns))


@cache
def is_english(text: str, language: str) -> bool:
    """Whether a text should have been said in `language`; most texts of a page are on many other pages too."""
    plain, pattern = english_texts(language)
    # No sentence of Japanese is written in Latin letters.
    sentence = language == "ja" and text.isascii() and TWO_WORDS.search(text)
    return text in plain or bool(sentence or pattern.fullmatch(text))


def left_in_english(page: str, language: str) -> list[str]:
    """Texts of a page that should have been said in `language`."""
    return [text for text in read(page).texts if is_english(text, language)]
