"""What was done (the log), taking the last step back, and where it led (the standings)."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.models import Action, Round, Tournament
from tournaments.selectors.fours import final_phase
from tournaments.selectors.log import entries, step_to_undo
from tournaments.selectors.standings import StandingsTable
from tournaments.selectors.standings import standings as standings_of
from tournaments.services.undo import undo_last_step
from tournaments.views.desk.base import DeskRequest, for_manager, for_staff, page, tried

LINES_PER_PAGE = 100
EFFECTS: dict[str, Any] = {
    Action.ROUND_PAIRED: _("The draft is thrown away; the round can be paired again."),
    Action.ROUND_PUBLISHED: _("The round becomes a draft again and disappears from the public pages."),
    Action.ROUND_STARTED: _("The round counts as published, but not started."),
    Action.ROUND_COMPLETED: _("The round is open again; its results stay."),
    Action.RESULT_ENTERED: _("The table gets back the result it had before."),
    Action.RESULT_CLEARED: _("The table gets back the result it had before."),
    Action.RESULT_CORRECTED: _("The table gets back the result it had before the correction."),
    Action.RESULTS_ENTERED: _("The tables get back the results they had before."),
    Action.PENALTY_SET: _("The player gets back the penalty there was before, or none."),
    Action.SCHEDULE_PLANNED: _("The schedule is the one there was before, or none."),
    Action.SCHEDULE_CLEARED: _("The schedule is back."),
}


@for_manager
def undo(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Ask, naming the step; then take back that step and no other."""
    seen = request.POST.get("step", "")
    if request.method == "POST" and seen.isdecimal():
        _take_back(request, tournament, int(seen[:18]))
        return redirect("desk:event", tournament.slug)
    step = step_to_undo(tournament)
    effect = EFFECTS.get(step.action, "") if step else ""
    return page(request, tournament, "undo", "log", step=step, effect=effect)


def _take_back(request: DeskRequest, tournament: Tournament, step: int) -> None:
    """A second press finds the step undone already: that is what was wanted."""
    is_undone = entries(tournament).filter(undoes=step).exists()
    tried(
        request,
        lambda: undo_last_step(tournament=tournament, actor=request.user, seen=step),
        str(_("The step is taken back.")),
        fine=("step_changed", "nothing_to_undo") if is_undone else (),
    )


@for_staff
def log(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    wanted = request.GET.get("round", "")
    number = int(wanted[:5]) if wanted.isdecimal() else None
    lines = Paginator(entries(tournament, round_number=number), LINES_PER_PAGE).get_page(
        request.GET.get("page")
    )
    return page(request, tournament, "log", "log", lines=lines, number=number, step=step_to_undo(tournament))


@for_staff
def standings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    table = standings_or_404(tournament, request.GET.get("after", ""))
    return page(request, tournament, "standings", "standings", table=table, **final_phase(tournament, table))


def standings_or_404(tournament: Tournament, after: str) -> StandingsTable:
    try:
        return standings_of(tournament, int(after[:5]) if after.isdecimal() else None)
    except Round.DoesNotExist:
        raise Http404 from None
