"""The prizes at the desk: which there are, who wins them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, for_staff, page, post_for, require, tried, version_seen
from tournaments.desk.standings.forms import PrizeForm
from tournaments.events.services.prizes import set_prizes
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.standings.selectors.prizes import prizes as prizes_of


@restoring
@for_staff
def prizes(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who wins what; whoever may change settings adds prizes."""
    if request.method == "POST":
        require(request, tournament, Right.SETTINGS)
    form = PrizeForm(typed(request), initial={"places": 1, "exclusive": True})
    if form.is_bound and form.is_valid() and form.add(tournament, request.user) is not None:
        messages.success(request, _("The prize is added."))
        return redirect("desk:prizes", tournament.slug)
    return page(request, tournament, "standings/prizes", "standings", form=form, prizes=prizes_of(tournament))


@post_for(Right.SETTINGS)
def remove(request: DeskRequest, tournament: Tournament, place: int) -> HttpResponse:
    """The prize that stood at this place of the list when the page was shown."""
    left = [prize for at, prize in enumerate(tournament.prizes, start=1) if at != place]
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user}
    seen = version_seen(request)
    tried(request, lambda: set_prizes(**given, prizes=left, seen_version=seen), _("The prize is removed."))
    return redirect("desk:prizes", tournament.slug)
