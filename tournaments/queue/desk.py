"""The table queue at the desk: tables at the left, the line at the right, one press a deed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.desk.base import DeskRequest, for_staff, number_in, page, staff_post, tried
from tournaments.models import Match, Tournament
from tournaments.phones.selectors.reports import ReportRow, open_reports
from tournaments.players.services.table_numbers import numbers_of
from tournaments.queue.selectors.board import Board, board
from tournaments.queue.selectors.now import QueueNow, has_queue, read
from tournaments.queue.services import queue
from tournaments.queue.services.moments import Facts
from tournaments.queue.services.queue import MOST_TABLES
from tournaments.results.services.results import enter_result
from tournaments.snapshots import tables_of
from tournaments.steps.refusals import ServiceError

SENT_BACK_MINUTES = 5


class OpenForm(forms.Form):
    """Which tables there are, and what happens without the desk."""

    tables = forms.CharField(
        label=_("Tables"), help_text=_("Numbers and ranges of numbers, such as 1-6, 11."), max_length=200
    )
    minutes = forms.IntegerField(
        label=_("Minutes a match usually takes"),
        help_text=_("For the estimates until eight matches are over; may stay empty."),
        required=False,
        min_value=1,
        max_value=600,
    )
    rest = forms.IntegerField(
        label=_("Minutes of rest between two matches of a player"), required=False, min_value=0, max_value=240
    )
    call = forms.BooleanField(label=_("Call by itself"), required=False)
    accept = forms.BooleanField(label=_("Accept by itself"), required=False)

    def clean_tables(self) -> list[int]:
        """The numbers. Errors: those of the ranges."""
        try:
            numbers = numbers_of(self.cleaned_data["tables"])
        except ServiceError as error:
            raise forms.ValidationError(str(error)) from error
        if len(numbers) > MOST_TABLES:
            raise forms.ValidationError(_("A queue has at most %(most)s tables.") % {"most": MOST_TABLES})
        return numbers

    def options(self) -> dict[str, Any]:
        """As moments have them."""
        data = self.cleaned_data
        return {
            "minutes": data["minutes"],
            "rest": 60 * (data["rest"] or 0),
            "call": data["call"],
            "accept": data["accept"],
        }


@dataclass(frozen=True, slots=True)
class QueuePage:
    """The queue, or before it is opened the form that opens it. `reports`: what phones say, by match."""

    board: Board | None
    form: OpenForm | None = None
    reports: dict[str, ReportRow] = field(default_factory=dict)


@for_staff
def queue_page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """It asks for itself every few seconds, so whatever is due is called even where nothing else looks."""
    form = OpenForm(request.POST or None, initial={"tables": _usual_tables(tournament), "call": True})
    if request.method == "POST" and form.is_valid() and _opened(request, tournament, form):
        return redirect("desk:queue", tournament.slug)
    if not has_queue(tournament):
        return page(request, tournament, "queue/desk/queue.html", "queue", QueuePage(None, form))
    queue.decide(tournament)
    shown = QueuePage(board(read(tournament)), reports=_reports(tournament))
    return page(request, tournament, "queue/desk/queue.html", "queue", shown)


def _usual_tables(tournament: Tournament) -> str:
    ranges = tables_of(tournament).ranges
    return ", ".join(f"{first}-{last}" for first, last in ranges)


def _opened(request: DeskRequest, tournament: Tournament, form: OpenForm) -> bool:
    tables, options = form.cleaned_data["tables"], form.options()
    return tried(
        request,
        lambda: queue.open_queue(tournament=tournament, actor=request.user, tables=tables, **options),
        str(_("The queue is open.")),
    )


def _reports(tournament: Tournament) -> dict[str, ReportRow]:
    rows = [row for row in open_reports(tournament) if not row.is_disputed]
    return {f"{row.round_number}-{row.table}": row for row in rows}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a button of the page says: the match, the table, the player it is about."""

    match: list[int]
    table: int
    player: int
    tags: list[str]
    is_only: bool
    now: int

    @classmethod
    def of(cls, request: DeskRequest, now: QueueNow) -> Wish:
        """Numbers that are none are 0, which nothing has: the service says so."""
        number, _dash, place = request.POST.get("match", "").partition("-")
        table, player = (number_in(request.POST.get(name, "")) for name in ("table", "player"))
        tags = [tag.strip() for tag in request.POST.get("tags", "").split(",") if tag.strip()]
        is_only = "only" in request.POST
        return cls([number_in(number), number_in(place)], table, player, tags, is_only, now.state.now)


