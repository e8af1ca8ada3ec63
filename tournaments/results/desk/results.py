"""Results as they come in: one table at a time, by key, by click, from several desks at once."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse

from pairing.model.types import FOUR, TWO
from tournaments.desk.base import DeskRequest, for_staff, round_or_404, staff_post
from tournaments.desk.reported import reports_json
from tournaments.desk.rows import to_match, to_picture
from tournaments.desk.stored import pairing_key, stored_result, stored_results
from tournaments.forms.scores import Scores
from tournaments.models import Match, Round, Tournament
from tournaments.results.desk import scores
from tournaments.results.desk.scores import match_of_row
from tournaments.results.selectors.texts import of_text, text_of
from tournaments.results.services import results
from tournaments.rounds.services.entry import ANYTHING, OPEN_STATES
from tournaments.snapshots import seats_at_table
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import wants_json


@dataclass(frozen=True, slots=True)
class Asked:
    """What was sent. `seen` are the results that may have stood there before the person's eyes.

    `match` ties it to the pairing that was on the page: a round that was taken back and paired anew has other matches.
    """

    table: str
    result: str
    seen: list[str]
    match: str


@staff_post
def result(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter or clear one result. A script is answered in JSON, a plain button with the next open table."""
    round_, asked = round_or_404(tournament, number), _asked(request)
    table = int(asked.table) if asked.table.isdecimal() else 0
    found = Match.objects.filter(round=round_, table=table).first()
    try:
        match = match_of_row(found, asked.table, asked.match)
        _enter(request, tournament, match, asked)
    except ServiceError as error:
        return _refused(request, tournament, round_, found, error)
    return _saved(request, tournament, match)


def _asked(request: DeskRequest) -> Asked:
    data = request.POST
    return Asked(
        data.get("table", "")[:9], data.get("result", ""), data.getlist("seen"), data.get("match", "")
    )


def _enter(request: DeskRequest, tournament: Tournament, match: Match, asked: Asked) -> None:
    """The script may name several results it could have left there; the one that stands there counts."""
    _ENTER[seats_at_table(tournament)](request, tournament, match, asked)


def _enter_scores(request: DeskRequest, tournament: Tournament, match: Match, asked: Asked) -> None:
    wanted = Scores.from_text(asked.result) if asked.result else None
    scores.enter(request, tournament, match, wanted, asked.seen, request.POST.get("note", ""))


def _enter_result(request: DeskRequest, tournament: Tournament, match: Match, asked: Asked) -> None:
    current = text_of(match.result, match.games)
    known: object = ANYTHING
    if asked.seen:
        text = current if current in asked.seen else asked.seen[0]
        known = of_text(text) if text else None
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "match": match, "seen": known}
    if asked.result:
        result, games = of_text(asked.result)
        results.enter_result(**given, result=result, games=games)
    else:
        results.clear_result(**given)


_ENTER = {
    TWO: _enter_result,
    FOUR: _enter_scores,
}


def _saved(request: DeskRequest, tournament: Tournament, match: Match) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"table": match.table, "current": stored_result(tournament, match)})
    still_open = Match.objects.filter(round=match.round, result=None).order_by("table")
    goal = still_open.filter(table__gt=match.table).first() or match
    return HttpResponseRedirect(_row_url(request, match.round, goal))


def _refused(
    request: DeskRequest, tournament: Tournament, round_: Round, match: Match | None, error: ServiceError
) -> HttpResponse:
    if wants_json(request):
        current = stored_result(tournament, match) if match else ""
        status = 409 if error.code == "result_changed" else 422
        return JsonResponse({**error.to_json(), "current": current}, status=status)
    messages.error(request, str(error))
    return HttpResponseRedirect(_row_url(request, round_, match))


def _row_url(request: DeskRequest, round_: Round, match: Match | None) -> str:
    if picture := to_picture(request, round_.tournament):
        return picture
    url = reverse("desk:round", args=[round_.tournament.slug, round_.number])
    return to_match(request, url, match) if match else url


@for_staff
def state(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What other desks have entered: nothing (204) while the event is as it was at version `since`."""
    if request.GET.get("since") == str(tournament.version):
        return HttpResponse(status=204)
    round_ = round_or_404(tournament, number)
    pairing = pairing_key(Match.objects.filter(round=round_).values_list("table", "pk"))
    news: dict[str, object] = {"version": tournament.version, "pairing": pairing}
    news["open"] = round_.state in OPEN_STATES
    news["results"] = stored_results(tournament, round_)
    news["claims"] = reports_json(tournament, round_)
    return JsonResponse(news)
