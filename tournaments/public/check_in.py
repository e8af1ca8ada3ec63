"""Behind the code at the door: how to check in, and that code as a picture."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.players.selectors.own_check_in import open_for
from tournaments.public.events import overview
from tournaments.public.pages import Context, find_event, public_page
from tournaments.web.qr import picture


@public_page("public/players/check_in.html")
def check_in(event: Tournament, query: dict[str, str]) -> Context:
    """Only the own card checks anybody in, so this page names nobody."""
    number = open_for(event)
    return {**overview(event), "tab": "check_in", "is_open": number is not None, "number": number}


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of that page as a QR code, to be hung at the door."""
    event = find_event(request, slug)
    return picture(request.build_absolute_uri(reverse("public:check_in", args=[event.slug])), event)
