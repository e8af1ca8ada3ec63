"""Penalties and warnings: the list, one more, one taken back, all of them to take home."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import quoting, restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.desk.downloads import csv_file
from tournaments.desk.results.penalty_forms import PenaltyForm, PenaltySearch
from tournaments.models import Penalty, Tournament
from tournaments.names.namesakes import name_of
from tournaments.results.selectors import penalties as selectors
from tournaments.results.services import penalties as service
from tournaments.rights import Right


@restoring
@page_for(Right.PENALTIES)
def penalties(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The list, narrowed to what is looked for, and the form for one more."""
    form = PenaltyForm(tournament, typed(request), initial=_start(request))
    if form.is_bound and form.is_valid() and (given := form.give(request.user)):
        told = {"name": name_of(tournament, given.player), "kind": given.get_kind_display()}
        messages.success(request, _("%(name)s: %(kind)s given.") % told)
        return redirect("desk:penalties", tournament.slug)
    find = PenaltySearch(request.GET)
    rows = selectors.search(tournament, **find.wanted)
    context: dict[str, Any] = {"form": form, "find": find, "rows": rows, "is_narrowed": bool(find.wanted)}
    context["sums"] = selectors.sums(tournament, rows)
    return page(request, tournament, "results/penalties", "players", **context)


def _start(request: DeskRequest) -> dict[str, Any]:
    """What a link from a player or a table has filled in."""
    wanted = {"player": "player", "round": "round_number", "table": "table"}
    found = {to: request.GET.get(name, "")[:9] for name, to in wanted.items()}
    return {to: int(value) for to, value in found.items() if value.isdecimal()}


@quoting("note")
@post_for(Right.PENALTIES)
def revoke(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    row = Penalty.objects.filter(tournament=tournament, pk=pk).select_related("player").first()
    if row is None:
        raise Http404
    note = request.POST.get("note", "")
    tried(
        request,
        lambda: service.revoke(tournament=tournament, actor=request.user, penalty=row, note=note),
        _("%(name)s: the penalty is cancelled.") % {"name": name_of(tournament, row.player)},
        fine=("already_revoked",),
    )
    return redirect("desk:penalties", tournament.slug)


@page_for(Right.PENALTIES)
def penalties_csv(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every penalty, or those that are looked for, as a table of text."""
    found = selectors.search(tournament, **PenaltySearch(request.GET).wanted)
    return csv_file(selectors.as_table(found), f"{tournament.slug}-penalties.csv")
