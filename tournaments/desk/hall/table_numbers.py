"""The tables of the hall at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.desk.hall.forms.table_numbers import HallForm
from tournaments.models import Tournament
from tournaments.players.selectors.table_numbers import needs
from tournaments.rights import Right


@restoring
@page_for(Right.SETTINGS)
def tables(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Which numbers there are, and whether they suffice."""
    form = HallForm(typed(request), initial=HallForm.stored(tournament))
    if request.method == "POST" and form.save(tournament, request.user):
        messages.success(request, _("The tables of the hall are saved. Later rounds use their numbers."))
        return redirect("desk:hall_tables", tournament.slug)
    return page(request, tournament, "hall/hall_tables", "hall", form=form, needs=needs(tournament))
