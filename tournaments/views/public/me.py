"""A player's own page: table, wind, opponents, results; and the scores of the own table, entered from a phone.

Whoever has the address is the player: there is no account. So these pages are the only ones that differ from reader to
reader. They are kept by nobody, named to nobody (no referrer, no index), and a wrong key finds nothing. The key is
proof enough that a form comes from its own page, and no other page knows it, so forms need no token beside it; a
browser that sends no referrer would fail Django's check of the origin besides.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from pairing.scoring.mahjong import SEATS
from tournaments.forms.scores import ScoresForm
from tournaments.models import Match, Player, ScoreClaim, Tournament
from tournaments.selectors import personal
from tournaments.selectors.personal import MyTable, TableState
from tournaments.selectors.rounds import SeatRow
from tournaments.services import answers, claims
from tournaments.services.errors import ServiceError
from tournaments.snapshots import mahjong_of
from tournaments.views.public.events import of_player, overview
from tournaments.views.public.pages import Context, find_event, frame_of
from tournaments.views.public.unchanged import VARY, etag, is_match, not_modified

METHODS = ["GET", "HEAD", "POST"]
STATUS = {"too_many": 429, "bad_scores": 422}
# What a player may say; penalties are the desk's business.
BOXES = (*(f"raw_{seat}" for seat in range(SEATS)), "sticks")


@csrf_exempt
@require_http_methods(METHODS)
def me(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The page, and the answer to scores that somebody at the table has entered."""
    event, player = _whose(request, slug, key)
    if request.method != "POST":
        return _unless_unchanged(request, event) or _page(request, event, player)
    try:
        answers.count(player)
        _answer(event, player, request.POST.get("do", ""), request.POST.get("claim", ""))
    except ServiceError as refusal:
        return _page(request, event, player, refused=refusal)
    return _back(event, player)


@csrf_exempt
@require_http_methods(METHODS)
def result(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The four scores of the own table; somebody else at the table has to confirm them."""
    event, player = _whose(request, slug, key)
    mine = personal.my_table(event, player)
    if mine is None:
        return _back(event, player)
    if request.method != "POST":
        return _unless_unchanged(request, event) or _form_page(request, event, player, mine)
    given = {name: request.POST[name] for name in BOXES if name in request.POST}
    form, status = ScoresForm(given, scoring=mahjong_of(event)), 422
    if form.is_valid():
        try:
            answers.count(player)
            _send(event, player, mine, request.POST.get("match", ""), form)
            return _back(event, player)
        except ServiceError as refusal:
            form.add_error(None, str(refusal))
            status = STATUS.get(refusal.code, 409)
    return _form_page(request, event, player, personal.my_table(event, player) or mine, form, status)


def _whose(request: HttpRequest, slug: str, key: str) -> tuple[Tournament, Player]:
    """The event and the player of this key; 404 for a wrong one, as for any page that is not there."""
    event = find_event(request, slug)
    try:
        return event, personal.player_by_key(event, key)
    except Player.DoesNotExist as error:
        raise Http404("no such page") from error


def _answer(event: Tournament, player: Player, wish: str, claim: str) -> None:
    """Confirm, dispute or take back; the same again changes nothing and is no mistake."""
    row = ScoreClaim.objects.filter(
        pk=int(claim) if claim.isdecimal() and len(claim) < 19 else 0, match__round__tournament=event
    ).first()
    if wish not in answers.WANTED or row is None:
        raise ServiceError(
            "unknown_answer", _("These scores are not there any more. This is how it stands now.")
        )
    answers.give(tournament=event, player=player, claim=row, answer=wish)


def _send(event: Tournament, player: Player, mine: MyTable, match: str, form: ScoresForm) -> None:
    """Put the scores of the form before the others of the table."""
    if match != str(mine.match_id):
        raise ServiceError(
            "other_table", _("You sit at another table by now: these scores were for one before.")
        )
    if form.scores is None:
        raise ServiceError("bad_scores", _("Four scores are needed."), field="scores")
    if mine.state == TableState.COUNTED and form.scores.raw == tuple(row.raw for row in mine.rows):
        return  # a second tap, or a second phone with the same: it counts already
    claims.claim_scores(
        tournament=event,
        player=player,
        match=Match(pk=mine.match_id),
        raw=form.scores.raw,
        sticks=form.scores.sticks,
    )


def _back(event: Tournament, player: Player) -> HttpResponse:
    """To the page itself by a new request, so that loading it again sends nothing twice."""
    return _private(HttpResponseRedirect(reverse("public:me", args=[event.slug, player.key])))


def _page(
    request: HttpRequest, event: Tournament, player: Player, refused: ServiceError | None = None
) -> HttpResponse:
    context = {
        **overview(event),
        **of_player(event, player),
        "mine": personal.my_table(event, player),
        "refused": refused,
    }
    status = 200 if refused is None else STATUS.get(refused.code, 409)
    return _shown(request, event, "tournaments/public/me.html", context, status)


def _form_page(
    request: HttpRequest,
    event: Tournament,
    player: Player,
    mine: MyTable,
    form: ScoresForm | None = None,
    status: int = 200,
) -> HttpResponse:
    scoring = mahjong_of(event)
    context = {
        "player": player,
        "mine": mine,
        "boxes": [_box(form, seat) for seat in mine.rows],
        "sticks": form["sticks"].value() if form else "0",
        "refused": [str(text) for text in form.non_field_errors()] if form else (),
        "scoring": asdict(scoring),
        "expected": SEATS * scoring.start,
        "places": range(1, SEATS + 1),
    }
    return _shown(request, event, "tournaments/public/me_result.html", context, status)


def _box(form: ScoresForm | None, seat: SeatRow) -> dict[str, Any]:
    """One seat of the form: its box, what was typed there, and what is wrong about it."""
    name = f"raw_{seat.position}"
    typed, errors = (form[name].value() or "", form.errors.get(name, ())) if form else ("", ())
    return {"id": name, "seat": seat, "value": typed, "errors": errors}


def _unless_unchanged(request: HttpRequest, event: Tournament) -> HttpResponse | None:
    tag = etag(event.pk, event.version, get_language() or "")
    return not_modified(tag) if is_match(request.headers.get("If-None-Match", ""), tag) else None


def _shown(
    request: HttpRequest, event: Tournament, template: str, context: Context, status: int
) -> HttpResponse:
    # After an answer the event has a new version: the page says the one it shows.
    tag = etag(event.pk, event.version, get_language() or "")
    frame = {"etag": tag, "tab": "me", **frame_of(request, event, {})}
    answer = HttpResponse(render_to_string(template, {**frame, **context}), status=status)
    if status == 200:
        answer["ETag"] = tag
    patch_vary_headers(answer, VARY)
    return _private(answer)


def _private(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "private, no-store"
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
