"""Answers "has this page changed?" before anything else is done.

Phones ask every few seconds whether their page has changed; nearly always it has not. The ETag of a public
page is made of the event, its version, the language and the state of our own files, so all of it is known
without touching session, template or, for a second at a time, the database.
"""

import re
import time
from collections.abc import Callable
from hashlib import sha256
from zlib import crc32

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request

from accounts.tokens import find_token
from tournaments.models import Tournament
from tournaments.models.event import OPEN
from tournaments.rights import can_view, role_of

EVENT_PAGE = re.compile(r"/e/([-\w]+)/")
EVENT_OF_API = re.compile(r"/api/v1/events/([-\w]+)/")
# Raise it when an answer of the API changes its shape: answers kept by clients are then asked for anew.
REPRESENTATION = "7"
_MARKED = re.compile(r'W/"[^"~]*~(?P<mark>[-\w]+)\.(?P<made>[0-9]{1,12})"')
REMEMBERED_SECONDS = 1.0
REMEMBERED_EVENTS = 1000
# What decides whether a stored answer may be used again, beside its address.
VARY = ("Accept-Encoding", "Accept-Language", "Cookie", "Authorization")
TOKEN = re.compile(r"(?:token|bearer) +([!-~]+)$", re.IGNORECASE)
# What an ETag and the right to see an event depend on.
DECIDING = ("version", "public_version", "owner_id", "visibility", "hidden", "deleted_at")
_seen: dict[str, tuple[float, tuple[int, int] | None]] = {}


class Unchanged:
    """Middleware, before what looks at sessions: 304 for a page of a public event that is as the visitor has it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("If-None-Match")
        if given is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        if address := EVENT_PAGE.match(request.path_info):
            row = _versioned(address[1])
            tag = row and same(given, etag(*row, get_language_from_request(request)))
        else:
            tag = _tag_of_api(request, given)
        return not_modified(tag) if tag else self.get_response(request)


def _tag_of_api(request: HttpRequest, given: str) -> str:
    """The ETag of an answer of the API that somebody has who sends a token or nothing; "" if it is another."""
    address = EVENT_OF_API.match(request.path_info)
    if not address or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return ""
    header, slug = request.headers.get("Authorization"), address[1]
    facts = _seen_with(header, slug) if header else (row := _versioned(slug)) and (*row, None)
    tag = facts and event_tag(*facts, get_language_from_request(request), request.get_full_path())
    return tag if tag and is_match(given, tag) else ""


def _seen_with(header: str, slug: str) -> tuple[int, int, object] | None:
    """Key and version of an event as who has this token sees it, and their role; None for who may not."""
    token = (words := TOKEN.match(header)) and find_token(words[1])
    event = token and Tournament.objects.only(*DECIDING).filter(slug=slug).order_by().first()
    if not token or not event or not can_view(token.user, event):
        return None
    role = role_of(token.user, event)
    return event.pk, event.public_version if role is None else event.version, role


def event_tag(tournament_id: int, version: int, *facts: object) -> str:
    """The ETag of an answer of the API about an event: what the event was like, which any other answer of that moment
    says as well, and what else the answer depends on.
    """
    state, rest = (
        sha256(repr(part).encode()).hexdigest()[:16]
        for part in ((REPRESENTATION, release(), tournament_id, version), facts)
    )
    return f'W/"{state}-{rest}"'


def tag_of(*facts: object) -> str:
    """The ETag of an answer that depends on nothing but these facts and what this release makes of them."""
    return event_tag(0, 0, *facts)


def etag(tournament_id: int, version: int, language: str, stamp: str = "") -> str:
    """The ETag of every page of an event. Weak: the same page may come compressed or not.

    `stamp` is for a page that changes while the version stays: what it shows is catching up.
    """
    return f'W/"{release()}-{tournament_id}-{version}-{language}{stamp}"'


def marked(tag: str, mark: str) -> str:
    """The ETag of a page for one reader: that of the event, what the reader waits for (`mark`), and now."""
    return f'{tag[:-1]}~{mark}.{int(time.time())}"'


def still_good(header: str, mark: str, seconds: int) -> str:
    """The marked ETag of an If-None-Match header if its page was made less than `seconds` ago with the same mark.

    "" if there is none: then the page is to be made.
    """
    found = _MARKED.search(header)
    if found is None or found["mark"] != mark or not found[0].startswith(f'W/"{release()}-'):
        return ""
    return found[0] if time.time() - int(found["made"]) < seconds else ""


def same(header: str, current: str) -> str:
    """The ETag of an If-None-Match header that names this one, with a mark or without; "" if none does."""
    if is_match(header, current):
        return current
    found = _MARKED.search(header)
    return found[0] if found and found[0].startswith(f"{current[:-1]}~") else ""


def is_match(header: str, current: str) -> bool:
    """Whether an If-None-Match header names the current ETag (weak comparison)."""
    return current in header or current.removeprefix("W/") in parse_etags(header)


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


def _versioned(slug: str) -> tuple[int, int] | None:
    """Key and public version of an event, at most a second old; None for private, hidden and unknown events."""
    now = time.monotonic()
    known = _seen.get(slug)
    if known is not None and now - known[0] < REMEMBERED_SECONDS:
        return known[1]
    rows = Tournament.objects.filter(OPEN, slug=slug)
    row = rows.values_list("pk", "public_version").first()
    if len(_seen) >= REMEMBERED_EVENTS:
        _seen.clear()
    _seen[slug] = (now, row)
    return row


def release() -> str:
    """Changes when templates, styles or code change, or the addresses of this server that pages show to phones: what
    is new must not be hidden behind an old ETag.
    """
    return f"{settings.RELEASE()}.{crc32(','.join(settings.ALLOWED_HOSTS).encode()):x}"
