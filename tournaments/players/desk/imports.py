"""Players from a list: first what would happen, column by column and line by line; then, if confirmed, just that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import Restored, restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.labels import label_of_player
from tournaments.models import Tournament
from tournaments.players.forms import ListForm
from tournaments.players.services import imports
from tournaments.players.services.import_columns import Layout
from tournaments.players.services.import_rows import DUPLICATE, ERROR, NEW, SAME, UNCLEAR, UPDATE, Row
from tournaments.players.services.import_titles import FIELDS, UNUSED
from tournaments.players.services.imports import Plan, Summary
from tournaments.players.services.sheets import MAX_COLUMNS
from tournaments.rights import Right
from tournaments.steps.refusals import ServiceError

# Rows of each kind that the preview shows; more are counted.
SHOWN = 500
DECISION = "decision_"
PARTS_OF_NAME = ("name", "first_name", "last_name")


@restoring
@page_for(Right.MANAGE_PLAYERS)
def import_(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The form; then the preview, which carries the list and what its columns are taken for; then, with `confirm`, the
    import itself.
    """
    if "confirm" in request.POST:
        return _confirm(request, tournament)
    if "again" in request.POST:
        return _again(request, tournament, request.POST)
    data = typed(request)
    if isinstance(data, Restored) and "text" in data:  # kept of the preview
        return _again(request, tournament, data)
    form = ListForm(data, request.FILES or None)
    plan = _preview(tournament, form) if form.is_bound and form.is_valid() else None
    if plan is None:
        return page(request, tournament, "players/desk/import.html", "players", form=form)
    return _show(request, tournament, plan, request.POST)


def _preview(tournament: Tournament, form: ListForm) -> Plan | None:
    return form.run(
        imports.preview_import, tournament=tournament, content=form.content, filename=form.filename
    )


def _again(request: DeskRequest, tournament: Tournament, sent: QueryDict) -> HttpResponse:
    """The preview with the columns and decisions that were sent."""
    text = sent.get("text", "")
    try:
        plan = imports.preview_import(tournament=tournament, content=text, layout=_layout(request, sent))
    except ServiceError as error:
        messages.error(request, str(error))
        return page(
            request,
            tournament,
            "players/desk/import.html",
            "players",
            form=ListForm(initial={"pasted": text}),
        )
    return _show(request, tournament, plan, sent)


def _layout(request: DeskRequest, sent: QueryDict) -> Layout:
    """The columns as they are chosen on the preview; one chosen twice counts where it stands first."""
    names = (f"column_{index}" for index in range(MAX_COLUMNS))
    given = [str(sent[name]) for name in names if name in sent]
    fields = [field if field and given.index(field) == i else UNUSED for i, field in enumerate(given)]
    if fields != given:
        messages.warning(request, _("Two columns cannot be the same. The second one is not used."))
    return Layout(tuple(fields), "header" in sent, "plain" in sent, carried=True)


def _show(request: DeskRequest, tournament: Tournament, plan: Plan, sent: QueryDict) -> HttpResponse:
    """What would happen: lines that need a look first, then the new ones."""
    shown = _import_page(plan, _decisions(sent), keep_odd="text" not in sent or "keep_odd" in sent)
    return page(request, tournament, "players/desk/import_preview.html", "players", shown)


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The preview of a list: how many would be `new` and `changed`, and its lines with what is chosen for them."""

    plan: Plan
    new: int
    changed: int
    shown: list[Row]
    left_out: int
    choices: list[tuple[str, str]]
    beside: list[tuple[str, str]]
    chosen: Mapping[int, str]
    keep_odd: bool


def _import_page(plan: Plan, chosen: Mapping[int, str], *, keep_odd: bool) -> ImportPage:
    order = (ERROR, UNCLEAR, DUPLICATE, UPDATE, NEW, SAME)
    rows = sorted(plan.rows, key=lambda row: (order.index(row.kind), not row.not_taken, row.index))
    would = Counter(chosen.get(row.index, row.usual) for row in plan.rows)
    return ImportPage(
        plan=plan,
        new=would[NEW],
        changed=would[UPDATE],
        shown=rows[:SHOWN],
        left_out=max(0, len(rows) - SHOWN),
        choices=[(UNUSED, _("not used")), *((field, label_of_player(field)) for field in FIELDS)],
        beside=[(field, label_of_player(field)) for field in plan.columns if field not in PARTS_OF_NAME],
        chosen=chosen,
        keep_odd=keep_odd,
    )


def _confirm(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        done = imports.apply_import(
            tournament=tournament,
            actor=request.user,
            content=text,
            decisions=_decisions(request.POST),
            skip_errors=True,
            digest=request.POST.get("digest", ""),
            layout=_layout(request, request.POST),
            keep_odd="keep_odd" in request.POST,
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return _again(request, tournament, request.POST)
    messages.success(request, _told(done))
    # Before the first round the next step is to pair it; afterwards the list is what one came from.
    return redirect("desk:players" if tournament.rounds.exists() else "desk:event", tournament.slug)


def _decisions(sent: QueryDict) -> dict[int, str]:
    """Choices made at single lines: `decision_INDEX` = new, update or skip."""
    named = ((name.removeprefix(DECISION), name) for name in sent if name.startswith(DECISION))
    return {int(index[:9]): str(sent[name]) for index, name in named if index.isdecimal()}


def _told(done: Summary) -> str:
    return _("%(added)s added, %(updated)s changed, %(skipped)s unchanged.") % {
        "added": len(done.added),
        "updated": len(done.updated),
        "skipped": done.skipped,
    }
