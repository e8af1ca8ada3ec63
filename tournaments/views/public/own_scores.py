"""Four scores from the phone of somebody at the table; somebody else there has to confirm them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from pairing.scoring.mahjong import SEATS
from tournaments.forms.scores import ScoresForm
from tournaments.models import Match
from tournaments.selectors import personal
from tournaments.selectors.personal import MyTable, TableState
from tournaments.selectors.rounds import SeatRow
from tournaments.services import answers, claims
from tournaments.services.errors import ServiceError
from tournaments.snapshots import mahjong_of
from tournaments.views.public.own import Reader, back_to, shown, status_of, unless_unchanged

# What a player may say; penalties are the desk's business.
BOXES = (*(f"raw_{seat}" for seat in range(SEATS)), "sticks")


def scores(request: HttpRequest, reader: Reader, template: str) -> HttpResponse:
    """The form and what was sent with it; without a table of four of one's own, back to the page."""
    event = reader.event
    mine = personal.my_table(event, reader.player)
    if mine is None or not event.players_report or reader.match_id not in (None, mine.match_id):
        return back_to(reader.home)
    if request.method != "POST":
        return unless_unchanged(request, event) or _form_page(request, reader, template, mine)
    given = {name: request.POST[name] for name in BOXES if name in request.POST}
    form, status = ScoresForm(given, scoring=mahjong_of(event)), 422
    if form.is_valid():
        try:
            answers.count(reader.player, reader.device)
            _send(reader, mine, request.POST.get("match", ""), form)
            return back_to(reader.home)
        except ServiceError as refusal:
            form.add_error(None, str(refusal))
            status = status_of(refusal)
    mine = personal.my_table(event, reader.player) or mine
    return _form_page(request, reader, template, mine, form, status)


def _send(reader: Reader, mine: MyTable, match: str, form: ScoresForm) -> None:
    """Put the scores of the form before the others of the table."""
    if match != str(mine.match_id):
        raise ServiceError(
            "other_table", _("You sit at another table by now: these scores were for one before.")
        )
    if form.scores is None:
        raise ServiceError("bad_scores", _("Four scores are needed."), field="scores")
    if mine.state == TableState.COUNTED and form.scores.raw == tuple(row.raw for row in mine.rows):
        return  # a second tap, or a second phone with the same: it counts already
    claims.claim_scores(
        tournament=reader.event,
        player=reader.player,
        match=Match(pk=mine.match_id),
        raw=form.scores.raw,
        sticks=form.scores.sticks,
        device=reader.device,
    )


def _form_page(
    request: HttpRequest,
    reader: Reader,
    template: str,
    mine: MyTable,
    form: ScoresForm | None = None,
    status: int = 200,
) -> HttpResponse:
    scoring = mahjong_of(reader.event)
    context = {
        "reader": reader,
        "player": reader.player,
        "tab": reader.tab,
        "mine": mine,
        "boxes": [_box(form, seat) for seat in mine.rows],
        "sticks": form["sticks"].value() if form else "0",
        "refused": [str(text) for text in form.non_field_errors()] if form else (),
        "scoring": asdict(scoring),
        "expected": SEATS * scoring.start,
        "places": range(1, SEATS + 1),
    }
    return shown(request, reader.event, template, context, status)


def _box(form: ScoresForm | None, seat: SeatRow) -> dict[str, Any]:
    """One seat of the form: its box, what was typed there, and what is wrong about it."""
    name = f"raw_{seat.position}"
    typed, errors = (form[name].value() or "", form.errors.get(name, ())) if form else ("", ())
    return {"id": name, "seat": seat, "value": typed, "errors": errors}
