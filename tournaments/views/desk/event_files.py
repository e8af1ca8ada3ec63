"""A whole event from a file or a pasted text."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.event_file import EventFileForm
from tournaments.views.desk.base import DeskRequest

NOTES = 5


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_event(request: DeskRequest) -> HttpResponse:
    form = EventFileForm(request.POST, request.FILES) if request.method == "POST" else EventFileForm()
    done = form.import_(request.user) if form.is_bound and form.is_valid() else None
    if done is None:
        return render(request, "tournaments/desk/import_event.html", {"form": form})
    said = _("%(name)s is imported. It is private until you decide otherwise.")
    messages.success(request, said % {"name": done.event.name})
    for note in done.notes[:NOTES]:
        messages.warning(request, note)
    if len(done.notes) > NOTES:
        messages.warning(request, _("And %(count)s notes more.") % {"count": len(done.notes) - NOTES})
    return redirect("desk:event", done.event.slug)
