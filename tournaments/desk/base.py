"""What every page of the desk does first: find the event, check the right; and how it says a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.kept import is_of_another, quote
from accounts.models import User
from pairing.model.types import TableKind
from tournaments import audience
from tournaments.brackets.selectors.brackets import has_bracket
from tournaments.desk.frame import Link, Top, links_of, manual_of, top_of
from tournaments.events.selectors.now import EventNow
from tournaments.models import Player, Round, Tournament
from tournaments.rights import (
    Right,
    can_enter_results,
    can_see_drafts,
    having,
    is_owner,
    may,
)
from tournaments.rounds.selectors.rounds import RoundSheet, round_sheet
from tournaments.schedules.selectors.schedules import plans_ahead
from tournaments.snapshots import is_of_four, seats_at_table
from tournaments.standings.selectors.standings import StandingsTable, standings as standings_of
from tournaments.steps.refusals import ServiceError
from tournaments.web.contexts import Part, context_of
from tournaments.web.documents import address
from tournaments.web.finding import event_of_page
from tournaments.web.missing import missing
from tournaments.web.signed_in import View, sign_in

Rule = Callable[[Any, Tournament], bool]


class DeskRequest(HttpRequest):
    """A request whose user has signed in, and the event as it is now: nobody else gets past `_desk`."""

    user: User
    now: EventNow


def _desk(rule: Rule, *methods: str) -> Callable[[View], View]:
    def wrap(view: View) -> View:
        @wraps(view)
        def inner(request: HttpRequest, slug: str, *args: object, **kwargs: object) -> HttpResponse:
            if not request.user.is_authenticated:
                return sign_in(request, reverse("desk:event", args=[slug]))
            if is_of_another(request):
                return _another_account()
            try:
                tournament = event_of_page(slug, request.user)
            except Tournament.DoesNotExist:
                raise missing(slug) from None
            if not rule(request.user, tournament):
                raise PermissionDenied
            if can_see_drafts(request.user, tournament):
                audience.let_staff_in()
            if request.method == "GET":
                quote(request)
            cast("DeskRequest", request).now = EventNow(tournament)
            return view(request, tournament, *args, **kwargs)

        return never_cache(require_http_methods(methods)(inner))

    return wrap


# Everybody who works at the desk. What ends in `_post` only ever changes something.
for_staff = _desk(can_enter_results, "GET", "HEAD", "POST")
staff_post = _desk(can_enter_results, "POST")


def page_for(right: Right) -> Callable[[View], View]:
    """A page for whoever has one right of the table."""
    return _desk(having(right), "GET", "HEAD", "POST")


def post_for(right: Right) -> Callable[[View], View]:
    """What only ever changes something, for whoever has one right of the table."""
    return _desk(having(right), "POST")


def require(request: HttpRequest, tournament: Tournament, right: Right) -> None:
    """For pages that some may read and fewer may change. Errors: PermissionDenied."""
    if not may(request.user, tournament, right):
        raise PermissionDenied


def _another_account() -> HttpResponse:
    """A page that stayed open says in whose name something was entered (`as`): somebody else has signed in since."""
    message = _("not saved: someone else is signed in here now")
    return JsonResponse({"code": "another_account", "message": message}, status=403)


def version_seen(request: HttpRequest) -> int | None:
    """The version of the event that the page showed from which this was sent."""
    version = request.POST.get("version", "")
    return int(version[:18]) if version.isascii() and version.isdecimal() else None


def number_in(text: str) -> int:
    """A number of an address or a form; 0, which nothing has, for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0


def tried(
    request: HttpRequest, action: Callable[[], object], done: str = "", *, fine: tuple[str, ...] = ()
) -> bool:
    """Do it and say `done`, or say why not. Codes in `fine` mean that it had been done already: no error."""
    try:
        action()
    except ServiceError as error:
        if error.code not in fine:
            messages.error(request, str(error))
            return False
        done = ""
    if done:
        messages.success(request, done)
    return True


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around every page of one event besides its head; `section` is the place in the rail."""

    section: str
    here: str
    links: list[Link]
    manual: str
    may_manage: bool
    may_own: bool
    rounds: list[Round]
    plans_ahead: bool
    has_bracket: bool
    seats: TableKind
    is_four: bool
    print_query: str


def page(
    request: DeskRequest, tournament: Tournament, template: str, section: str, *parts: Part, **more: object
) -> HttpResponse:
    """A page of one event in the frame of the desk; `section` is the place in the rail it belongs to."""
    top = top_of(request.now, request.user)
    context = context_of((*parts, more, top, _around(request, tournament, section, top)))
    return render(request, template, context)


def _around(request: DeskRequest, tournament: Tournament, section: str, top: Top) -> Around:
    here = str(request.resolver_match.url_name) if request.resolver_match else ""
    return Around(
        section=section,
        here=here,
        links=links_of(section, top),
        manual=address(manual_of(here, section)),
        may_manage=top.rights[Right.SETTINGS] and not tournament.follows,
        may_own=is_owner(request.user, tournament),
        rounds=request.now.rounds,
        plans_ahead=plans_ahead(tournament),
        has_bracket=has_bracket(tournament),
        seats=seats_at_table(tournament),
        is_four=is_of_four(tournament),
        print_query=_print_query(request, section),
    )


def _print_query(request: HttpRequest, section: str) -> str:
    """What the documents to print are asked for: the round in view, or the standings."""
    match = request.resolver_match
    if match and "/rounds/" in match.route:
        return f"?round={match.kwargs['number']}"
    return "?of=standings" if section == "standings" else ""


def round_or_404(tournament: Tournament, number: int) -> Round:
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        raise Http404
    round_.tournament = tournament
    return round_


def sheet_or_404(
    tournament: Tournament, number: int, *, table: int | None = None, ratings: bool = False
) -> RoundSheet:
    """A round (or one table of it) as the desk sees it, drafts too."""
    try:
        sheet = round_sheet(tournament, number, table=table, drafts=True, ratings=ratings)
    except Round.DoesNotExist:
        raise Http404 from None
    if table is not None and not sheet.tables:
        raise Http404
    return sheet


def standings_or_404(tournament: Tournament, after: str) -> StandingsTable:
    try:
        return standings_of(tournament, int(after[:5]) if after.isdecimal() else None)
    except Round.DoesNotExist:
        raise Http404 from None


def player_or_404(tournament: Tournament, number: int) -> Player:
    who = Player.objects.filter(tournament=tournament, number=number).first()
    if who is None:
        raise Http404
    return who
