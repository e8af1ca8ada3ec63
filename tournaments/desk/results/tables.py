"""One table of a round: why it was paired, its result, and correcting that result afterwards."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.corrections.selectors.edits import ResultEdit
from tournaments.corrections.selectors.impact import consequences
from tournaments.corrections.services import edits
from tournaments.desk.base import (
    DeskRequest,
    for_staff,
    page,
    require,
    row_or_404,
    sheet_or_404,
    tried,
)
from tournaments.desk.results.forms import ResultForm
from tournaments.desk.results.scores import paired_anew, score_page
from tournaments.models import Match, Result, RoundState, Tournament
from tournaments.players.selectors.tables_of_four import is_of_four
from tournaments.results.services import results
from tournaments.rights import Right
from tournaments.rounds.selectors.rounds import RoundSheet, TableRow
from tournaments.standings.selectors.standings import impact_of
from tournaments.steps.refusals import ServiceError


@restoring
@for_staff
def table(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """While the round is played: enter. Afterwards: choose, see what it changes, confirm with a reason."""
    sheet = sheet_or_404(tournament, number)
    row = row_or_404(sheet, table)
    if _is_completed(sheet) and request.method == "POST":
        require(request, tournament, Right.CORRECT_RESULTS)
    if is_of_four(tournament):
        return score_page(request, tournament, sheet, row)
    start = {"result": row.result or ""}
    data = typed(request) or request.GET or None
    form = ResultForm(data, initial=start, open_too=not _is_completed(sheet))
    is_answered = form.is_bound and form.is_valid() and not sheet.is_draft
    if is_answered and request.method == "POST" and _entered(request, tournament, sheet, row, form):
        return redirect("desk:round", tournament.slug, number)
    context: dict[str, Any] = {"sheet": sheet, "row": row, "form": form, "is_completed": _is_completed(sheet)}
    if is_answered and _is_completed(sheet) and form.cleaned_data["result"] != row.result:
        context |= _impact(tournament, row, form.cleaned_data["result"])
    return page(request, tournament, "results/table", "rounds", **context)


def _is_completed(sheet: RoundSheet) -> bool:
    return sheet.state == RoundState.COMPLETED


def _impact(tournament: Tournament, row: TableRow, wanted: str) -> dict[str, Any]:
    match = Match.objects.get(pk=row.match_id)
    edit = ResultEdit(match.round.number, match.table, wanted)
    return {
        "impact": impact_of(tournament, match, wanted),
        "wanted": Result(wanted),
        "found": consequences(tournament, edit),
    }


def _entered(
    request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow, form: ResultForm
) -> bool:
    """Save, unless the page showed another pairing or another result than there is now."""
    match = Match.objects.get(pk=row.match_id)
    done = _("Table %(table)s: saved.") % {"table": row.table}
    if _is_completed(sheet):
        done = _("Table %(table)s is corrected; the correction is in the log.") % {"table": row.table}
    return tried(request, lambda: _save(request, tournament, sheet, match, form), done)


def _save(
    request: DeskRequest, tournament: Tournament, sheet: RoundSheet, match: Match, form: ResultForm
) -> None:
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "match": match}
    wanted, note = form.cleaned_data["result"], form.cleaned_data["note"]
    if request.POST.get("match", str(match.pk)) != str(match.pk):
        raise paired_anew()
    if request.POST.get("before", match.result or "") not in (match.result or "", wanted):
        raise ServiceError("result_changed", _("Somebody else has changed this result in the meantime."))
    if _is_completed(sheet):
        edit = ResultEdit(sheet.number, match.table, wanted)
        edits.make(tournament=tournament, actor=request.user, edit=edit, note=note)
    elif wanted:
        results.enter_result(**given, result=wanted)
    else:
        results.clear_result(**given)
