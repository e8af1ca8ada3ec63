"""What has happened, and the states that were kept: read, taken back, restored."""

import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, for_staff, page, page_for, post_for, tried
from tournaments.desk.downloads import csv_file, file
from tournaments.files.services.documents import export_kept
from tournaments.history.comparison import compare
from tournaments.history.files import COLUMNS, data_of, row_of
from tournaments.history.log import (
    Wanted,
    entries,
    penalties_since,
    readable,
    search,
    step_to_redo,
    step_to_undo,
    undone_lines,
)
from tournaments.history.replay import replay
from tournaments.history.restore import restore as go_back
from tournaments.history.restore_points import by_key as one, keep_by_hand, listed as kept
from tournaments.history.sentences import LogLine, lines_of, sentence, title
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.history.wording import effects
from tournaments.models import Action, EventSnapshot, LogEntry, Tournament
from tournaments.rights import Right, may
from tournaments.steps.log import origin_of

LINES_PER_PAGE = 100
SHOWN_EFFECTS = 40
ROWS_PER_PAGE = 50
LARGEST = 1_000_000


def _number(label: Any, high: int) -> forms.IntegerField:
    """A number that may be left out. A box for numbers alone would be empty where an address holds something else."""
    box = forms.TextInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=high, widget=box)


class LogSearchForm(forms.Form):
    """Everything may be left out. A field that is wrong is named, and nothing is left out of the log for it."""

    q = forms.CharField(label=_("Words"), required=False, max_length=100)
    player = _number(_("Number of the player"), LARGEST)
    table = _number(_("Table"), LARGEST)
    round = _number(_("Round"), 1000)
    action = forms.ChoiceField(
        label=_("What"), required=False, choices=[("", _("Everything")), *Action.choices]
    )
    who = forms.CharField(label=_("Who"), required=False, max_length=100)
    since = forms.DateTimeField(
        label=_("From"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    until = forms.DateTimeField(
        label=_("Until"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def wanted(self) -> Wanted:
        """What is asked for, as far as it is understood."""
        self.is_valid()
        given: dict[str, Any] = {key: value for key, value in self.cleaned_data.items() if value}
        return Wanted(text=given.pop("q", ""), **given)


@dataclass(frozen=True, slots=True)
class Turn:
    """A step that could be undone or redone: the line that is undone for it, and the step it is about, in words.

    `effects` say what that does, the large things first; `more` is how many are not shown.
    """

    line: LogEntry
    about: LogEntry
    title: str
    told: str
    effects: list[str]
    more: int


def _turn(tournament: Tournament, line: LogEntry | None) -> Turn | None:
    if line is None:
        return None
    about, found = origin_of(line), effects(tournament, line)
    return Turn(line, about, title(about), sentence(about), found[:SHOWN_EFFECTS], len(found[SHOWN_EFFECTS:]))


@page_for(Right.UNDO)
def undo(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Ask, naming the step and what taking it back does; then take back that step and no other."""
    seen = request.POST.get("step", "")
    if request.method == "POST" and seen.isdecimal():
        _take_back(request, tournament, int(seen[:18]))
        return redirect("desk:event", tournament.slug)
    step = step_to_undo(tournament)
    context = {
        "back": _turn(tournament, step),
        "penalties": penalties_since(tournament, step)
        if may(request.user, tournament, Right.PENALTIES)
        else [],
        "again": _turn(tournament, step_to_redo(tournament)),
    }
    return page(request, tournament, "history/desk/undo.html", "log", **context)


def _take_back(request: DeskRequest, tournament: Tournament, step: int) -> None:
    """A second press finds the step undone already: that is what was wanted."""
    is_undone = entries(tournament).filter(undoes=step).exists()
    tried(
        request,
        lambda: undo_last_step(tournament=tournament, actor=request.user, seen=step),
        gettext("Undone."),
        fine=("step_changed", "nothing_to_undo") if is_undone else (),
    )


@page_for(Right.UNDO)
def redo(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The same for the step that was undone last."""
    if request.method != "POST":
        again = _turn(tournament, step_to_redo(tournament))
        return page(request, tournament, "history/desk/redo.html", "log", again=again)
    seen = request.POST.get("step", "")
    step = int(seen[:18]) if seen.isdecimal() else 0
    is_done = entries(tournament).filter(undoes=step).exists()
    tried(
        request,
        lambda: redo_last_step(tournament=tournament, actor=request.user, seen=step),
        gettext("Redone."),
        fine=("step_changed", "nothing_to_redo") if is_done else (),
    )
    return redirect("desk:event", tournament.slug)


@for_staff
def log(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = LogSearchForm(request.GET)
    rows = readable(search(tournament, form.wanted()), request.user, tournament)
    found = Paginator(rows, LINES_PER_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    lines = lines_of(found, undone_lines(tournament))
    context = {"form": form, "found": found, "lines": lines, "asked": asked.urlencode()}
    return page(request, tournament, "history/desk/log.html", "log", step=step_to_undo(tournament), **context)


@for_staff
def log_csv(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What is looked for, as a table of text."""
    rows = (row_of(line).values() for line in _found(request, tournament))
    return csv_file([COLUMNS, *rows], f"{tournament.slug}-log.csv")


@for_staff
def log_json(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    text = json.dumps(data_of(_found(request, tournament)), ensure_ascii=False, indent=1)
    return file(text, "application/json", f"{tournament.slug}-log.json")


def _found(request: DeskRequest, tournament: Tournament) -> list[LogLine]:
    rows = readable(search(tournament, LogSearchForm(request.GET).wanted()), request.user, tournament)
    return lines_of(rows, undone_lines(tournament))


@post_for(Right.SEE_DRAFTS)
def check_log(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Play the log again and say whether it leads to the event as it is."""
    found = replay(tournament)
    count = {"count": found.steps}
    if found.same:
        said = ngettext(
            "The log matches the event (%(count)s step).",
            "The log matches the event (%(count)s steps).",
            found.steps,
        )
        messages.success(request, said % count)
    else:
        places = [f"{section} {key}" for section, rows in found.differences.items() for key in rows]
        what = ", ".join(places[:10] or [" ".join(place) for _line, place in found.misfits[:10]])
        messages.error(request, gettext("The log does not match the event: %(what)s.") % {"what": what})
    return redirect("desk:log", tournament.slug)


@restoring
@page_for(Right.SNAPSHOTS)
def snapshots(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """All of them, and the form for one more."""
    note = _note(request)
    if request.method == "POST" and tried(
        request,
        lambda: keep_by_hand(tournament=tournament, actor=request.user, note=note),
        gettext("The restore point is created."),
    ):
        return redirect("desk:snapshots", tournament.slug)
    rows = Paginator(kept(tournament), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return page(request, tournament, "history/desk/snapshots.html", "log", rows=rows, note=note)


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
    return page(request, tournament, "history/desk/snapshot.html", "log", **context)


def _restored(request: DeskRequest, tournament: Tournament, row: EventSnapshot, seen: int, note: str) -> bool:
    given = {"tournament": tournament, "actor": request.user, "snapshot": row, "note": note}
    return tried(
        request,
        lambda: go_back(**given, seen_version=seen),  # type: ignore[arg-type]
        gettext("The restore point is restored. You can undo this."),
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
