"""Scores and results that players entered at their tables: accepted or refused at the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from pairing.model.types import FOUR, TWO
from tournaments.desk.base import DeskRequest, staff_post
from tournaments.desk.phones.reports import reports_of
from tournaments.forms.scores import Scores
from tournaments.models import Match, Round, ScoreClaim, Tournament
from tournaments.phones.selectors.claims import UNDECIDED, ClaimRow, open_claims
from tournaments.phones.services import claims as service
from tournaments.snapshots import seats_at_table
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import wants_json


@staff_post
def claim(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A claim is accepted or refused, as `do` says. A script is answered in JSON, a plain button with its table."""
    do, _colon, wanted = request.POST.get("do", "").partition(":")
    stored = _claim_or_404(tournament, number, wanted or request.POST.get("claim", ""))
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


def _decided(request: DeskRequest, tournament: Tournament, claim: ScoreClaim, *, is_accepted: bool) -> str:
    """Accept or refuse it; what to say about that. Errors: those of the service."""
    if is_accepted:
        service.accept(tournament=tournament, actor=request.user, claim=claim)
        return _("Table %(table)s: saved.")
    _refuse(request, tournament, claim)
    return _("Table %(table)s: what came from the phone is refused.")


def _back(request: DeskRequest, tournament: Tournament, match: Match) -> str:
    if request.POST.get("back") == "reports":
        return reverse("desk:reports", args=[tournament.slug])
    return reverse("desk:round", args=[tournament.slug, match.round.number]) + f"#table-{match.table}"


def _claim_or_404(tournament: Tournament, number: int, wanted: str) -> ScoreClaim:
    """Written as `12`, or as `accept:12` on a button."""
    found = ScoreClaim.objects.filter(
        pk=int(wanted[:18]) if wanted.isdecimal() else 0,
        match__round__tournament=tournament,
        match__round__number=number,
    )
    stored = found.select_related("match__round").first()
    if stored is None:
        raise Http404
    return stored


def _refuse(request: DeskRequest, tournament: Tournament, claim: ScoreClaim) -> None:
    """Refuse a claim; of a match of two also what the other side has said. Errors: those of the service."""
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user}
    note = request.POST.get("note", "")
    service.reject(**given, claim=claim, note=note)
    if claim.result is not None:
        for other in ScoreClaim.objects.filter(match=claim.match_id, state__in=UNDECIDED):
            service.reject(**given, claim=other, note=note)


def claims_of(tournament: Tournament, round_: Round) -> dict[int, ClaimRow]:
    """What players of tables of four have entered and what does not count yet, by table."""
    return {row.table: row for row in open_claims(tournament, round_)}


def claims_json(tournament: Tournament, round_: Round) -> dict[int, dict[str, Any]]:
    """What does not count yet, for the script of the page."""
    return _SAID[seats_at_table(tournament)](tournament, round_)


def _reports(tournament: Tournament, round_: Round) -> dict[int, dict[str, Any]]:
    return {report.table: report.to_json() for report in reports_of(tournament, round_).values()}


def _claims(tournament: Tournament, round_: Round) -> dict[int, dict[str, Any]]:
    return {table: claim_json(row) for table, row in claims_of(tournament, round_).items()}


_SAID = {
    TWO: _reports,
    FOUR: _claims,
}


def claim_json(row: ClaimRow) -> dict[str, Any]:
    text = Scores(row.scores, (0,) * len(row.scores), row.sticks).text
    return {"pk": row.pk, "text": text, "told": told(row), "disputed": row.is_disputed}


def told(row: ClaimRow) -> str:
    """Who entered it and what it waits for."""
    if row.is_disputed:
        words = _("entered by %(name)s, disputed at the table")
        return (words % {"name": row.who}) + (f": {row.note}" if row.note else "")
    return _("entered by %(name)s, not confirmed yet") % {"name": row.who}
