"""Pages of the desk about what is kept of persons."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.confirm import password_again
from tournaments.desk.base import DeskRequest, number_in, page, page_for, player_or_404, tried
from tournaments.models import Tournament
from tournaments.privacy.services import forgetting
from tournaments.rights import Right


@page_for(Right.DELETE)
@password_again
def forget(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Only after typing the number; the page says what goes and what stays."""
    who = player_or_404(tournament, number)
    typed = number_in(request.POST.get("number", ""))
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "player": who, "number": typed}
    if request.method == "POST" and tried(
        request,
        partial(forgetting.forget_player, **given),
        _("Player %(number)s is forgotten.") % {"number": number},
    ):
        return redirect("desk:player", tournament.slug, number)
    return page(request, tournament, "privacy/desk/forget.html", "players", player=who)
