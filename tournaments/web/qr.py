"""Addresses as QR codes, for phones to scan from paper and screens."""

import io

import segno
from django.http import HttpResponse
from django.utils.safestring import SafeString, mark_safe

from tournaments.events.selectors.addresses import for_phones, is_only_here
from tournaments.models import Tournament


def drawn(address: str) -> SafeString:
    """The code as part of a page."""
    # Made here of digits and path commands alone; the address is only in the pattern.
    return mark_safe(segno.make(address, error="m").svg_inline(border=2, omitsize=True, svgclass="qr"))


def picture(asked: str, event: Tournament) -> HttpResponse:
    """The code of an address as a picture of its own. Browsers keep it for a day, except where it was asked for by an
    address of this machine alone: there it changes with the network.
    """
    address = for_phones(asked)
    drawing = io.BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", scale=8, border=3, light="#fff", dark="#000")
    answer = HttpResponse(drawing.getvalue(), content_type="image/svg+xml")
    return answer if is_only_here(asked) else kept_a_day(answer, event)


def kept_a_day(answer: HttpResponse, event: Tournament) -> HttpResponse:
    """What changes rarely: asked for again after a day, or each time where not everybody may see the event."""
    is_private = not event.is_open
    answer["Cache-Control"] = "private, no-cache" if is_private else "public, max-age=86400"
    return answer
