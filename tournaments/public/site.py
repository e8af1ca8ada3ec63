"""Pages about no event in particular: front page, rights, choice of language, robots, and the style page."""

import time
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Count, Max, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from tournaments.events.selectors.events import events_listed
from tournaments.models import Status, Tournament
from tournaments.public.pages import for_everybody
from tournaments.rights import table_of_rights
from tournaments.series.selectors.series import listed_stamp, series_listed
from tournaments.steps.names import search_key
from tournaments.web.contexts import Context
from tournaments.web.documents import Document, document
from tournaments.whereabouts.selectors.whereabouts import with_current_round

A_YEAR = 365 * 24 * 3600
# The kinds of event that have a page in docs/for.
KINDS = ("chess", "go", "riichi", "shogi", "magic", "darts", "league", "research")
PAST_SHOWN = 30
FOUND_SHOWN = 20
LONGEST_SEARCH = 80


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a search, and public events: those running with their round, those to come, those over."""
    listed = events_listed()
    asked = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    stamp = f"home-{_versions(listed)}"
    return for_everybody(request, "events/public/home.html", stamp, lambda: _listed(request, listed, asked))


def _listed(request: HttpRequest, listed: QuerySet[Tournament], asked: str) -> Context:
    if asked:
        limits.count("searches", limits.asker(request))
    page = Paginator(listed.filter(status=Status.FINISHED), PAST_SHOWN).get_page(request.GET.get("past"))
    return {
        "asked": asked,
        "found": with_current_round(_found(listed, asked)) if asked else (),
        "running": with_current_round(listed.filter(status=Status.RUNNING)),
        "coming": listed.filter(status=Status.SETUP).order_by("starts_on", "id"),
        "past": page,
        "all_series": series_listed(),
        "kinds": kinds(),
        "page_path": _path(asked, page.number),
        **_addresses(request),
    }


def _found(listed: QuerySet[Tournament], asked: str) -> list[Tournament]:
    """Events in whose name or place every word is found, without accents and case; the newest first."""
    words = search_key(asked).split()
    return [
        event for event in listed if all(word in search_key(f"{event.name} {event.venue}") for word in words)
    ][:FOUND_SHOWN]


def _path(asked: str, page: int) -> str:
    query = {"q": asked} if asked else {"past": page} if page > 1 else {}
    return f"/?{urlencode(query)}" if query else "/"


def _addresses(request: HttpRequest) -> dict[str, str]:
    here = request.build_absolute_uri("/")
    return {"page_url": here, "site_origin": here.rstrip("/")}


def _versions(listed: QuerySet[Tournament]) -> str:
    """Another text when anything on the page has changed."""
    facts = listed.order_by().aggregate(Count("pk"), Max("pk"), Sum("public_version"))
    return f"{'-'.join(str(v or 0) for v in facts.values())}-{listed_stamp()}"


@require_safe
def kind(request: HttpRequest, name: str) -> HttpResponse:
    """What an event of one kind is like, from its start to the prizes."""
    text = document(f"for/{name}", get_language() or "en") if name in KINDS else None
    if text is None:
        raise Http404(f"no kind of event {name!r}")
    return for_everybody(
        request,
        "public/site/kind.html",
        f"for-{name}",
        lambda: {"document": text, "kinds": kinds(), "page_path": request.path, **_addresses(request)},
    )


def kinds() -> list[tuple[str, Document | None]]:
    language = get_language() or "en"
    return [(name, document(f"for/{name}", language)) for name in KINDS]


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this program is, and which version of it."""
    version = settings.SPECTACULAR_SETTINGS["VERSION"]
    return for_everybody(
        request,
        "public/site/about.html",
        f"about-{version}",
        lambda: {"version": version, "database": connection.vendor, "page_path": request.path},
    )


@require_safe
def rights(request: HttpRequest) -> HttpResponse:
    """Who may do what: the table of the roles, as it is checked."""
    return for_everybody(
        request,
        "people/public/rights.html",
        "rights",
        lambda: {"table": table_of_rights(), "page_path": request.path},
    )


@require_safe
def language(request: HttpRequest, code: str) -> HttpResponse:
    """Remember the language and go back. A link, not a form: public pages carry no CSRF token."""
    if code not in dict(settings.LANGUAGES) or not check_for_language(code):
        raise Http404(f"no language {code!r}")
    target = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    answer = HttpResponseRedirect(target)
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, code, A_YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True
    )
    return answer


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Search engines see the front page and public events (unlisted ones say noindex themselves)."""
    lines = [
        "User-agent: *",
        *(f"Disallow: /{part}/" for part in ("desk", "accounts", "api", "language")),
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every component on one page, for whoever builds pages."""
    if not settings.DEBUG:
        raise Http404("the style page is for development")
    from tournaments.public.samples import SAMPLES  # nobody else needs them

    return render(request, "public/site/style.html", SAMPLES)


@require_safe
@never_cache
def now(request: HttpRequest) -> JsonResponse:
    """The time of the server in milliseconds since 1970, asked for by every page with a clock. No query."""
    return JsonResponse({"now": time.time_ns() // 1_000_000})
