"""Scores that players entered at their tables: accepted or refused at the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.scores import Scores
from tournaments.models import Round, ScoreClaim, Tournament
from tournaments.selectors.claims import ClaimRow, open_claims
from tournaments.services import claims as service
from tournaments.services.errors import ServiceError
from tournaments.views.desk.base import DeskRequest, staff_post, wants_json


@staff_post
def claim(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """`claim` is accepted or refused, as `do` says. A script is answered in JSON, a plain button with its table."""
    wanted = request.POST.get("claim", "")
    found = ScoreClaim.objects.filter(
        pk=int(wanted[:18]) if wanted.isdecimal() else 0,
        match__round__tournament=tournament,
        match__round__number=number,
    )
    stored = found.select_related("match").first()
    if stored is None:
        raise Http404
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "claim": stored}
    done = _("Table %(table)s: saved.")
    try:
        if request.POST.get("do") == "accept":
            service.accept(**given)
        else:
            service.reject(**given, note=request.POST.get("note", ""))
            done = _("Table %(table)s: the scores from the phone are refused.")
    except ServiceError as error:
        if wants_json(request):
            return JsonResponse(error.to_json(), status=422)
        messages.error(request, str(error))
    else:
        if wants_json(request):
            return JsonResponse({"table": stored.match.table})
        messages.success(request, done % {"table": stored.match.table})
    url = reverse("desk:round", args=[tournament.slug, number])
    return HttpResponseRedirect(f"{url}#table-{stored.match.table}")


def claims_of(tournament: Tournament, round_: Round) -> dict[int, ClaimRow]:
    """What players have entered and what does not count yet, by table."""
    return {row.table: row for row in open_claims(tournament, round_)}


def claims_json(tournament: Tournament, round_: Round) -> dict[int, dict[str, Any]]:
    """The same for the script of the page."""
    return {table: claim_json(row) for table, row in claims_of(tournament, round_).items()}


def claim_json(row: ClaimRow) -> dict[str, Any]:
    text = Scores(row.scores, (0,) * len(row.scores), row.sticks).text
    return {"pk": row.pk, "text": text, "told": told(row), "disputed": row.is_disputed}


def told(row: ClaimRow) -> str:
    """Who entered it and what it waits for."""
    if row.is_disputed:
        words = _("entered by %(name)s, disputed at the table")
        return (words % {"name": row.name}) + (f": {row.note}" if row.note else "")
    return _("entered by %(name)s, not confirmed yet") % {"name": row.name}
