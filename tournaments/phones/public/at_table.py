"""The page behind the code on a table: who plays there now, the result from a phone without an account, the judge.

Whoever answers first says who they are; from then on this browser speaks for that seat of that match, by a signed
cookie, and for no other one there. The own card needs none of this.
"""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.hall.selectors.calls import call_at
from tournaments.hall.services import calls
from tournaments.models import ScoreClaim, Tournament
from tournaments.names.namesakes import name_of
from tournaments.phones.public import own
from tournaments.phones.public.own import METHODS, Call, Reader
from tournaments.phones.public.own_scores import scores
from tournaments.phones.public.refusals import refuse
from tournaments.phones.services import answer_limits
from tournaments.players.selectors.players import roster
from tournaments.players.selectors.table_codes import table_of
from tournaments.public.pages import find_event
from tournaments.public.shared import overview
from tournaments.steps.refusals import ServiceError
from tournaments.web.missing import WrongKey
from tournaments.web.signed_in import wants_json
from tournaments.whereabouts.selectors.tables_played import Played, played_at

COOKIE, COOKIE_SECONDS = "pairwright_seat", 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser at a table: which one it is (`device`), and who it speaks for there, if it has said so."""

    event: Tournament
    table: int
    code: str
    played: Played | None
    device: str
    number: int | None

    @property
    def home(self) -> str:
        return reverse("public:at_table", args=[self.event.slug, self.code])

    @property
    def reader(self) -> Reader | None:
        """Who answers; None while this browser has not said it."""
        if self.played is None or self.number not in {place.number for place in self.played.people}:
            return None
        player = roster(self.event).get(number=self.number)
        form = reverse("public:at_table_result", args=[self.event.slug, self.code])
        return Reader(self.event, player, self.home, form, self.device, self.played.match_id)


@csrf_exempt
@require_http_methods(METHODS)
def at_table(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The page, and what is pressed on it."""
    visit = _visit(request, slug, code)
    if request.method != "POST":
        return own.unless_unchanged(request, visit.event) or _page(request, visit)
    try:
        answer_limits.count_at_table(visit.event, visit.table)
        number, state = _act(request, visit)
    except ServiceError as refusal:
        return own.refused(refusal) if wants_json(request) else _page(request, visit, refusal)
    answer = own.outcome_answer(request, state, f"{visit.home}?who={number}" if number else visit.home)
    return _remembered(answer, visit, number)


@csrf_exempt
@require_http_methods(METHODS)
def result(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The four scores of this table."""
    visit = _visit(request, slug, code)
    reader = visit.reader
    if reader is None:
        return own.refused(refuse.who()) if wants_json(request) else own.back_to(visit.home)
    return scores(request, reader, "phones/public/table_result.html")


def _visit(request: HttpRequest, slug: str, code: str) -> Visit:
    """404 for a wrong code or an old one, as for any page that is not there."""
    event = find_event(request, slug)
    table = table_of(event, code)
    if table is None:
        raise WrongKey(event)
    played = played_at(event, table)
    try:
        kept = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_salt(event), max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        kept = {"device": secrets.token_hex(16)}
    is_here = played is not None and kept.get("match") == played.match_id
    return Visit(event, table, code, played, kept["device"], kept.get("number") if is_here else None)


def _act(request: HttpRequest, visit: Visit) -> tuple[int | None, str]:
    """Do what was pressed: the number of whom the browser speaks for from now on, and what became of an answer.

    Errors: ServiceError.
    """
    wish, reader, state = request.POST.get("do", ""), visit.reader, ""
    if wish in ("i_am", "not_me"):
        return _chosen(visit, request.POST.get("number", "") if wish == "i_am" else ""), state
    if reader is not None:
        state = own.act(reader, request.POST)
    elif visit.played is not None and wish in ("call", "uncall"):
        _call(visit, visit.played, wish, request.POST.get("note", ""))
    else:
        raise refuse.who()
    return visit.number, state


def _call(visit: Visit, played: Played, wish: str, note: str) -> None:
    """The table wants a judge, or none any more: for that nobody has to say who they are. Errors: ServiceError."""
    if wish == "call":
        answer_limits.count_call(visit.event, visit.table, visit.device)
        calls.call_judge(
            tournament=visit.event, round_number=played.round_number, table=played.table, note=note
        )
        return
    call = call_at(visit.event, played.round_number, played.table)
    if call is not None:
        calls.cancel_call(tournament=visit.event, call=call)


def _chosen(visit: Visit, number: str) -> int | None:
    """Who this browser speaks for. Errors: `other_table`, `same_device` once it has spoken for somebody else here."""
    if visit.played is None:
        raise refuse.nobody_at_table()
    people = {str(place.number): place for place in visit.played.people}
    if number and number not in people:
        raise refuse.others_at_table()
    said = ScoreClaim.objects.filter(match=visit.played.match_id, device=visit.device)
    spoken = said.select_related("entered_by").first()
    if spoken is not None and str(spoken.entered_by.number) != number:
        raise refuse.same_device(name=name_of(visit.event, spoken.entered_by))
    return people[number].number if number else None


def _remembered(answer: HttpResponse, visit: Visit, number: int | None) -> HttpResponse:
    """The browser keeps who it is; the cookie is sent to the tables of this event only."""
    kept: dict[str, object] = {"device": visit.device}
    if number is not None and visit.played is not None:
        kept |= {"match": visit.played.match_id, "number": number}
    answer.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=_salt(visit.event)),
        max_age=COOKIE_SECONDS,
        path=reverse("public:event", args=[visit.event.slug]) + "table/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _salt(event: Tournament) -> str:
    return f"pairwright.seat.{event.pk}"


def _page(request: HttpRequest, visit: Visit, refused: ServiceError | None = None) -> HttpResponse:
    event, played = visit.event, played_at(visit.event, visit.table)
    reader = visit.reader
    here = TablePage(
        table=visit.table,
        played=played,
        home=visit.home,
        refused=refused,
        keeps_nothing=reader is None and "who" in request.GET and COOKIE not in request.COOKIES,
        calls=[(played, call_at(event, played.round_number, played.table))] if played and not reader else [],
    )
    own_part = () if reader is None else (own.at_table(reader),)
    status = 200 if refused is None else own.status_of(refused)
    shown = (overview(event), here, *own_part)
    return own.with_wait(own.own_page(request, event, "phones/public/table.html", shown, status), refused)


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table and who plays there. `keeps_nothing`: the browser has just said who it is, and knows it no more."""

    table: int
    played: Played | None
    home: str
    refused: ServiceError | None
    keeps_nothing: bool
    calls: list[Call]
    tab: str = "table"
