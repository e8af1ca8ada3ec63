"""Tables without a result: what is missing, what delays the round, and the list of a runner."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.desk.base import DeskRequest, for_staff, page, round_or_404, staff_post, tried
from tournaments.desk.sheets import Sheets
from tournaments.models import Tournament
from tournaments.rounds.selectors.outstanding import Outstanding, outstanding as find
from tournaments.rounds.services.playing import mark_playing
from tournaments.snapshots import seats_at_table
from tournaments.web.lettering import WIDTH, Fit, fitted

sheets = Sheets()


@dataclass(frozen=True, slots=True)
class OutstandingPage:
    """What is missing of a round."""

    found: Outstanding
    number: int


@for_staff
def outstanding(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The page asks for itself every few seconds: results come in from phones and other desks."""
    found = find(round_or_404(tournament, number), timezone.now())
    return page(request, tournament, "rounds/desk/outstanding.html", "hall", OutstandingPage(found, number))


@dataclass(frozen=True, slots=True)
class RunnerSheet:
    """The same on paper."""

    found: Outstanding
    number: int
    fit: Fit


@sheets.sheet("<int:number>/outstanding/", "print_runner", "rounds/print/runner")
def runner(_request: DeskRequest, tournament: Tournament, number: int) -> RunnerSheet:
    """Names with boxes to tick."""
    found = find(round_or_404(tournament, number), timezone.now())
    seats = seats_at_table(tournament)
    rows = [row.names for row in found.tables]
    fit = fitted(rows, lambda _em: [(WIDTH * 0.76 - 54) / 2] * seats, more=(seats - 1) // 2)
    return RunnerSheet(found, number, fit)


@staff_post
def asked(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """ "Asked, still playing": a repair of the round leaves such a table alone."""
    round_ = round_or_404(tournament, number)
    is_playing = request.POST.get("playing") != "0"
    table = request.POST.get("table", "")
    wanted = None if table == "all" else [int(table)] if table.isdecimal() and len(table) < 8 else []
    tried(
        request,
        lambda: mark_playing(
            tournament=tournament, actor=request.user, round_=round_, tables=wanted, playing=is_playing
        ),
        _("Every table without a result is marked as playing.") if wanted is None else "",
    )
    return redirect("desk:outstanding", tournament.slug, number)
