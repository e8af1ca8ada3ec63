"""The message to the players."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _

from accounts.kept import restoring, typed
from accounts.models import User
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.forms.base import DeskForm
from tournaments.hall.services.messages import LENGTH, clear_message, set_message
from tournaments.models import Tournament
from tournaments.rights import Right


class MessageForm(DeskForm):
    message = forms.CharField(
        label=_("Message"),
        max_length=LENGTH,
        help_text=_("Plain text, at most 200 characters."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def show(self, tournament: Tournament, actor: User) -> Tournament | None:
        return self.run(set_message, tournament=tournament, actor=actor, **self.cleaned_data)


@restoring
@page_for(Right.SCREENS)
def message(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = MessageForm(typed(request))
    if form.is_bound and form.is_valid() and form.show(tournament, request.user) is not None:
        messages.success(request, gettext("Players see the message."))
        return redirect("desk:message", tournament.slug)
    return page(request, tournament, "hall/desk/message.html", "hall", form=form)


@post_for(Right.SCREENS)
def clear(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    done = gettext("The message is cleared.")
    tried(request, lambda: clear_message(tournament=tournament, actor=request.user), done)
    return redirect("desk:message", tournament.slug)
