"""“What if?”: events played by chance to compare rules, asked for on a page and kept under a link of its own."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.kept import restoring, typed
from pairing.systems import seats_of
from tournaments.desk.downloads import csv_file
from tournaments.lab import jobs
from tournaments.lab.desk.simulation_form import OF_EVENT, WhatIfForm
from tournaments.lab.desk.studies import LabRequest
from tournaments.lab.selectors import charts, simulations as selectors
from tournaments.lab.selectors.sentences import conclusions, where_it_starts
from tournaments.lab.services import kernels, simulations
from tournaments.models import Simulation, Tournament
from tournaments.rights import can_enter_results
from tournaments.steps.refusals import ServiceError
from tournaments.web.finding import event_of_page
from tournaments.web.signed_in import for_user

SHOWN = 10
QUESTIONS = ("rounds", "tiebreaks")
COLUMNS = ("best_wins", "best_in_cut", "all_best_in_cut", "inversions", "difference", "cut_inversions",
           "cut_difference", "ties", "spearman", "kendall", "best_wins_by_lot", "best_in_cut_by_lot",
           "all_best_in_cut_by_lot", "new_winner", "new_in_cut", "new_winner_at_last",
           "new_in_cut_at_last")  # fmt: skip
# Behind the columns that were there before, so that they stay where they are.
ADDED = ("inversions_by_lot", "cut_inversions_by_lot", "spearman_by_lot", "kendall_by_lot")


@restoring
@for_user("GET", "HEAD", "POST")
def what_if(request: LabRequest) -> HttpResponse:
    """The form for a new one, for any field or that of an event, and those made before."""
    data = request.POST if request.method == "POST" else typed(request)
    event = _event(request, data)
    form = WhatIfForm(data, event=event, initial=_brought(request))
    if form.is_bound:
        do = request.POST.get("do", "")
        if (made := form.save(request.user, do if do in QUESTIONS else "compare")) is not None:
            simulation, place = made
            return redirect(f"{reverse('lab:simulation', args=[simulation.key])}?at={place}")
    else:
        jobs.warm_up()
    earlier = selectors.simulations_of(request.user)[:SHOWN]
    context = {"form": form, "event": event, "simulations": earlier, "of_event": OF_EVENT}
    return render(request, "lab/desk/what_if.html", context)


def _brought(request: LabRequest) -> dict[str, str]:
    """The numbers that a link from *How many rounds?* fills in."""
    numbers = {"players": request.GET.get("players", ""), "rounds": request.GET.get("rounds", "")}
    return {name: number for name, number in numbers.items() if number}


def _event(request: LabRequest, data: QueryDict | None) -> Tournament | None:
    """The event whose players and rules are taken, if one is named. Only for who works on it."""
    slug = (data and data.get("event")) or request.GET.get("event")
    if not slug:
        return None
    try:
        event = event_of_page(slug, request.user)
    except Tournament.DoesNotExist:
        raise Http404 from None
    if not can_enter_results(request.user, event) or not seats_of(event.system).rules.is_simulated:
        raise Http404
    return event


@never_cache
@require_safe
def simulation(request: HttpRequest, key: str) -> HttpResponse:
    """How far it is, and what it says so far. For everybody who has the link."""
    found = find(key)
    groups = selectors.groups(found)
    chosen = _chosen(request, groups)
    context = {
        "simulation": found,
        "progress": (progress := selectors.progress_of(found)),
        "is_compiling": progress.is_open and not progress.done and not kernels.are_compiled(),
        "event": selectors.event_shown(found, request.user),
        "is_own": request.user.is_authenticated and found.created_by_id == request.user.pk,
        "link": request.build_absolute_uri(reverse("lab:simulation", args=[key])),
        "page_path": request.get_full_path(),
        **_said(groups, chosen),
    }
    return render(request, "lab/desk/what_if_results.html", context)


def _said(groups: list[selectors.Group], chosen: selectors.Group) -> dict[str, Any]:
    """What came of it, in words and, once something has been played, in pictures."""
    said = {
        "groups": groups,
        "chosen": chosen,
        "said": conclusions(groups, chosen),
        "starts": where_it_starts(chosen),
        "version": settings.SPECTACULAR_SETTINGS["VERSION"],
    }
    if not chosen.lines:
        return said
    lines, curves = charts.drawn_lines(groups, chosen), charts.curves(groups)
    players = len(chosen.configuration.strengths)
    return said | {
        "curves": curves,
        "of_last_round": chosen.lines[0].new_winner_at_last is not None,
        "winners": None if curves else charts.bars(lines, groups, "asked"),
        "hills": charts.hills(lines, groups),
        "ties": charts.bars(lines, groups, "ties"),
        "pairs": players * (players - 1) // 2,
    }


def _chosen(request: HttpRequest, groups: list[selectors.Group]) -> selectors.Group:
    """The configuration that is looked at: the one named, else one in the middle."""
    at = request.GET.get("at", "")
    if at.isdecimal() and len(at) < 3 and int(at) < len(groups):
        return groups[int(at)]
    return groups[(len(groups) - 1) // 2]


@login_required
@require_POST
def cancel(request: LabRequest, key: str) -> HttpResponse:
    """Stop it; what was played so far stays."""
    try:
        simulations.cancel(actor=request.user, simulation=find(key))
    except ServiceError as error:
        raise PermissionDenied(str(error)) from error
    return redirect("lab:simulation", key)


@never_cache
@require_safe
def as_json(request: HttpRequest, key: str) -> HttpResponse:
    """What was asked and what came of it."""
    found = find(key)
    progress = selectors.progress_of(found)
    data = {
        "key": found.key,
        "state": progress.state,
        "done": progress.counted,
        "total": progress.total,
        **selectors.shown_document(found.document),
        "results": selectors.results(found),
    }
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="what-if-{key}.json"'
    return answer


@never_cache
@require_safe
def as_csv(request: HttpRequest, key: str) -> HttpResponse:
    """The table: a line for each chain of each configuration, measures with their intervals of 95 %."""
    heads, added = (
        [f"{name}{part}" for name in names for part in ("", "_low", "_high")] for names in (COLUMNS, ADDED)
    )
    head = ["system", "rounds", "players", "tiebreaks", "runs", *heads, "from_round", *added, "setup"]
    groups = selectors.groups(find(key))
    return csv_file(
        [head, *(_row(group, line) for group in groups for line in group.lines)], f"what-if-{key}.csv"
    )


def _row(group: selectors.Group, line: selectors.Line) -> list[Any]:
    configuration, start = group.configuration, group.configuration.start
    chain = " ".join(link.label for link in configuration.orders[line.order])
    row = [configuration.system, line.rounds, len(configuration.strengths), chain, line.runs]
    begun = 1 if start is None else selectors.start_facts(start).round
    return [*row, *_figures(line, COLUMNS), begun, *_figures(line, ADDED), group.name]


def _figures(line: selectors.Line, names: Sequence[str]) -> list[Any]:
    found = [line.measures.get(name) for name in names]
    return [number for one in found for number in ((one.mean, one.low, one.high) if one else ("", "", ""))]


@login_required
@never_cache
@require_safe
def single_events(request: LabRequest, key: str) -> HttpResponse:
    """What was measured in each of the first events, by tie-break order; only for the person who asked."""
    found = find(key)
    if found.created_by_id != request.user.pk:
        raise PermissionDenied
    if kernels.missing():
        return redirect("lab:what_if")
    return csv_file(simulations.single_events(found), f"what-if-{key}-events.csv")


def find(key: str) -> Simulation:
    """The simulation of this key, or 404; one that nobody plays is taken over."""
    try:
        found = selectors.simulation_by_key(key)
    except Simulation.DoesNotExist:
        raise Http404(_("There is no such simulation.")) from None
    return jobs.look_after_simulation(found)
