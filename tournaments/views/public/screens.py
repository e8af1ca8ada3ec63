"""For the hall: a screen that turns its own pages, the QR code of the event, and what pins it to a phone."""

from __future__ import annotations

import io

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament, Visibility
from tournaments.selectors import fours, standings
from tournaments.selectors.bracket_pictures import pages_of
from tournaments.selectors.brackets import Bracket, has_bracket
from tournaments.selectors.columns import columns_of
from tournaments.selectors.public import RoundHead
from tournaments.views.public.bracket import find_bracket
from tournaments.views.public.events import overview
from tournaments.views.public.pages import Context, find_event, public_page
from tournaments.views.public.rounds import by_name, find_round

SHOWS = ("names", "tables", "standings", "bracket")


@public_page("tournaments/public/screen.html", by_query={"show": "|".join(SHOWS)})
def screen(event: Tournament, query: dict[str, str]) -> Context:
    """Fills a hall screen: pairings by name while people look for their table, after the round the standings, or
    the bracket once it is being played.
    """
    context = overview(event)
    current = context["current"]
    bracket = find_bracket(event)[0] if has_bracket(event) else None
    chosen = query.get("show", "")
    if chosen == "bracket" and bracket is None:
        chosen = ""
    show = chosen or _by_itself(current, bracket)
    sheet = find_round(event, current.number) if current and show in ("names", "tables") else None
    ahead = context["ahead"]
    table = standings.standings(event) if current and show == "standings" else None
    next_rows = by_name(find_round(event, ahead.number)) if ahead and show == "names" else ()
    return {
        **context,
        "next_row_of": {row.number: row for row in next_rows},
        "shows": SHOWS,
        "chosen": chosen,
        "show": show,
        "sheet": sheet,
        "rows": by_name(sheet) if sheet and show == "names" else (),
        "table": table,
        **(fours.final_phase(event, table) if table else {}),
        "columns": columns_of(event)[:3],
        "bracket": bracket,
        "pages": pages_of(bracket) if bracket and show == "bracket" else (),
    }


def _by_itself(current: RoundHead | None, bracket: Bracket | None) -> str:
    """What is shown where nothing has been chosen."""
    if current is None or not current.is_completed:
        return "names"
    return "bracket" if bracket and not bracket.view.is_projected else "standings"


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of the event as a QR code."""
    event = find_event(request, slug)
    address = request.build_absolute_uri(reverse("public:event", args=[event.slug]))
    picture = io.BytesIO()
    segno.make(address, error="m").save(picture, kind="svg", scale=8, border=3, light="#fff", dark="#000")
    answer = HttpResponse(picture.getvalue(), content_type="image/svg+xml")
    return _kept_a_day(answer, event)


@require_safe
def manifest(request: HttpRequest, slug: str) -> HttpResponse:
    """What a phone needs to put the event on its home screen."""
    event = find_event(request, slug)
    facts = {
        "name": event.name,
        "short_name": event.name[:24],
        "start_url": reverse("public:event", args=[event.slug]),
        "scope": reverse("public:event", args=[event.slug]),
        "display": "minimal-ui",
        "background_color": "#faf7f0",
        "theme_color": "#0b5b58",
        "icons": [{"src": static("icons/pairwright.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return _kept_a_day(JsonResponse(facts, content_type="application/manifest+json"), event)


def _kept_a_day(answer: HttpResponse, event: Tournament) -> HttpResponse:
    is_private = event.visibility == Visibility.PRIVATE
    answer["Cache-Control"] = "private, no-cache" if is_private else "public, max-age=86400"
    return answer
