"""A round at the desk: paired, reviewed, published, played, completed; or thrown away."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.desk.absences import AbsencesForm
from tournaments.desk.base import (
    DeskRequest,
    for_staff,
    page,
    post_for,
    require,
    round_or_404,
    sheet_or_404,
    staff_post,
    tried,
)
from tournaments.desk.downloads import table_file
from tournaments.desk.round_page import round_page
from tournaments.forms.repairs import ChangeForm
from tournaments.jobs.running import look_after
from tournaments.models import Job, JobState, Round, RoundState, Seat, Tournament
from tournaments.rights import Right
from tournaments.rounds.desk.pairings_table import pairings_table
from tournaments.rounds.jobs import pair_next
from tournaments.rounds.services import rounds, taking_back
from tournaments.steps.refusals import CoreError, ServiceError


@for_staff
def round_(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The page of a round depends on where the round stands: draft, being played, completed."""
    return round_page(request, tournament, number)


@for_staff
def pairings_file(_request: DeskRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """The pairings of a round as a table to take home, as CSV or a workbook."""
    return table_file(
        pairings_table(tournament, sheet_or_404(tournament, number, ratings=True)),
        f"{tournament.slug}-round-{number}",
        kind,
    )


@post_for(Right.PAIR)
def pair(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Pair the round named in the form. When it is there already (a double click), show it."""
    number = request.POST.get("number", "")
    if any(str(row.number) == number for row in request.now.rounds):
        return redirect("desk:round", tournament.slug, number)
    try:
        if not _absences_settled(request, tournament):
            return redirect("desk:event", tournament.slug)
        made = pair_next(now=request.now, actor=request.user, overrides=_allowed(request))
    except ServiceError as error:
        return _not_paired(request, tournament, error)
    if isinstance(made, Job):
        return redirect("desk:job", tournament.slug, made.pk)
    return redirect("desk:round", tournament.slug, made.number)


def _allowed(request: DeskRequest) -> dict[str, str]:
    """What may be relaxed for this round only, as the page of a failed pairing offers it."""
    given = {name for name, value in request.POST.items() if value} - {"number", "csrfmiddlewaretoken"}
    return {name: request.POST[name] for name in rounds.offers(request.now) if name in given} if given else {}


def _absences_settled(request: DeskRequest, tournament: Tournament) -> bool:
    """What was chosen for those who have not checked in, done first; False if that was refused, and said."""
    form = AbsencesForm.sent(tournament, request.POST) if request.POST.get("absent") else None
    if form is None or not form.numbers:
        return True
    require(request, tournament, Right.REQUESTS)
    number = rounds.number_to_pair(request.now)
    # Somebody else was faster: what was chosen was about another round.
    done = request.POST.get("number", str(number)) == str(number) and form.settle(request.user, number)
    for name, errors in form.errors.items():
        messages.error(request, f"{form.fields[name].label}: {' '.join(map(str, errors))}")
    return done


def _not_paired(request: DeskRequest, tournament: Tournament, error: ServiceError) -> HttpResponse:
    """What the core refused stands on the dashboard, with what can be done; the rest is said at once."""
    if error.code == "round_exists":
        return redirect("desk:round", tournament.slug, error.params["number"])
    if not isinstance(error, CoreError):
        messages.error(request, str(error))
    return redirect("desk:event", tournament.slug)


@for_staff
def job(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The progress of a pairing that a worker does. A later look takes over when the worker is gone."""
    work = get_object_or_404(Job, pk=pk, tournament=tournament)
    if work.state in (JobState.QUEUED, JobState.RUNNING):
        work = look_after(work)
    if work.state == JobState.DONE:
        return redirect("desk:round", tournament.slug, (work.result or {}).get("round", 1))
    if work.state == JobState.FAILED:
        return redirect("desk:event", tournament.slug)
    return page(request, tournament, "rounds/desk/job.html", "overview", job=work)


@post_for(Right.PUBLISH)
def publish(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_or_404(tournament, number)
    done = _("Round %(number)s is published. Everyone can see it now.") % {"number": number}
    if round_.state == RoundState.DRAFT:
        tried(request, lambda: rounds.publish(tournament=tournament, actor=request.user, round_=round_), done)
    return redirect("desk:round", tournament.slug, number)


@post_for(Right.PUBLISH)
def take_back(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take the pairings of the latest round back; with `again` pair it at once, in the same step."""
    round_ = round_or_404(tournament, number)
    if request.POST.get("again"):
        require(request, tournament, Right.PAIR)
        return _pair_again(request, tournament, _seated(round_), again=round_)
    done = _("The pairings of round %(number)s are taken back. Phones and screens say so.") % {
        "number": number
    }
    if round_.state != RoundState.DRAFT:
        tried(
            request,
            lambda: taking_back.take_back(tournament=tournament, actor=request.user, round_=round_),
            done,
        )
    return redirect("desk:round", tournament.slug, number)


@staff_post
def start(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_or_404(tournament, number)
    done = _("Round %(number)s has started.") % {"number": number}
    if round_.state != RoundState.IN_PROGRESS:
        tried(request, lambda: rounds.start(tournament=tournament, actor=request.user, round_=round_), done)
    return redirect("desk:round", tournament.slug, number)


@post_for(Right.PAIR)
def complete(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_or_404(tournament, number)
    done = _("Round %(number)s is completed.") % {"number": number}
    if round_.state == RoundState.COMPLETED or tried(
        request, lambda: rounds.complete(tournament=tournament, actor=request.user, round_=round_), done
    ):
        return redirect("desk:event", tournament.slug)
    return redirect("desk:round", tournament.slug, number)


@post_for(Right.PAIR)
def reopen(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_or_404(tournament, number)
    done = _("Round %(number)s is reopened.") % {"number": number}
    if round_.state != RoundState.IN_PROGRESS:
        tried(
            request,
            lambda: rounds.reopen_round(tournament=tournament, actor=request.user, round_=round_),
            done,
        )
    return redirect("desk:round", tournament.slug, number)


@post_for(Right.PAIR)
def discard(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Throw the draft away; with `again` pair the round at once, with `repair` go on to repair the round before it."""
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    before = _seated(round_)
    done = _("The draft of round %(number)s is discarded.") % {"number": number}
    if round_ is not None and not tried(
        request, lambda: rounds.discard_draft(tournament=tournament, actor=request.user, round_=round_), done
    ):
        return redirect("desk:round", tournament.slug, number)
    if request.POST.get("again"):
        return _pair_again(request, tournament, before)
    if request.POST.get("repair") and number > 1:
        asked = {name: value for name, value in request.POST.items() if name in ChangeForm.base_fields}
        return redirect(f"{reverse('desk:repair', args=[tournament.slug, number - 1])}?{urlencode(asked)}")
    return redirect("desk:event", tournament.slug)


def _seated(round_: Round | None) -> set[tuple[int, int, int]]:
    """Who sits where in a round: table, position, player."""
    rows = Seat.objects.filter(round=round_) if round_ else Seat.objects.none()
    return set(rows.values_list("match__table", "position", "player_id"))


def _pair_again(
    request: DeskRequest,
    tournament: Tournament,
    before: set[tuple[int, int, int]],
    again: Round | None = None,
) -> HttpResponse:
    """Pair the next round, or one that is published `again`: refused, its pairings stay."""
    try:
        made = pair_next(now=request.now, actor=request.user, again=again)
    except ServiceError as error:
        if again is None:
            return _not_paired(request, tournament, error)
        messages.error(request, str(error))
        return redirect("desk:round", tournament.slug, again.number)
    if isinstance(made, Job):
        return redirect("desk:job", tournament.slug, made.pk)
    done = _("Round %(number)s is paired again. Undo twice to get the earlier draft back.")
    if again is not None:
        done = _("The pairings are taken back, and round %(number)s is paired again. Check it, then publish.")
    if _seated(made) == before:
        done = _(
            "Round %(number)s is paired again and stays the same: players, rules and lots have not changed."
        )
    messages.success(request, done % {"number": made.number})
    return redirect("desk:round", tournament.slug, made.number)
