"""What players have reported of their tables and what does not count yet: told, accepted or refused at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.desk.base import DeskRequest, staff_post
from tournaments.desk.frame import frame_of
from tournaments.desk.rows import to_match
from tournaments.forms.result_choices import SHORT
from tournaments.forms.scores import Scores
from tournaments.models import UNDECIDED, Match, Result, Round, ScoreClaim, Tournament
from tournaments.phones.selectors.reports import ReportRow, open_reports
from tournaments.phones.services import answers
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import wants_json


@dataclass(frozen=True, slots=True)
class Option:
    """A report that can be accepted: `text` is the result."""

    pk: int
    text: str


@dataclass(frozen=True, slots=True)
class Reported:
    """What was reported of one table: one report that waits for somebody else, or of two players two that differ."""

    round_number: int
    table: int
    rows: tuple[ReportRow, ...]

    @property
    def last(self) -> ReportRow:
        return self.rows[-1]

    @property
    def is_disputed(self) -> bool:
        return any(row.is_disputed for row in self.rows)

    @property
    def options(self) -> list[Option]:
        """Results to choose from; of four there is nothing to choose, what was entered last is accepted."""
        return [Option(row.pk, in_short(row)) for row in self.rows if row.result]

    @property
    def told(self) -> str:
        """Who says what, and what it waits for."""
        note = "".join([f": {row.note}" for row in self.rows if row.note][-1:])
        if self.options:
            says = [_says(row) for row in self.rows]
            state = _("disputed at the table") if self.is_disputed else _("not confirmed yet")
            return f"{'; '.join(says)} – {state}{note}"
        if self.is_disputed:
            return _("entered by %(name)s, disputed at the table") % {"name": self.last.who} + note
        return _("entered by %(name)s, not confirmed yet") % {"name": self.last.who}

    def to_json(self) -> dict[str, Any]:
        scores = self.last.scores
        return {
            "pk": self.last.pk,
            "text": Scores(scores, (0,) * len(scores), self.last.sticks).text if scores else "",
            "told": self.told,
            "disputed": self.is_disputed,
            "options": [{"pk": option.pk, "text": option.text} for option in self.options],
        }


def _says(row: ReportRow) -> str:
    told = {"name": row.who, "result": in_short(row), "winner": row.winner}
    return (_("%(name)s: %(result)s, %(winner)s won") if row.winner else _("%(name)s: %(result)s")) % told


def in_short(row: ReportRow) -> str:
    """The result as on its button, with the games where they were counted: `1–0 (2–1)`."""
    text = SHORT[Result(row.result)] if row.result else ""
    return f"{text} ({'–'.join(map(str, row.games))})" if row.games else text


def reports_of(tournament: Tournament, round_: Round | None = None) -> list[Reported]:
    """What was reported and nobody has decided, by round and table."""
    tables = groupby(open_reports(tournament, round_), attrgetter("round_number", "table"))
    return [Reported(*where, tuple(rows)) for where, rows in tables]


def report_context(tournament: Tournament, number: int) -> dict[str, Any]:
    """The same for the page of a round, by table."""
    if not frame_of(tournament).signs.reports:
        return {"reports": {}}
    found = reports_of(tournament, tournament.rounds.get(number=number))
    return {"reports": {reported.table: reported for reported in found}}


def reports_json(tournament: Tournament, round_: Round) -> dict[int, dict[str, Any]]:
    """The same for the script of that page."""
    return {reported.table: reported.to_json() for reported in reports_of(tournament, round_)}


@staff_post
def report(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A report is accepted or refused, as `do` says: `accept:12`. A script is answered in JSON, a plain button with its
    table."""
    do, _colon, wanted = request.POST.get("do", "").partition(":")
    stored = _report_or_404(tournament, number, wanted)
    try:
        done = _decided(request, tournament, stored, is_accepted=do == "accept")
    except ServiceError as error:
        if wants_json(request):
            return JsonResponse(error.to_json(), status=422)
        messages.error(request, str(error))
    else:
        if wants_json(request):
            return JsonResponse({"table": stored.match.table})
        messages.success(request, done % {"table": stored.match.table})
    return HttpResponseRedirect(_back(request, tournament, stored.match))


def _decided(request: DeskRequest, tournament: Tournament, report: ScoreClaim, *, is_accepted: bool) -> str:
    """Accept it, or refuse all that was reported there; what to say about that. Errors: those of the service."""
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user}
    if is_accepted:
        answers.accept(**given, report=report)
        return _("Table %(table)s: saved.")
    note = request.POST.get("note", "")
    answers.reject(**given, report=report, note=note)
    if report.result is not None:
        for other in ScoreClaim.objects.filter(match=report.match_id, state__in=UNDECIDED):
            answers.reject(**given, report=other, note=note)
    return _("Table %(table)s: the report is declined.")


def _back(request: DeskRequest, tournament: Tournament, match: Match) -> str:
    if request.POST.get("back") == "reports":
        return reverse("desk:reports", args=[tournament.slug])
    return to_match(request, reverse("desk:round", args=[tournament.slug, match.round.number]), match)


def _report_or_404(tournament: Tournament, number: int, wanted: str) -> ScoreClaim:
    found = ScoreClaim.objects.filter(
        pk=int(wanted[:18]) if wanted.isdecimal() else 0,
        match__round__tournament=tournament,
        match__round__number=number,
    )
    stored = found.select_related("match__round").first()
    if stored is None:
        raise Http404
    return stored
