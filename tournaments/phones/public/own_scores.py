"""Four scores from the phone of somebody at the table; somebody else there has to confirm them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from pairing.model.scoring.mahjong import SEATS
from tournaments.forms.scores import BOXES, ScoresForm
from tournaments.models import ClaimState, Match, Player
from tournaments.phones.public import own
from tournaments.phones.public.own import Reader
from tournaments.phones.public.refusals import refuse
from tournaments.phones.selectors.own_tables import MyTable, TableState
from tournaments.phones.services import answer_limits, reports
from tournaments.rounds.selectors.rounds import SeatRow
from tournaments.snapshots import mahjong_of
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import wants_json


def scores(request: HttpRequest, reader: Reader, template: str) -> HttpResponse:
    """The form and what was sent with it; without a table of four of one's own, back to the page."""
    event = reader.event
    mine = own.own_table(reader)
    if wants_json(request) and request.method == "POST":
        return _answered(request, reader, mine)
    if mine is None or not event.players_report:
        return own.back_to(reader.home)
    if request.method != "POST":
        return own.unless_unchanged(request, event) or _form_page(request, reader, template, mine)
    return _sent(request, reader, template, mine)


def _sent(request: HttpRequest, reader: Reader, template: str, mine: MyTable) -> HttpResponse:
    """Back to the page with scores that count, or to the form with what is wrong about them."""
    form, status, refused = _form_of(request, reader), 422, None
    if form.is_valid():
        try:
            _take(request, reader, mine, form)
            return own.back_to(reader.home)
        except ServiceError as refusal:
            form.add_error(None, str(refusal))
            status, refused = own.status_of(refusal), refusal
    mine = own.own_table(reader) or mine
    return own.with_wait(_form_page(request, reader, template, mine, form, status), refused)


def _answered(request: HttpRequest, reader: Reader, mine: MyTable | None) -> HttpResponse:
    """What became of scores that the script of the page has sent, perhaps long after they were typed."""
    form = _form_of(request, reader)
    try:
        if not form.is_valid():
            wrong = " ".join(str(text) for texts in form.errors.values() for text in texts)
            raise refuse.bad_scores(wrong=wrong)
        return own.outcome_answer(request, _take(request, reader, mine, form), reader.home)
    except ServiceError as refusal:
        return own.refused(refusal)


def _form_of(request: HttpRequest, reader: Reader) -> ScoresForm:
    given = {name: request.POST[name] for name in BOXES if name in request.POST}
    return ScoresForm(given, scoring=mahjong_of(reader.event))


def _take(request: HttpRequest, reader: Reader, mine: MyTable | None, form: ScoresForm) -> str:
    """The scores of a form that can be read, once; what became of them. Errors: ServiceError."""
    return own.once(reader, request.POST, lambda: _send(reader, mine, request.POST.get("match", ""), form))


def _send(reader: Reader, mine: MyTable | None, match: str, form: ScoresForm) -> str:
    """Put the scores of the form before the others of the table."""
    answer_limits.count(reader.player, reader.device)
    if mine is None or match != str(mine.match_id):
        raise own.not_at(reader, match)
    if form.scores is None:
        raise refuse.four_scores_needed(field="scores")
    if mine.state == TableState.COUNTED and form.scores.raw == tuple(row.raw for row in mine.rows):
        return ClaimState.CONFIRMED.value  # a second tap, or a second phone with the same: it counts already
    report = reports.report_scores(
        tournament=reader.event,
        player=reader.player,
        match=Match(pk=mine.match_id),
        raw=form.scores.raw,
        sticks=form.scores.sticks,
        device=reader.device,
    )
    return report.state


def _form_page(
    request: HttpRequest,
    reader: Reader,
    template: str,
    mine: MyTable,
    form: ScoresForm | None = None,
    status: int = 200,
) -> HttpResponse:
    refused = [str(text) for text in form.non_field_errors()] if form else []
    page = ScoresPage(reader, reader.player, reader.tab, refused)
    return own.own_page(request, reader.event, template, (page, _boxes(reader, mine, form)), status)


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """The page of the form, beside its boxes."""

    reader: Reader
    player: Player
    tab: str
    refused: list[str]


@dataclass(frozen=True, slots=True)
class Box:
    """One seat of the form: its box, what was typed there, and what is wrong about it."""

    id: str
    seat: SeatRow
    value: str
    errors: Sequence[object]


@dataclass(frozen=True, slots=True)
class Boxes:
    """The form of a table: a box for each seat, and what its script counts with."""

    mine: MyTable
    boxes: list[Box]
    sticks: str
    scoring: dict[str, Any]
    expected: int
    places: range = range(1, SEATS + 1)


def boxes_here(reader: Reader) -> tuple[Boxes, ...]:
    """The form for a page of one's own, as long as nobody at the table has entered anything."""
    mine = own.own_table(reader)
    asked = mine is not None and mine.state == TableState.NONE and reader.event.players_report
    return (_boxes(reader, mine),) if mine and asked else ()


def _boxes(reader: Reader, mine: MyTable, form: ScoresForm | None = None) -> Boxes:
    scoring = mahjong_of(reader.event)
    boxes = [_box(form, seat) for seat in mine.rows]
    return Boxes(mine, boxes, form["sticks"].value() if form else "0", asdict(scoring), SEATS * scoring.start)


def _box(form: ScoresForm | None, seat: SeatRow) -> Box:
    name = f"raw_{seat.position}"
    if form is None:
        return Box(name, seat, "", ())
    return Box(name, seat, form[name].value() or "", form.errors.get(name) or ())
