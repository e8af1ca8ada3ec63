"""The way back to the own page once its tab is closed: a cookie of this phone, and the address that reads it.

Public pages are the same for everybody, so they lead to an address without a key. Only that address and the own page,
which lie below one path, are sent the cookie; no script can read it.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from accounts import limits
from tournaments.models import Player, Tournament
from tournaments.phones.public import own
from tournaments.phones.public.own import Reader
from tournaments.phones.selectors import personal
from tournaments.public.pages import find_event
from tournaments.web.missing import WrongKey

# As long as a season of a series may take; counted anew whenever the own page is opened.
COOKIE, COOKIE_SECONDS = "pairwright_me", 180 * 24 * 3600
# What a phone has that waits for the desk to recognise it (`recognise`).
ASKS = "pairwright_asks"


@csrf_exempt
def my_page(request: HttpRequest, slug: str) -> HttpResponse:
    """To the own page that was opened last on this phone, else to how a phone gets one; DELETE forgets it.

    No other site can make a browser send DELETE, so it needs no token.
    """
    if request.method == "DELETE":
        return forgotten(own.private(HttpResponse(status=204)), slug)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD", "DELETE"])
    event = find_event(request, slug)
    if key := request.COOKIES.get(COOKIE, ""):
        try:
            player = personal.player_by_key(event, key)
            return own.back_to(reverse("public:me", args=[slug, player.key]))
        except Player.DoesNotExist:
            limits.count("wrong_keys", limits.address_of(request))
    return _without(request, slug)


def _without(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a phone without an own page goes: to its request, if it has asked the desk, else to how it gets one."""
    if request.COOKIES.get(ASKS):
        return own.back_to(reverse("public:recognise", args=[slug]))
    return forgotten(own.back_to(reverse("public:table_code", args=[slug]) + "?own=none"), slug)


def remembered(request: HttpRequest, answer: HttpResponse, reader: Reader) -> HttpResponse:
    """The own page, which this phone finds again from now on. Only where somebody opened it: no script that asks for
    news brings back what was forgotten.
    """
    if "HX-Request" not in request.headers and answer.status_code == 200:
        answer.set_cookie(
            COOKIE,
            reader.player.key,
            max_age=COOKIE_SECONDS,
            path=_path(reader.event.slug),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


def forgotten(answer: HttpResponse, slug: str) -> HttpResponse:
    for cookie in (COOKIE, ASKS):
        answer.delete_cookie(cookie, path=_path(slug), samesite="Lax")
    return answer


def opens_nothing(request: HttpRequest, event: Tournament, key: str) -> WrongKey:
    """What to raise for a key that is nobody's (any more); a phone that found its way here by it forgets it."""
    wrong = WrongKey(event)
    if request.COOKIES.get(COOKIE) == key:
        wrong.cookie = COOKIE, _path(event.slug)
    return wrong


def _path(slug: str) -> str:
    return reverse("public:my_page", args=[slug])
