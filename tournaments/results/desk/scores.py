"""Scores of tables of four: entered by script or plain form; corrected afterwards with a look at what that changes."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.kept import quoting, typed
from pairing.model.scoring.mahjong import score_table
from tournaments.corrections.selectors.edits import ScoresEdit
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.corrections.services import edits
from tournaments.desk.base import DeskRequest, page, round_or_404, staff_post
from tournaments.desk.entries import ScoreEntry, boxes, score_entry
from tournaments.desk.refusals import refuse
from tournaments.desk.round_page import round_page
from tournaments.desk.rows import to_match
from tournaments.desk.stored import stored_result
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.forms.scores import BOXES, Scores, ScoresForm, initial
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.names.namesakes import full_name, of_event
from tournaments.results.services import scores as service
from tournaments.results.services.scores import foresee
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.selectors.rounds import RoundSheet, SeatRow, TableRow
from tournaments.rounds.services.entry import ANYTHING
from tournaments.snapshots import is_of_four, mahjong_of
from tournaments.standings.selectors.standings import Impact


# What a correction of a table of four changes: at the table, in the standings, at the cut.
@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat as it is and as it would be; points and penalty in hundredths."""

    seat: SeatRow
    raw: int
    penalty: int
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class ScoreImpact:
    """`cut` is how many come into the final phase (0: there is none); `into` and `out` would cross that line."""

    impact: Impact
    found: Consequences
    seats: tuple[SeatChange, ...]
    cut: int
    into: tuple[str, ...]
    out: tuple[str, ...]


def score_impact(tournament: Tournament, match: Match, row: TableRow, wanted: Scores) -> ScoreImpact:
    """What `wanted` instead of the scores of `row` would change; nothing is written."""
    impact = foresee(tournament, match, Entry(wanted.raw, wanted.penalties, wanted.sticks))
    edit = ScoresEdit(match.round.number, match.table, wanted.raw, wanted.penalties, wanted.sticks)
    told = score_table(mahjong_of(tournament), wanted.raw, wanted.penalties)
    seats = zip(row.seats, wanted.raw, wanted.penalties, told.points, told.places, strict=True)
    cut = int(tournament.options.get("cut", 0))
    apart = of_event(tournament)
    into = (
        full_name(c.name, apart.get(c.number)) for c in impact.changes if c.rank_after <= cut < c.rank_before
    )
    out = (
        full_name(c.name, apart.get(c.number)) for c in impact.changes if c.rank_before <= cut < c.rank_after
    )
    changes = tuple(SeatChange(*seat) for seat in seats)
    return ScoreImpact(impact, consequences(tournament, edit), changes, cut, tuple(into), tuple(out))


