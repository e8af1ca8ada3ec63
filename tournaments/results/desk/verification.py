"""The second pass over the results of a round: keyed again unseen, with a question where the two differ."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.kept import quoting
from tournaments.desk.base import DeskRequest, page, page_for, post_for, round_or_404, sheet_or_404
from tournaments.desk.rows import to_row
from tournaments.desk.stored import stored_result, stored_results
from tournaments.forms.scores import BOXES, ScoresForm
from tournaments.models import Match, Round, Tournament
from tournaments.moments import moment_of
from tournaments.results.desk.scores import match_of_row
from tournaments.results.desk.verify_entries import (
    Question,
    question,
    second_pass,
    verify_entries,
)
from tournaments.results.selectors.verification import STATES, Progress, progress
from tournaments.results.services import verification as service
from tournaments.rights import Right, may
from tournaments.rounds.selectors.rounds import RoundSheet, TableRow
from tournaments.snapshots import mahjong_of
from tournaments.steps.refusals import ServiceError
from tournaments.web.contexts import Part
from tournaments.web.signed_in import wants_json


@dataclass(frozen=True, slots=True)
class Asked:
    """What was sent: a result, and with `settle` the one that stood there when the two differed."""

    table: str
    result: str
    match: str
    settle: bool
    seen: str
    note: str


@dataclass(frozen=True, slots=True)
class VerifyPage:
    """The second pass of a round; a draft has none."""

    sheet: RoundSheet
    may_verify: bool


@dataclass(frozen=True, slots=True)
class SecondPass:
    """How far it is, how many first entries are of whoever looks at it, and the question somebody came back to."""

    progress: Progress
    mine: int
    question: Question | None


@page_for(Right.VERIFY_RESULTS)
def verify(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables that wait for the second pass; what the first one entered is not on the page."""
    sheet = sheet_or_404(tournament, number)
    may_verify = sheet.state in STATES
    parts = _second_pass(request, tournament, sheet) if may_verify else ()
    verify_page = VerifyPage(sheet, may_verify)
    return page(request, tournament, "results/desk/verify.html", "rounds", verify_page, *parts)


def _second_pass(request: DeskRequest, tournament: Tournament, sheet: RoundSheet) -> tuple[Part, ...]:
    round_ = round_or_404(tournament, sheet.number)
    found = progress(tournament, round_)
    rows = {row.match_id: _blank(row) for row in sheet.tables}
    question_ = _question(request, tournament, round_)
    so_far = SecondPass(found, found.keyed_by(request.user), question_)
    return so_far, *verify_entries(tournament, round_.number, found, rows, request.user)


def _blank(row: TableRow) -> TableRow:
    """The table as if nothing had been entered yet."""
    seats = tuple(replace(s, raw=None, points=None, place=None, outcome="", penalty=0) for s in row.seats)
    return replace(row, seats=seats, result=None, games=None, sticks=None)


def _question(request: DeskRequest, tournament: Tournament, round_: Round) -> Question | None:
    """Without a script: the table somebody came back to, with what was keyed there now."""
    table, second = request.GET.get("table", ""), request.GET.get("second", "")
    match = Match.objects.filter(round=round_, table=int(table[:9]) if table.isdecimal() else 0).first()
    stored = stored_result(tournament, match) if match else ""
    if match is None or not stored or match.verified_at is not None:
        return None
    return question(tournament, match, stored, second)


@quoting(*BOXES)
@post_for(Right.VERIFY_RESULTS)
def verify_table(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One table, keyed again or settled. A script is answered in JSON, a plain button with the page."""
    round_, asked = round_or_404(tournament, number), _asked(request, tournament)
    table = int(asked.table) if asked.table.isdecimal() else 0
    match = Match.objects.filter(round=round_, table=table).first()
    try:
        done = _done(request, tournament, match, asked)
    except ServiceError as error:
        return _refused(request, tournament, round_, match, asked, error)
    if wants_json(request) and match:
        return JsonResponse({"table": done.table, "current": stored_result(tournament, match)})
    messages.success(request, _("Table %(table)s is verified.") % {"table": done.table})
    return HttpResponseRedirect(_next(request, round_, done.table))


def _asked(request: DeskRequest, tournament: Tournament) -> Asked:
    """From the fields of the script or of a plain form, or from four boxes."""
    data = request.POST
    table, value, match = data.get("table", ""), data.get("result", ""), data.get("match", "")
    if "raw_0" in data:
        form = ScoresForm(data, mahjong_of(tournament))
        value = form.scores.text if form.is_valid() and form.scores else ""
    settle = data.get("settle", "") == "1"
    return Asked(table[:9], value[:200], match, settle, data.get("seen", "")[:200], data.get("note", ""))


def _done(request: DeskRequest, tournament: Tournament, match: Match | None, asked: Asked) -> service.Second:
    found = match_of_row(match, asked.table, asked.match)
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "match": found}
    read = second_pass(tournament).value
    value = read(asked.result)
    if not asked.settle:
        return service.verify(**given, value=value)
    given["may_correct"] = may(request.user, tournament, Right.CORRECT_RESULTS)
    return service.settle(**given, value=value, seen=read(asked.seen), note=asked.note)


def _refused(
    request: DeskRequest,
    tournament: Tournament,
    round_: Round,
    match: Match | None,
    asked: Asked,
    error: ServiceError,
) -> HttpResponse:
    differs = error.code == "verification_differs"
    if wants_json(request):
        # What the first pass entered is told only where there is a question about it.
        current = stored_result(tournament, match) if match and differs else ""
        more = {"who": earlier_entry(error)} if differs else {}
        return JsonResponse({**error.to_json(), **more, "current": current}, status=409 if differs else 422)
    if differs:
        return HttpResponseRedirect(
            f"{_url(round_)}?{urlencode({'table': asked.table, 'second': asked.result})}"
        )
    messages.error(request, str(error))
    return HttpResponseRedirect(to_row(request, _url(round_), f"table-{match.table}" if match else ""))


def earlier_entry(error: ServiceError) -> str:
    """Who keyed the first result, and when: `Otto, 10:42`."""
    at = parse_datetime(error.params["entered_at"]) if error.params["entered_at"] else None
    parts = [error.params["entered_by"], moment_of(at) if at else ""]
    return ", ".join(part for part in parts if part)


def _next(request: DeskRequest, round_: Round, table: int) -> str:
    """The list at the next table that waits."""
    waiting = Match.objects.filter(round=round_, verified_at=None, table__gt=table).exclude(result=None)
    following = waiting.order_by("table").first()
    return to_row(request, _url(round_), f"table-{following.table}" if following else "")


def _url(round_: Round) -> str:
    return reverse("desk:verify", args=[round_.tournament.slug, round_.number])


@page_for(Right.VERIFY_RESULTS)
def verify_state(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What others have verified meanwhile: nothing (204) while the event is as it was at version `since`."""
    if request.GET.get("since") == str(tournament.version):
        return HttpResponse(status=204)
    round_ = round_or_404(tournament, number)
    matches = Match.objects.filter(round=round_).order_by("table")
    verified = set(matches.exclude(verified_at=None).values_list("table", flat=True))
    results = stored_results(tournament, round_)
    news: dict[str, Any] = {
        "version": tournament.version,
        "pairing": matches.values_list("pk", flat=True).first(),
        "open": round_.state in STATES,
        "results": {table: text if table in verified else "" for table, text in results.items()},
    }
    return JsonResponse(news)
