"""A phone that came by the event's own code asks the desk to recognise it, and gets the own page once the desk has.

The phone keeps, in a cookie for these addresses alone, the number of its request, signed together with the key of the
player: once the key is another one, the request opens nothing.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import limits
from tournaments.models import PlayerRequest, PlayerRequestKind, PlayerRequestState, Tournament
from tournaments.phones.public import my_page, own
from tournaments.players.services import requests
from tournaments.public.pages import find_event
from tournaments.public.shared import find_player, overview
from tournaments.steps.refusals import ServiceError

COOKIE, COOKIE_SECONDS = my_page.ASKS, 12 * 3600


@csrf_exempt
@require_http_methods(own.METHODS)
def recognise(request: HttpRequest, slug: str) -> HttpResponse:
    """The digits while the phone waits, and what the desk has said; POST asks for the player with this `number`.

    A form of another site could only ask: no token is needed, for the desk has to see the phone.
    """
    event = find_event(request, slug)
    if request.method == "POST":
        return _ask(request, event)
    asked = _asked(request, event)
    if asked is None:
        answer = own.back_to(reverse("public:find", args=[slug]))
        answer.delete_cookie(COOKIE, path=reverse("public:my_page", args=[slug]), samesite="Lax")
        return answer
    if asked.state == PlayerRequestState.GRANTED:
        return _opened(request, asked)
    return _page(request, event, asked)


def _ask(request: HttpRequest, event: Tournament) -> HttpResponse:
    number = request.POST.get("number", "")
    player = find_player(event, int(number) if number.isdecimal() and len(number) < 9 else 0)
    limits.count("phones", limits.address_of(request))
    before = _asked(request, event)
    if before is not None and before.state == PlayerRequestState.WAITING:
        if before.player_id == player.pk:
            return own.back_to(request.path)
        requests.cancel(tournament=event, player=before.player, request=before)
    try:
        asked = requests.ask_for_phone(tournament=event, player=player)
    except ServiceError as refusal:
        return _page(request, event, None, refusal)
    return _remembered(own.back_to(request.path), asked)


def _remembered(answer: HttpResponse, asked: PlayerRequest) -> HttpResponse:
    answer.set_cookie(
        COOKIE,
        _signer(asked).sign(str(asked.pk)),
        max_age=COOKIE_SECONDS,
        path=reverse("public:my_page", args=[asked.tournament.slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _asked(request: HttpRequest, event: Tournament) -> PlayerRequest | None:
    """What this phone has asked for; None where its cookie is missing, too old, of an earlier key, or not ours."""
    signed = request.COOKIES.get(COOKIE, "")
    number = signed.partition(":")[0]
    if not number.isdecimal() or len(number) > 18:
        return None
    rows = PlayerRequest.objects.filter(tournament=event, kind=PlayerRequestKind.PHONE, pk=int(number))
    asked = rows.select_related("player").first()
    try:
        if asked is not None:
            _signer(asked).unsign(signed, max_age=COOKIE_SECONDS)
    except BadSignature:
        return None
    return asked


def _signer(asked: PlayerRequest) -> TimestampSigner:
    return TimestampSigner(salt=f"pairwright.asks.{asked.tournament_id}.{asked.player.key}")


def _opened(request: HttpRequest, asked: PlayerRequest) -> HttpResponse:
    """To the own page: also where a script has asked, which is told to load it."""
    address = reverse("public:me", args=[asked.tournament.slug, asked.player.key])
    if "HX-Request" not in request.headers:
        return own.back_to(address)
    return own.private(HttpResponse(headers={"HX-Redirect": address}))


def _page(
    request: HttpRequest, event: Tournament, asked: PlayerRequest | None, refused: ServiceError | None = None
) -> HttpResponse:
    status = 200 if refused is None else own.status_of(refused)
    shown = (overview(event), RecognisePage(asked, refused))
    return own.own_page(request, event, "phones/public/recognise.html", shown, status)


@dataclass(frozen=True, slots=True)
class RecognisePage:
    asked: PlayerRequest | None
    refused: ServiceError | None
    tab: str = "table"
