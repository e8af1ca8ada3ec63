"""A new event like one there is."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.files.services.copies import copy_event
from tournaments.forms.new_event import NewEventForm
from tournaments.models import Tournament


class CopyForm(NewEventForm):
    with_players = forms.BooleanField(
        label=_("With its players"), required=False, help_text=_("No one is checked in yet.")
    )

    def copy(self, owner: User) -> Tournament | None:
        return self.run(copy_event, tournament=self.tournament, owner=owner, **self.cleaned_data)