@quoting(*BOXES)
@staff_post
def scores(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One table by its plain form. What cannot be saved comes back as it was typed, with what is wrong."""
    round_ = round_or_404(tournament, number)
    table = request.POST.get("table", "")[:9]
    match = Match.objects.filter(round=round_, table=int(table) if table.isdecimal() else 0).first()
    if match is None or not is_of_four(tournament):
        raise Http404
    form = form_of(tournament, match, request.POST)
    if round_.state == RoundState.COMPLETED:
        return redirect("desk:table", tournament.slug, number, match.table)
    if form.is_valid() and form.try_to(lambda: save(request, tournament, match, form, request.POST)):
        return HttpResponseRedirect(_next_open(request, round_, match))
    return round_page(request, tournament, number, typed={match.table: form})


def form_of(tournament: Tournament, match: Match, data: QueryDict | None) -> ScoresForm:
    """The form of a table, filled with what is stored."""
    stored = stored_result(tournament, match)
    start = initial(Scores.from_text(stored) if stored else None)
    return ScoresForm(data or None, mahjong_of(tournament), initial=start)


def save(
    request: DeskRequest, tournament: Tournament, match: Match, form: ScoresForm, data: QueryDict
) -> None:
    """Enter or clear. Errors: those of the service, `paired_anew`."""
    if data.get("match", str(match.pk)) != str(match.pk):
        raise refuse.paired_anew()
    enter(request, tournament, match, form.scores, data.getlist("seen"), form.cleaned_data["note"])


def match_of_row(match: Match | None, table: str, pairing: str) -> Match:
    """The match that was meant: `pairing` is the one on the page. Errors: `no_such_table`, `paired_anew`."""
    if match is None:
        raise refuse.no_such_table_now(table=table or "–")
    if pairing and pairing != str(match.pk):
        raise refuse.paired_anew()
    return match


def enter(
    request: DeskRequest,
    tournament: Tournament,
    match: Match,
    wanted: Scores | None,
    seen: list[str],
    note: str,
) -> None:
    """Enter the scores of a table, or clear it.

    `seen` are the texts that may have stood there before the person's eyes: the one that stands there now counts.
    """
    known: Any = ANYTHING
    if seen:
        current = stored_result(tournament, match)
        text = current if current in seen else seen[0]
        before = Scores.from_text(text) if text else None
        known = (before.raw, before.penalties) if before else None
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "match": match, "seen": known}
    if wanted is None:
        service.clear_scores(**given)
        return
    _refuse_unexplained(tournament, match, wanted, note)
    given |= {"raw": wanted.raw, "penalties": wanted.penalties, "sticks": wanted.sticks}
    service.enter_scores(**given, note=note)


def _refuse_unexplained(tournament: Tournament, match: Match, wanted: Scores, note: str) -> None:
    """A penalty given anew that is no chombo needs a word about it. Errors: `reason_missing`."""
    stored = stored_result(tournament, match)
    before = Scores.from_text(stored).penalties if stored else (0,) * len(wanted.penalties)
    chombo = mahjong_of(tournament).chombo
    new = [a for a, b in zip(wanted.penalties, before, strict=True) if a not in (0, b, chombo)]
    if new and not note.strip():
        raise refuse.penalty_unexplained()


def _next_open(request: DeskRequest, round_: Round, match: Match) -> str:
    missing = missing_tables(round_)
    goal = next((table for table in missing if table > match.table), match.table)
    address = reverse("desk:round", args=[round_.tournament.slug, round_.number])
    return to_match(request, address, Match(round=round_, table=goal))


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """A table of four as a form, with what a correction in it would `change`."""

    sheet: RoundSheet
    row: TableRow
    is_completed: bool
    change: ScoreImpact | None
    entry: ScoreEntry


def score_page(
    request: DeskRequest, tournament: Tournament, sheet: RoundSheet, row: TableRow
) -> HttpResponse:
    """One table. While the round is played: enter. Afterwards: type, see what it changes, confirm with a reason."""
    match = Match.objects.select_related("round").get(pk=row.match_id)
    form = form_of(tournament, match, typed(request) or (request.GET if sheet.is_completed else None))
    is_answered = form.is_bound and form.is_valid() and not sheet.is_draft
    action, done = save, _("Table %(table)s: saved.")
    if sheet.is_completed:
        action, done = _correct, _("Table %(table)s is corrected; see the log.")
    is_sent = is_answered and request.method == "POST"
    if is_sent and form.try_to(lambda: action(request, tournament, match, form, request.POST)):
        messages.success(request, done % {"table": row.table})
        return redirect("desk:round", tournament.slug, sheet.number)
    is_changed = is_answered and sheet.is_completed and set(form.errors) <= {"note"}
    change = form.run(lambda: _change(tournament, match, row, form)) if is_changed else None
    shown = ScoresPage(sheet, row, sheet.is_completed, change, score_entry(form.scoring, row, form))
    return page(request, tournament, "results/desk/table_four.html", "rounds", shown, boxes(form.scoring))


def _change(tournament: Tournament, match: Match, row: TableRow, form: ScoresForm) -> ScoreImpact | None:
    """What the correction in the form would change; None when it is none."""
    is_other = form.scores and form.scores.text != stored_result(tournament, match)
    return score_impact(tournament, match, row, form.scores) if form.scores and is_other else None


def _correct(
    request: DeskRequest, tournament: Tournament, match: Match, form: ScoresForm, data: QueryDict
) -> None:
    wanted, current = form.scores, stored_result(tournament, match)
    if wanted is None:
        raise refuse.scores_missing()
    if data.get("before", current) not in (current, wanted.text):
        raise refuse.result_changed()
    edit = edits.read(
        tournament,
        "scores",
        {
            "round": match.round.number,
            "table": match.table,
            "scores": wanted.raw,
            "penalties": wanted.penalties,
            "sticks": wanted.sticks,
        },
    )
    edits.make(tournament=tournament, actor=request.user, edit=edit, note=form.cleaned_data["note"])
