"""The message to the players."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.forms.base import DeskForm
from tournaments.hall.services.messages import LENGTH, set_message
from tournaments.models import Tournament


class MessageForm(DeskForm):
    message = forms.CharField(
        label=_("Message"),
        max_length=LENGTH,
        help_text=_("Plain text, at most 200 characters."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def show(self, tournament: Tournament, actor: User) -> Tournament | None:
        return self.run(set_message, tournament=tournament, actor=actor, **self.cleaned_data)
