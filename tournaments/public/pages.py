"""How a public page is made: found, checked for change, built once per version and language, kept packed."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from hashlib import blake2b
from typing import Any, Protocol
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts import limits
from pairing.systems import seats_of
from tournaments.brackets.selectors.brackets import has_bracket
from tournaments.events.selectors.addresses import for_phones
from tournaments.events.selectors.phases import is_whole
from tournaments.models import Tournament
from tournaments.registration.selectors.places import takes_entries
from tournaments.schedules.selectors.schedules import plans_ahead
from tournaments.steps.version_cache import by_key
from tournaments.web.contexts import Context, Shown, context_of
from tournaments.web.finding import event_of_page
from tournaments.web.missing import missing
from tournaments.web.unchanged import VARY, etag, is_match, not_modified, release

HTML = "text/html; charset=utf-8"
PAGE_SECONDS = 3600
# All rows of a list that is sent in two goes: see templatetags/rows.py.
WHOLE = {"rows": "all"}


class Stamped(Protocol):
    """Something a page shows besides the event; the page is another one with each stamp."""

    @property
    def stamp(self) -> str: ...


class Minute(datetime):
    """For a page that says minutes: it is another one with each of them."""

    @property
    def stamp(self) -> str:
        return f"{self:%Y%m%d%H%M}"

    @classmethod
    def of(cls, _event: Tournament) -> Minute:
        """The minute of now."""
        return cls.now(UTC)


def public_page(
    template: str,
    *,
    by_query: Mapping[str, str] | None = None,
    typed: Collection[str] = (),
    kind: str = HTML,
    finds: Callable[[HttpRequest, str], Tournament] | None = None,
    knows: Callable[[Tournament], Stamped] | None = None,
) -> Callable[[Callable[..., Shown]], Callable[..., HttpResponse]]:
    """A page of one event from a function that gives what it shows: `build(event, query, **address)`.

    `by_query` maps the parameters a page knows to the pattern of their values. `query` holds what was given
    of these; all else is ignored, so that nobody can fill the cache with invented addresses. What somebody
    `typed` (in these of them) is answered, not kept, and counted as a search. `finds` is who may see it where
    not everybody who may see the event (usual) is meant. `knows` finds what is not of the event's version; `build`
    is given it as `known`, and its stamp is part of the ETag. The page is the same for everybody: no user, no
    session and no CSRF token reaches the template, so compressing it reveals nothing (BREACH).
    """
    patterns = {name: re.compile(pattern) for name, pattern in (by_query or {}).items()}

    def decorate(build: Callable[..., Shown]) -> Callable[..., HttpResponse]:
        page = _Page(template, build, patterns, typed, kind, finds or find_event, knows)

        @require_safe
        @wraps(build)
        def view(request: HttpRequest, slug: str, **address: object) -> HttpResponse:
            return page.answer(request, slug, **address)

        return view

    return decorate


@dataclass(frozen=True, slots=True)
class _Page:
    """What `public_page` was given."""

    template: str
    build: Callable[..., Shown]
    patterns: Mapping[str, re.Pattern[str]]
    typed: Collection[str]
    kind: str
    finds: Callable[[HttpRequest, str], Tournament]
    knows: Callable[[Tournament], Stamped] | None

    def answer(self, request: HttpRequest, slug: str, **address: object) -> HttpResponse:
        event = self.finds(request, slug)
        known = self.knows(event) if self.knows else None
        tag = etag(event.pk, event.public_version, get_language() or "", known.stamp if known else "")
        if is_match(request.headers.get("If-None-Match", ""), tag):
            return not_modified(tag)
        query = understood(request, self.patterns)
        is_search = any(name in query for name in self.typed)
        if is_search:
            limits.count("searches", limits.asker(request))
        # What somebody typed is searched once, not again with every change.
        frame = {"etag": tag, "is_still": is_search, **frame_of(request, event, query)}
        given = {**address, "known": known} if known else address
        return page_answer(
            request,
            self.template,
            frame,
            lambda: self.build(event, query, **given),
            cached=not is_search,
            kind=self.kind,
            is_private=not event.is_open,
            is_indexable=event.is_indexable,
        )


def for_everybody(
    request: HttpRequest, template: str, stamp: str, context: Callable[[], Context]
) -> HttpResponse:
    """A page about no event, made where the visitor does not have it as it is: `stamp` names it, and is another one
    when anything on it has changed but its language and our own files.

    No request in the template: the page is the same for everybody and starts no session.
    """
    tag = f'W/"{stamp}-{release()}-{get_language()}"'
    if is_match(request.headers.get("If-None-Match", ""), tag):
        return not_modified(tag)
    answer = HttpResponse(render_to_string(template, {"etag": tag, **context()}))
    answer["ETag"] = tag
    answer["Cache-Control"] = "no-cache"
    patch_vary_headers(answer, VARY)
    return answer


def find_event(request: HttpRequest, slug: str) -> Tournament:
    """The event if this visitor may see it; private events look like missing ones."""
    try:
        return event_of_page(slug, request.user)
    except Tournament.DoesNotExist as error:
        raise missing(slug) from error


def frame_of(request: HttpRequest, event: Tournament, query: Mapping[str, str]) -> Context:
    """What the frame of every page needs to know of the request."""
    path = f"{request.path}?{urlencode(query)}" if query else request.path
    return {
        "event": event,
        "seats": seats_of(event.system),
        "plans_ahead": plans_ahead(event),
        "is_whole": is_whole(event),
        "has_bracket": has_bracket(event),
        "takes_entries": takes_entries(event),
        "page_path": path,
        "page_here": request.build_absolute_uri(path),
        "page_url": request.build_absolute_uri(request.path),
        "event_url": for_phones(request.build_absolute_uri(reverse("public:event", args=[event.slug]))),
        "page_query": urlencode(query),
        "site_origin": request.build_absolute_uri("/").rstrip("/"),
        "is_indexable": event.is_indexable,
    }


def understood(request: HttpRequest, patterns: Mapping[str, re.Pattern[str]]) -> dict[str, str]:
    """What was given of the parameters a page knows; values that do not fit are as if they were not there."""
    return {
        name: request.GET[name]
        for name, pattern in patterns.items()
        if pattern.fullmatch(request.GET.get(name, ""))
    }


def page_answer(
    request: HttpRequest,
    template: str,
    frame: Context,
    build: Callable[[], Shown],
    *,
    cached: bool = True,
    **sent: Any,
) -> HttpResponse:
    """The page with this frame, kept under its ETag and whole address, or built; `sent`: see `packed_answer`."""

    def render() -> bytes:
        return _packed(template, {**frame, **context_of(build())})

    packed = _kept_page(frame["etag"] + frame["page_here"], render) if cached else render()
    return packed_answer(request, packed, frame["etag"], **sent)


def _packed(template: str, context: Context) -> bytes:
    """A page as it is sent and kept: the same bytes whenever it is made."""
    return gzip.compress(render_to_string(template, context).encode(), 6, mtime=0)


def _kept_page(what: str, render: Callable[[], bytes]) -> bytes:
    """The packed page kept under `what` (its ETag and whole address), rendered if there is none."""
    return by_key(f"page:{_digest(what)}", render, seconds=PAGE_SECONDS)


def packed_answer(
    request: HttpRequest,
    packed: bytes,
    tag: str,
    *,
    is_private: bool,
    is_indexable: bool,
    kind: str = HTML,
) -> HttpResponse:
    """The answer with a packed page: `is_private` keeps it out of shared caches, not `is_indexable` out of searches."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(packed, content_type=kind)
        answer["Content-Encoding"] = "gzip"
    else:
        answer = HttpResponse(gzip.decompress(packed), content_type=kind)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache" if is_private else "no-cache"
    if not is_indexable:
        answer["X-Robots-Tag"] = "noindex"
    patch_vary_headers(answer, VARY)
    return answer


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
