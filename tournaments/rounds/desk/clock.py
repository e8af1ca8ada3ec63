"""The clock of a round at the desk, and extra time for a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import quoting
from tournaments.desk.base import DeskRequest, for_staff, page, post_for, round_or_404, tried
from tournaments.models import Match, Round, Tournament
from tournaments.rights import Right
from tournaments.rounds.services import clocks
from tournaments.steps.refusals import ServiceError

VERBS: Mapping[str, Callable[..., object]] = {
    "start": clocks.start, "pause": clocks.pause, "stop": clocks.stop,
}  # fmt: skip
# Where the buttons of the clock stand, and so where one comes back to without a script.
BACK = ("round", "overview", "outstanding", "clock")


@dataclass(frozen=True, slots=True)
class ClockPage:
    """The clock of a round; `back` is the page it stands on, `refused` what could not be done."""

    number: int
    back: str
    refused: ServiceError | None


@for_staff
def clock(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The clock on its own page; the other pages take it from here when it has changed."""
    return _page(request, tournament, round_or_404(tournament, number))


@post_for(Right.CLOCK)
def change_clock(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Start, pause, stop, a minute more or less, or another length."""
    round_ = round_or_404(tournament, number)
    refused: ServiceError | None = None
    try:
        _change(request, tournament, round_)
    except ServiceError as error:
        refused = error
    if request.headers.get("HX-Request"):
        return _page(request, tournament, round_, refused)
    if refused is not None:
        messages.error(request, str(refused))
    return back(request, tournament, number)


def _change(request: DeskRequest, tournament: Tournament, round_: Round) -> None:
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "round_": round_}
    verb = VERBS.get(request.POST.get("do", ""))
    if verb is not None:
        verb(**given)
    elif "add" in request.POST:
        clocks.add(**given, minutes=request.POST["add"])
    else:
        clocks.set_length(**given, minutes=request.POST.get("minutes", ""))


@quoting("minutes", "why")
@post_for(Right.CLOCK)
def extra_time(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """More minutes for one table, all in all, and why."""
    match = Match.objects.filter(round=round_or_404(tournament, number), table=table).first()
    if match is None:
        raise Http404
    given = {"minutes": request.POST.get("minutes", ""), "why": request.POST.get("why", "")}
    done = _("The extra time of table %(table)s is saved.") % {"table": table}
    tried(
        request,
        lambda: clocks.extend_table(tournament=tournament, actor=request.user, match=match, **given),
        done,
    )
    return back(request, tournament, number)


def back(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """To the page whose button was pressed."""
    where = request.POST.get("back", "")
    if where == "overview":
        return redirect("desk:event", tournament.slug)
    if where in ("outstanding", "clock"):
        return redirect(f"desk:{where}", tournament.slug, number)
    return redirect("desk:round", tournament.slug, number)


def _page(
    request: DeskRequest, tournament: Tournament, round_: Round, refused: ServiceError | None = None
) -> HttpResponse:
    asked = request.POST.get("back") or request.GET.get("back", "")
    shown = ClockPage(round_.number, asked if asked in BACK else "clock", refused)
    return page(request, tournament, "rounds/desk/clock.html", "hall", shown)
