"""The files of an event, and a whole event from a file or a pasted text."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from pairing.model.types import TWO
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.desk.downloads import file
from tournaments.desk.files.forms.event_file import EventFileForm
from tournaments.events.selectors.events import visible_rounds
from tournaments.files.services.documents import export_report
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.snapshots import seats_at_table
from tournaments.steps.refusals import ServiceError
from tournaments.web.signed_in import for_user

NOTES = 5


@page_for(Right.SETTINGS)
def files(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Everything of an event that can be taken home, in one place."""
    rounds = list(visible_rounds(tournament, request.user))
    return page(
        request, tournament, "files/files", "settings", rounds=rounds, last=rounds[-1] if rounds else None
    )


@page_for(Right.SETTINGS)
def fide_report(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The event as FIDE's report file, to be sent in or checked by another program."""
    if seats_at_table(tournament) != TWO:
        raise Http404
    try:
        report = export_report(tournament)
    except ServiceError as refusal:
        messages.error(request, str(refusal))
        return redirect("desk:files", tournament.slug)
    return file(report, "text/plain; charset=utf-8", f"{tournament.slug}.trf")


@restoring
@for_user("GET", "HEAD", "POST")
def import_event(request: DeskRequest) -> HttpResponse:
    data = request.POST if request.method == "POST" else typed(request)
    form = EventFileForm(data, request.FILES or None)
    done = form.import_(request.user) if form.is_bound and form.is_valid() else None
    if done is None:
        return render(request, "desk/files/import_event.html", {"form": form})
    said = _("%(name)s is imported. It is private until you decide otherwise.")
    messages.success(request, said % {"name": done.event.name})
    for note in done.notes[:NOTES]:
        messages.warning(request, note)
    if len(done.notes) > NOTES:
        messages.warning(request, _("And %(count)s more notes.") % {"count": len(done.notes) - NOTES})
    return redirect("desk:event", done.event.slug)
