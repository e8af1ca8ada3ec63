"""The phases of an event at the desk: which systems it is played by, one after the other, and who gets into each."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments import snapshots
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.events.forms.phases import PhasesForm
from tournaments.events.selectors import phases as selector
from tournaments.events.selectors.phases import PhaseFacts
from tournaments.events.services.phases import begin_next_phase
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.snapshots import seats_at_table


@restoring
@page_for(Right.SETTINGS)
def phases(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """One page. Buttons named `do` rearrange it and store nothing."""
    if not seats_at_table(tournament).rules.has_phases:
        messages.error(request, _("Phases are for matches of two; tables of four have a final of their own."))
        return redirect("desk:settings", tournament.slug)
    data = typed(request)
    form = PhasesForm.posted(data, tournament) if data else PhasesForm(tournament)
    if request.POST and "do" not in request.POST and form.save(request.user):
        messages.success(request, _("The phases are saved."))
        return redirect("desk:phases", tournament.slug)
    for row, facts in zip(form.rows, _facts(form, tournament), strict=False):
        row.facts = facts
    section = "phases" if tournament.phases else "settings"
    return page(request, tournament, "events/desk/phases.html", section, form=form)


@post_for(Right.PAIR)
def begin_next(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """One press where nobody is left to pair in a phase before its rounds are over."""
    tried(
        request,
        lambda: begin_next_phase(tournament=tournament, actor=request.user),
        _("The next phase can be paired."),
        fine=("no_next_phase",),
    )
    return redirect("desk:event", tournament.slug)


def _facts(form: PhasesForm, tournament: Tournament) -> Sequence[PhaseFacts]:
    """What is known of the phases on the page: of those stored, or of those typed and not stored yet."""
    if not form.changed:
        return selector.phases(tournament, drafts=True)
    typed = form.as_they_stand()
    if not typed:
        return ()
    snapshot = snapshots.load(tournament, drafts=True)
    return selector.facts(replace(snapshot, phases=typed, rounds_planned=None))
