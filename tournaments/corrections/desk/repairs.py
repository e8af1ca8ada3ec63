"""Repairing a round that is paired: what changed since, the ways to mend it side by side, one press to do it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.kept import restoring, shown_first
from tournaments.corrections.selectors.repairs import REPAIRABLE, Change
from tournaments.corrections.selectors.repairs_diff import diff_of
from tournaments.corrections.selectors.repairs_pending import pending
from tournaments.corrections.services import repairs
from tournaments.desk.base import DeskRequest, page, page_for, post_for, require, round_or_404, tried
from tournaments.forms.repairs import ChangeForm, first_change
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.rights import Right, may
from tournaments.rounds.services import playing
from tournaments.steps.refusals import ServiceError


@restoring
@page_for(Right.REPAIR)
def repair(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The ways to repair a round; the one that is chosen is made, unless the event has changed since."""
    round_ = round_or_404(tournament, number)
    form = _form(request, tournament, round_)
    change = form.change if form.is_valid() else None
    is_sent = request.method == "POST" and change is not None
    if is_sent and form.try_to(lambda: _repair(request, tournament, round_, form)):
        messages.success(request, _("Round %(number)s is repaired.") % {"number": number})
        return redirect("desk:round", tournament.slug, number)
    tournament.refresh_from_db()
    may_again = all(may(request.user, tournament, right) for right in (Right.PUBLISH, Right.PAIR))
    context = _context(tournament, round_, form, change, offers_again=may_again and not request.GET)
    context["note"] = form.data.get("note", "")
    return page(request, tournament, "corrections/desk/repair.html", "rounds", **context)


def _form(request: DeskRequest, tournament: Tournament, round_: Round) -> ChangeForm:
    """What changes with the repair: as sent, as a link says, or what happened since the round was paired."""
    data: Any = shown_first(request) or request.GET
    found = pending(tournament)
    start = first_change(found) if found and found.number == round_.number else {}
    return ChangeForm(tournament, round_, data or start)


def _repair(request: DeskRequest, tournament: Tournament, round_: Round, form: ChangeForm) -> None:
    if form.change.new:
        require(request, tournament, Right.MANAGE_PLAYERS)
    repairs.repair(
        tournament=tournament,
        actor=request.user,
        round_=round_,
        key=request.POST.get("key", "")[:64],
        change=form.change,
        note=request.POST.get("note", ""),
    )


def _context(
    tournament: Tournament, round_: Round, form: ChangeForm, change: Change | None, *, offers_again: bool
) -> dict[str, Any]:
    """The ways there are for a change, or what keeps the round from being repaired. Pairing it again goes first, where
    that is offered: to whoever may, and not where a change was asked for, which it would lose.
    """
    context: dict[str, Any] = {"round": round_, "form": form, "pending": pending(tournament)}
    tables = Match.objects.filter(round=round_).order_by("table")
    context["tables"] = list(tables.values_list("table", "playing_since"))
    context["is_draft"] = round_.state == RoundState.DRAFT
    later = Round.objects.filter(tournament=tournament, number=round_.number + 1, state=RoundState.DRAFT)
    context["draft_ahead"] = later.first() if round_.state in REPAIRABLE else None
    if change is None:
        return context
    try:
        found = repairs.ways(tournament, round_, change)
    except ServiceError as error:
        form.refuse(error)
        return context
    names = repairs.names_of(found.seen)
    context["names"] = names
    context["done"] = sorted(found.seen.done)
    if offers_again and found.again is not None:
        diff = diff_of(found.seen, found.again)
        context["again"] = diff if diff.rows or diff.byes else None
    context["ways"] = [
        {
            "key": way.key,
            "repair": way.repair,
            "engine": way.engine,
            "diff": diff_of(found.seen, way.repair.plan),
            "relaxed": [relaxed.reason.to_json() for relaxed in way.repair.relaxed],
            "notes": [note.to_json() for note in way.repair.plan.notes],
        }
        for way in found.proposals
    ]
    return context


@post_for(Right.ENTER_RESULTS)
def playing_tables(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Mark tables as playing: those that are ticked, or all. Ticks that are taken away are taken back."""
    round_ = round_or_404(tournament, number)
    if request.POST.get("all"):
        tried(request, lambda: _mark(request, tournament, round_, None, True), _("All tables are playing."))
    else:
        ticked = {int(t) for t in request.POST.getlist("table")[:10_000] if t.isdecimal() and len(t) < 10}
        tried(request, lambda: _tick(request, tournament, round_, ticked), _("The marks are saved."))
    back = request.POST.get("back", "")
    name = "desk:repair" if back != "round" else "desk:round"
    return redirect(f"{reverse(name, args=[tournament.slug, number])}{'#playing' if back != 'round' else ''}")


def _tick(request: DeskRequest, tournament: Tournament, round_: Round, ticked: set[int]) -> None:
    rows = Match.objects.filter(round=round_)
    marked = set(rows.filter(playing_since__isnull=False).values_list("table", flat=True))
    for tables, is_playing in ((ticked - marked, True), (marked - ticked, False)):
        if tables:
            _mark(request, tournament, round_, tables, is_playing)


def _mark(
    request: DeskRequest, tournament: Tournament, round_: Round, tables: set[int] | None, is_playing: bool
) -> None:
    playing.mark_playing(
        tournament=tournament, actor=request.user, round_=round_, tables=tables, playing=is_playing
    )
