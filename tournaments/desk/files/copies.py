"""A new event like one there is."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.desk.files.forms.copies import CopyForm
from tournaments.models import Tournament
from tournaments.rights import Right


@restoring
@page_for(Right.SETTINGS)
def copy(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = CopyForm(tournament, typed(request))
    made = form.copy(request.user) if form.is_bound and form.is_valid() else None
    if made is None:
        return page(request, tournament, "files/copy", "settings", form=form)
    messages.success(request, _("%(name)s is created.") % {"name": made.name})
    return redirect("desk:event", made.slug)
