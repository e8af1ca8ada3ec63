"""Pages of a series: its seasons, its ranking, its people; and the list of all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.models import Identity, RankingOrder, Series, Visibility
from tournaments.public.pages import for_everybody, page_answer, understood
from tournaments.series.selectors import series as access
from tournaments.series.selectors.chart import chart_of
from tournaments.series.selectors.facts import facts_of
from tournaments.series.selectors.person import person, places_of
from tournaments.series.selectors.ranking import ranking as ranking_of
from tournaments.series.selectors.series import View
from tournaments.web.contexts import Context
from tournaments.web.unchanged import is_match, not_modified, release

TOP = 20


def series_page(
    template: str, *, by_query: Mapping[str, str] | None = None
) -> Callable[[Callable[..., Context]], Callable[..., HttpResponse]]:
    """A page of one series from a function that gives its context: `build(view, query, **address)`.

    As `public_page` for events: the same for everybody who sees the same seasons, and kept until one of them changes.
    What was typed (`by_query`, name to pattern) is answered, not kept.
    """
    patterns = {name: re.compile(pattern) for name, pattern in (by_query or {}).items()}

    def decorate(build: Callable[..., Context]) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(build)
        def answer(request: HttpRequest, slug: str, **address: object) -> HttpResponse:
            view = find_view(request, slug)
            tag = f'W/"{release()}-{view.stamp}-{get_language() or ""}"'
            if is_match(request.headers.get("If-None-Match", ""), tag):
                return not_modified(tag)
            query = understood(request, patterns)
            frame = {"etag": tag, **frame_of(request, view, query)}
            return page_answer(
                request,
                template,
                frame,
                lambda: build(view, query, **address),
                cached=not query,
                is_private=_is_private(view),
                is_indexable=_is_indexable(view),
            )

        return answer

    return decorate


def find_view(request: HttpRequest, slug: str) -> View:
    """The series as this visitor sees it; a private one looks like one that is not there."""
    try:
        return access.view_of(access.series_by_slug(slug, request.user), request.user)
    except Series.DoesNotExist as error:
        raise Http404("no such series") from error


def frame_of(request: HttpRequest, view: View, query: Mapping[str, str]) -> Context:
    """What the frame of every page of a series needs."""
    path = f"{request.path}?{urlencode(query)}" if query else request.path
    return {
        "series": view.series,
        "hidden": view.hidden,
        "by_mu": view.series.order == RankingOrder.MU,
        "page_path": path,
        "page_here": request.build_absolute_uri(path),
        "page_url": request.build_absolute_uri(request.path),
        "site_origin": request.build_absolute_uri("/").rstrip("/"),
        "is_indexable": _is_indexable(view),
    }


def _is_indexable(view: View) -> bool:
    """Whether search engines may list it: only with the leave of every event whose players it names."""
    return view.series.visibility == Visibility.PUBLIC and all(event.is_indexable for event in view.events)


def _is_private(view: View) -> bool:
    """Whether anything in it is not for everybody who has the address."""
    return view.series.visibility == Visibility.PRIVATE or not all(event.is_open for event in view.events)


@series_page("series/public/series.html")
def series(view: View, query: dict[str, str]) -> Context:
    """What it is, its seasons with their winners, the top of the ranking."""
    table = ranking_of(view)
    return {
        "tab": "series",
        "seasons": _seasons(view),
        "rows": table.rows[:TOP],
        "latest": table.latest,
        "count": len(table.rows),
    }


def _seasons(view: View) -> list[Context]:
    """Each with its winners, by the person of the series where there is one."""
    places = places_of(view.events)
    people = {
        (taken.event, taken.number): someone.id
        for someone in facts_of(view.series, view.stamp).people.values()
        for taken in someone.seasons
    }
    return [
        {
            "event": event,
            "places": places[event.pk],
            "winners": [(people.get((event.pk, n)), name) for n, name in places[event.pk].winners],
        }
        for event in view.events
    ]


@series_page("series/public/ranking.html", by_query={"q": ".{1,120}"})
def ranking(view: View, query: dict[str, str]) -> Context:
    """Everybody, or those whose name is asked for."""
    table = ranking_of(view)
    asked = " ".join(query.get("q", "").split())
    return {
        "tab": "ranking",
        "asked": asked,
        "rows": table.found(asked),
        "latest": table.latest,
        "count": len(table.rows),
    }


@series_page("series/public/player.html")
def player(view: View, query: dict[str, str], number: int) -> Context:
    """One person: the rating in its course, the seasons, the opponents."""
    try:
        found = person(view, number)
    except Identity.DoesNotExist as error:
        raise Http404("no such person") from error
    return {"tab": "ranking", "person": found, "chart": chart_of(found)}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All public series."""
    address = {"page_path": request.path, "page_url": request.build_absolute_uri(request.path)}
    return for_everybody(
        request,
        "series/public/list.html",
        f"series-{access.listed_stamp()}",
        lambda: {"all_series": access.series_listed(), **address},
    )
