"""What was done (the log), and taking a step back or doing it again."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.desk.base import DeskRequest, for_staff, page, page_for, post_for, tried
from tournaments.desk.downloads import csv_file, file
from tournaments.desk.history.forms import LogSearchForm
from tournaments.history.files import COLUMNS, data_of, row_of
from tournaments.history.log import (
    entries,
    penalties_since,
    readable,
    search,
    step_to_redo,
    step_to_undo,
    undone_lines,
)
from tournaments.history.replay import replay
from tournaments.history.sentences import LogLine, lines_of, sentence, title
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.history.wording import effects
from tournaments.models import LogEntry, Tournament
from tournaments.rights import Right, may
from tournaments.steps.log import origin_of

LINES_PER_PAGE = 100
SHOWN_EFFECTS = 40


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
    return page(request, tournament, "history/undo", "log", **context)


def _take_back(request: DeskRequest, tournament: Tournament, step: int) -> None:
    """A second press finds the step undone already: that is what was wanted."""
    is_undone = entries(tournament).filter(undoes=step).exists()
    tried(
        request,
        lambda: undo_last_step(tournament=tournament, actor=request.user, seen=step),
        _("Undone."),
        fine=("step_changed", "nothing_to_undo") if is_undone else (),
    )


@page_for(Right.UNDO)
def redo(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The same for the step that was undone last."""
    if request.method != "POST":
        again = _turn(tournament, step_to_redo(tournament))
        return page(request, tournament, "history/redo", "log", again=again)
    seen = request.POST.get("step", "")
    step = int(seen[:18]) if seen.isdecimal() else 0
    is_done = entries(tournament).filter(undoes=step).exists()
    tried(
        request,
        lambda: redo_last_step(tournament=tournament, actor=request.user, seen=step),
        _("Redone."),
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
    return page(request, tournament, "history/log", "log", step=step_to_undo(tournament), **context)


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
        messages.error(request, _("The log does not match the event: %(what)s.") % {"what": what})
    return redirect("desk:log", tournament.slug)
