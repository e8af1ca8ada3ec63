"""Snapshots at the desk: the list, one more by hand, what is different now, going back."""

from __future__ import annotations

import json

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for, tried
from tournaments.files.services.documents import export_kept
from tournaments.history.comparison import compare
from tournaments.history.restore import restore as go_back
from tournaments.history.restore_points import by_key as one
from tournaments.history.restore_points import keep_by_hand
from tournaments.history.restore_points import listed as kept
from tournaments.models import EventSnapshot, Tournament
from tournaments.rights import Right

ROWS_PER_PAGE = 50


@restoring
@page_for(Right.SNAPSHOTS)
def snapshots(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """All of them, and the form for one more."""
    note = _note(request)
    if request.method == "POST" and tried(
        request,
        lambda: keep_by_hand(tournament=tournament, actor=request.user, note=note),
        _("The restore point is created."),
    ):
        return redirect("desk:snapshots", tournament.slug)
    rows = Paginator(kept(tournament), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return page(request, tournament, "history/snapshots", "log", rows=rows, note=note)


@restoring
@page_for(Right.SNAPSHOTS)
def snapshot(request: DeskRequest, tournament: Tournament, key: int) -> HttpResponse:
    """What is different now; restored only when that was seen, confirmed and given a reason."""
    row = _or_404(tournament, key)
    seen, note = request.POST.get("version", ""), _note(request)
    if (
        request.method == "POST"
        and seen.isdecimal()
        and _restored(request, tournament, row, int(seen[:18]), note)
    ):
        return redirect("desk:event", tournament.slug)
    tournament.refresh_from_db()
    context = {"row": row, "found": compare(tournament, row), "note": note}
    return page(request, tournament, "history/snapshot", "log", **context)


def _restored(request: DeskRequest, tournament: Tournament, row: EventSnapshot, seen: int, note: str) -> bool:
    given = {"tournament": tournament, "actor": request.user, "snapshot": row, "note": note}
    return tried(
        request,
        lambda: go_back(**given, seen_version=seen),  # type: ignore[arg-type]
        _("The restore point is restored. You can undo this."),
    )


@page_for(Right.SNAPSHOTS)
def document(request: DeskRequest, tournament: Tournament, key: int) -> HttpResponse:
    """The event as it was then, as an event document."""
    content = json.dumps(export_kept(tournament, _or_404(tournament, key)), ensure_ascii=False, indent=1)
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{key}.json"'
    return answer


def _note(request: DeskRequest) -> str:
    data = typed(request)
    return data.get("note", "") if data else ""


def _or_404(tournament: Tournament, key: int) -> EventSnapshot:
    try:
        return one(tournament, key)
    except (EventSnapshot.DoesNotExist, OverflowError):
        raise Http404 from None
