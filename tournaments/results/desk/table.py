"""One table at the desk: its result with every choice, corrected with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _

from accounts.kept import restoring, typed
from pairing.model.types import FOUR, TWO
from tournaments.corrections.selectors.edits import ResultEdit
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.corrections.services import edits
from tournaments.desk.base import DeskRequest, for_staff, page, require, sheet_or_404
from tournaments.desk.refusals import refuse
from tournaments.desk.rows import to_picture
from tournaments.forms.base import DeskForm
from tournaments.forms.result_choices import Choice, choice_of, options
from tournaments.models import Match, Player, Tournament
from tournaments.players.selectors.players import PlayedRound, player_history
from tournaments.results.desk.scores import score_page
from tournaments.results.selectors.texts import of_text, text_of
from tournaments.results.services import results
from tournaments.rights import Right, may
from tournaments.rounds.selectors.rounds import RoundSheet, TableRow
from tournaments.snapshots import seats_at_table
from tournaments.standings.selectors.standings import Impact, impact_of


class ResultForm(DeskForm):
    """The result of one table; with `open_too` it may also be none yet. `stored` is what stands there."""

    result = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    note = forms.CharField(label=_("Why"), max_length=500, required=False)

    def __init__(
        self, tournament: Tournament, number: int, *args: Any, open_too: bool, stored: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["result"]
        assert isinstance(field, forms.ChoiceField)
        field.required = not open_too
        open_ = [("", str(_("no result yet")))] if open_too else []
        field.choices = [*options(tournament, stored, number), *open_]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A table of two as a form."""

    sheet: RoundSheet
    row: TableRow
    form: ResultForm
    is_completed: bool


@dataclass(frozen=True, slots=True)
class ResultChange:
    """What another result of a round that is over would change."""

    impact: Impact
    before: Choice
    wanted: Choice
    found: Consequences


@dataclass(frozen=True, slots=True)
class BesideTable:
    """A table with the rounds its players have behind them, by their numbers."""

    sheet: RoundSheet
    row: TableRow
    so_far: Mapping[int, list[PlayedRound]]
    may_repair: bool


@restoring
@for_staff
def table(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """While the round is played: enter. Afterwards: choose, see what it changes, confirm with a reason."""
    sheet = sheet_or_404(tournament, number, table=table)
    row = sheet.tables[0]
    if request.headers.get("HX-Request"):
        return _beside(request, tournament, sheet, row)
    if sheet.is_completed and request.method == "POST":
        require(request, tournament, Right.CORRECT_RESULTS)
    return _PAGES[seats_at_table(tournament)](request, tournament, sheet, row)


def _beside(request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow) -> HttpResponse:
    """The table as it stands beside the rows of its round."""
    players = Player.objects.filter(tournament=tournament, number__in=[seat.number for seat in row.seats])
    so_far = {
        player.number: [
            played for played in player_history(tournament, player) if played.number < sheet.number
        ]
        for player in players
    }
    beside = BesideTable(sheet, row, so_far, _may_repair(request, tournament, sheet, row))
    return page(request, tournament, "rounds/desk/_beside_table.html", "rounds", beside)


def _may_repair(request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow) -> bool:
    """Only the last round is repaired, and only at tables without a result."""
    is_last = sheet.number == len(request.now.rounds)
    return (
        may(request.user, tournament, Right.REPAIR) and row.is_missing and is_last and not sheet.is_completed
    )


def _result_page(
    request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow
) -> HttpResponse:
    form = _form(request, tournament, sheet, row)
    is_answered = form.is_bound and form.is_valid() and not sheet.is_draft
    if is_answered and request.method == "POST" and _entered(request, tournament, sheet, row, form):
        picture = to_picture(request, tournament)
        return redirect(picture) if picture else redirect("desk:round", tournament.slug, sheet.number)
    is_changed = is_answered and sheet.is_completed
    change = _impact(tournament, row, form.cleaned_data["result"]) if is_changed else ()
    shown = ResultPage(sheet, row, form, sheet.is_completed)
    return page(request, tournament, "results/desk/table.html", "rounds", shown, *change)


def _form(request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow) -> ResultForm:
    data = typed(request) or request.GET or None
    stored = text_of(row.result, row.games)
    open_too = not sheet.is_completed
    return ResultForm(
        tournament, sheet.number, data, initial={"result": stored}, open_too=open_too, stored=stored
    )


_PAGES = {
    TWO: _result_page,
    FOUR: score_page,
}


def _impact(tournament: Tournament, row: TableRow, wanted: str) -> tuple[ResultChange, ...]:
    stored = text_of(row.result, row.games)
    if wanted == stored:
        return ()
    result, games = of_text(wanted)
    match = Match.objects.get(pk=row.match_id)
    edit = ResultEdit(match.round.number, match.table, result, tuple(games) if games else None)
    change = ResultChange(
        impact=impact_of(tournament, match, result, games),
        before=choice_of(tournament, stored),
        wanted=choice_of(tournament, wanted),
        found=consequences(tournament, edit),
    )
    return (change,)


def _entered(
    request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow, form: ResultForm
) -> bool:
    """Save, unless the page showed another pairing or another result than there is now."""
    match = Match.objects.get(pk=row.match_id)
    done = gettext("Table %(table)s: saved.") % {"table": row.table}
    if sheet.is_completed:
        done = gettext("Table %(table)s is corrected; see the log.") % {"table": row.table}
    if not form.try_to(lambda: _save(request, tournament, sheet, match, form)):
        return False
    messages.success(request, done)
    return True


def _save(
    request: DeskRequest, tournament: Tournament, sheet: RoundSheet, match: Match, form: ResultForm
) -> None:
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "match": match}
    wanted, note = form.cleaned_data["result"], form.cleaned_data["note"]
    if request.POST.get("match", str(match.pk)) != str(match.pk):
        raise refuse.paired_anew()
    stored = text_of(match.result, match.games)
    if request.POST.get("before", stored) not in (stored, wanted):
        raise refuse.result_changed()
    result, games = of_text(wanted)
    if sheet.is_completed:
        edit = ResultEdit(sheet.number, match.table, result, tuple(games) if games else None)
        edits.make(tournament=tournament, actor=request.user, edit=edit, note=note)
    elif wanted:
        results.enter_result(**given, result=result, games=games)
    else:
        results.clear_result(**given)
