"""Pages about no event in particular: front page, rights, choice of language, robots, and the style page."""

from __future__ import annotations

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count, Max, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language
from django.views.decorators.http import require_safe

from tournaments.events.selectors.events import events_listed
from tournaments.models import Status, Tournament
from tournaments.public.pages import for_everybody
from tournaments.rights import table_of_rights
from tournaments.series.selectors.series import listed_stamp, series_listed
from tournaments.web.unchanged import is_match, not_modified, release

A_YEAR = 365 * 24 * 3600
PAST_SHOWN = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Public events: those running, those to come, those over."""
    listed = events_listed()
    tag = f'W/"home-{release()}-{_versions(listed)}-{get_language()}"'
    if is_match(request.headers.get("If-None-Match", ""), tag):
        return not_modified(tag)
    page = Paginator(listed.filter(status=Status.FINISHED), PAST_SHOWN).get_page(request.GET.get("past"))
    context = {
        "running": listed.filter(status=Status.RUNNING),
        "coming": listed.filter(status=Status.SETUP).order_by("starts_on", "id"),
        "past": page,
        "all_series": series_listed(),
        "page_path": f"/?past={page.number}" if page.number > 1 else "/",
        **_addresses(request),
    }
    return for_everybody("public/events/home.html", tag, context)


def _addresses(request: HttpRequest) -> dict[str, str]:
    here = request.build_absolute_uri("/")
    return {"page_url": here, "site_origin": here.rstrip("/")}


def _versions(listed: QuerySet[Tournament]) -> str:
    """Another text when anything on the page has changed."""
    facts = listed.order_by().aggregate(Count("pk"), Max("pk"), Sum("version"))
    return f"{'-'.join(str(v or 0) for v in facts.values())}-{listed_stamp()}"


@require_safe
def rights(request: HttpRequest) -> HttpResponse:
    """Who may do what: the table of the roles, as it is checked."""
    tag = f'W/"rights-{release()}-{get_language()}"'
    if is_match(request.headers.get("If-None-Match", ""), tag):
        return not_modified(tag)
    context = {"table": table_of_rights(), "page_path": request.path}
    return for_everybody("public/people/rights.html", tag, context)


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
