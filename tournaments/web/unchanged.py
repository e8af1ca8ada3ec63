"""Answers "has this page changed?" before anything else is done.

Phones ask every few seconds whether their page has changed; nearly always it has not. The ETag of a public
page is made of the event, its version, the language and the state of our own files, so all of it is known
without touching session, template or, for a second at a time, the database.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from zlib import crc32

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request

from tournaments.models import Tournament
from tournaments.models.event import OPEN

EVENT_PAGE = re.compile(r"/e/([-\w]+)/")
_MARKED = re.compile(r'W/"[^"~]*~(?P<mark>[-\w]+)\.(?P<made>[0-9]{1,12})"')
REMEMBERED_SECONDS = 1.0
REMEMBERED_EVENTS = 1000
# What decides whether a stored answer may be used again, beside its address.
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")
_seen: dict[str, tuple[float, str | None]] = {}


class Unchanged:
    """Middleware, before what looks at sessions: 304 for a page of a public event that is as the visitor has it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("If-None-Match")
        if given is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        address = EVENT_PAGE.match(request.path_info)
        stem = _stem(address[1]) if address else None
        if stem is None:
            return self.get_response(request)
        tag = same(given, f'W/"{stem}-{get_language_from_request(request)}"')
        return not_modified(tag) if tag else self.get_response(request)


def etag(tournament_id: int, version: int, language: str, stamp: str = "") -> str:
    """The ETag of every page of an event. Weak: the same page may come compressed or not.

    `stamp` is for a page that changes while the version stays: what it shows is catching up.
    """
    return f'W/"{_name(tournament_id, version)}-{language}{stamp}"'


def marked(tag: str, mark: str) -> str:
    """The ETag of a page for one reader: that of the event, what the reader waits for (`mark`), and now."""
    return f'{tag[:-1]}~{mark}.{int(time.time())}"'


def still_good(given: str, mark: str, seconds: int) -> str:
    """The marked ETag of an If-None-Match header if its page was made less than `seconds` ago with the same mark.

    "" if there is none: then the page is to be made.
    """
    found = _MARKED.search(given)
    if found is None or found["mark"] != mark or not found[0].startswith(f'W/"{release()}-'):
        return ""
    return found[0] if time.time() - int(found["made"]) < seconds else ""


def same(given: str, current: str) -> str:
    """The ETag of an If-None-Match header that names this one, with a mark or without; "" if none does."""
    if is_match(given, current):
        return current
    found = _MARKED.search(given)
    return found[0] if found and found[0].startswith(f"{current[:-1]}~") else ""


def is_match(given: str, current: str) -> bool:
    """Whether an If-None-Match header names the current ETag (weak comparison)."""
    return current in given or current.removeprefix("W/") in parse_etags(given)


def not_modified(tag: str) -> HttpResponse:
    """An empty 304 with what caches need to know."""
    answer = HttpResponseNotModified()
    answer["ETag"] = tag
    answer["Cache-Control"] = "no-cache"
    patch_vary_headers(answer, VARY)
    return answer


def forget() -> None:
    """Drop what was remembered of versions (tests; a change is seen within a second anyway)."""
    _seen.clear()


def _stem(slug: str) -> str | None:
    """The beginning of an event's ETag, at most a second old; None for private, hidden and unknown events."""
    now = time.monotonic()
    known = _seen.get(slug)
    if known is not None and now - known[0] < REMEMBERED_SECONDS:
        return known[1]
    rows = Tournament.objects.filter(OPEN, slug=slug)
    row = rows.values_list("pk", "public_version").first()
    stem = None if row is None else _name(*row)
    if len(_seen) >= REMEMBERED_EVENTS:
        _seen.clear()
    _seen[slug] = (now, stem)
    return stem


def _name(tournament_id: int, version: int) -> str:
    return f"{release()}-{tournament_id}-{version}"


def release() -> str:
    """Changes when templates, styles or code change, or the addresses of this server that pages show to phones: what
    is new must not be hidden behind an old ETag.
    """
    return f"{settings.RELEASE()}.{crc32(','.join(settings.ALLOWED_HOSTS).encode()):x}"
