"""The message to the players at the desk: set and cleared."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.desk.hall.forms.messages import MessageForm
from tournaments.hall.services.messages import clear_message
from tournaments.models import Tournament
from tournaments.rights import Right


@restoring
@page_for(Right.SCREENS)
def message(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = MessageForm(typed(request))
    if form.is_bound and form.is_valid() and form.show(tournament, request.user) is not None:
        messages.success(request, _("Players see the message."))
        return redirect("desk:message", tournament.slug)
    return page(request, tournament, "hall/message", "hall", form=form)


@post_for(Right.SCREENS)
def clear(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    done = _("The message is cleared.")
    tried(request, lambda: clear_message(tournament=tournament, actor=request.user), done)
    return redirect("desk:message", tournament.slug)