DEEDS: dict[str, Callable[[Wish], Facts]] = {
    "call": lambda wish: {"desk_call": {"match": wish.match, "table": wish.table}},
    "begin": lambda wish: {"begin": wish.match},
    "take_back": lambda wish: {"take_back": wish.match, "because": "desk", "hold": True},
    "move": lambda wish: {"move": wish.match, "table": wish.table},
    "hold": lambda wish: {"hold": wish.match},
    "release": lambda wish: {"release": wish.match},
    "first": lambda wish: {"first": wish.match},
    "not_first": lambda wish: {"not_first": wish.match},
    "waive": lambda wish: {"waive": wish.match},
    "open": lambda wish: {"open_tables": [wish.table]},
    "close": lambda wish: {"close_tables": [wish.table]},
    "free": lambda wish: {"free_table": wish.table},
    "use_for_all": lambda wish: {"tags": {str(wish.table): []}, "only": []},
    "tags": lambda wish: {"tags": {str(wish.table): wish.tags}, "only": [wish.table] if wish.is_only else []},
    "keep": lambda wish: {"keep": wish.table, "match": wish.match},
    "keep_no_more": lambda wish: {"keep": wish.table, "match": None},
    "needs": lambda wish: {"needs": wish.match, "tag": wish.tags[0] if wish.tags else None},
    "needs_round": lambda wish: {"needs_round": wish.match[0], "tag": wish.tags[0] if wish.tags else None},
    "pause": lambda wish: {"pause": [wish.player]},
    "back": lambda wish: {"back": [wish.player]},
    "stop": lambda _wish: {"stop": True},
    "go": lambda _wish: {"go": True},
    "call_on": lambda _wish: {"options": {"call": True}},
    "call_off": lambda _wish: {"options": {"call": False}},
    "accept_on": lambda _wish: {"options": {"accept": True}},
    "accept_off": lambda _wish: {"options": {"accept": False}},
}


@staff_post
def act(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """One press: a deed of the queue, the proposed calls, or the result of a match."""
    if has_queue(tournament):
        deed = _deed(request, tournament, request.POST.get("do", ""))
        tried(request, deed)
    return redirect("desk:queue", tournament.slug)


def _deed(request: DeskRequest, tournament: Tournament, do: str) -> Callable[[], object]:
    """What a button does; one that is not known is a moment that says nothing, which the service refuses."""
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user}
    if do == "next":
        return lambda: queue.call_next(**given)
    wish = Wish.of(request, read(tournament))
    if do == "result":
        result = request.POST.get("result", "")
        return lambda: enter_result(**given, match=_match(tournament, wish), result=result)
    return lambda: queue.change(**given, facts=_facts(do, wish))


def _facts(do: str, wish: Wish) -> list[Facts]:
    """The moments of a deed. Who is sent back waits a little, so that the table takes the next."""
    if do == "send_back":
        until = wish.now + 60 * SENT_BACK_MINUTES
        return [
            {"take_back": wish.match, "because": "not_there"},
            {"hold": wish.match, "until": until, "because": "not_there"},
        ]
    return [DEEDS[do](wish)] if do in DEEDS else []


def _match(tournament: Tournament, wish: Wish) -> Match:
    number, table = wish.match
    found = Match.objects.filter(round__tournament=tournament, round__number=number, table=table).first()
    return found or Match(pk=0)
