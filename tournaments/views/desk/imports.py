"""Players from a list: first what would happen, line by line; then, if confirmed, that and nothing else."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.forms.players import ListForm
from tournaments.models import Tournament
from tournaments.services import imports
from tournaments.services.errors import ServiceError
from tournaments.services.imports import Plan, Summary
from tournaments.views.desk.base import DeskRequest, for_manager, page

# Rows of each kind that the preview shows; more are counted.
SHOWN = 500
DECISION = "decision_"


@for_manager
def import_(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The form; then the preview, which carries the list; then, with `confirm`, the import itself."""
    if "confirm" in request.POST:
        return _confirm(request, tournament)
    form = ListForm(request.POST or None, request.FILES or None)
    plan = _preview(tournament, form) if form.is_bound and form.is_valid() else None
    if plan is None:
        return page(request, tournament, "import", "players", form=form)
    return _show(request, tournament, plan)


def _preview(tournament: Tournament, form: ListForm) -> Plan | None:
    return form.run(
        imports.preview_import, tournament=tournament, content=form.content, filename=form.filename
    )


def _show(request: DeskRequest, tournament: Tournament, plan: Plan) -> HttpResponse:
    """What would happen: lines that need a look first, then the new ones."""
    order = {imports.ERROR: 0, imports.DUPLICATE: 1, imports.UPDATE: 2, imports.NEW: 3, imports.SAME: 4}
    rows = sorted(plan.rows, key=lambda row: (order[row.kind], row.index))
    context: dict[str, Any] = {"plan": plan, "shown": rows[:SHOWN], "left_out": max(0, len(rows) - SHOWN)}
    return page(request, tournament, "import_preview", "players", **context)


def _confirm(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        done = imports.apply_import(
            tournament=tournament,
            actor=request.user,
            content=text,
            decisions=_decisions(request),
            skip_errors=True,
            digest=request.POST.get("digest", ""),
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return page(request, tournament, "import", "players", form=ListForm(initial={"pasted": text}))
    messages.success(request, _told(done))
    return redirect("desk:players", tournament.slug)


def _decisions(request: DeskRequest) -> dict[int, str]:
    """Choices made at single lines: `decision_INDEX` = new, update or skip."""
    named = ((name.removeprefix(DECISION), name) for name in request.POST if name.startswith(DECISION))
    return {int(index[:9]): request.POST[name] for index, name in named if index.isdecimal()}


def _told(done: Summary) -> str:
    return _("%(added)s added, %(updated)s changed, %(skipped)s left as they were.") % {
        "added": len(done.added),
        "updated": len(done.updated),
        "skipped": done.skipped,
    }
