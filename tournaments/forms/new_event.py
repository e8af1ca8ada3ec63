"""What an event made after another one still has to be told."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import Tournament


class NewEventForm(DeskForm):
    """What no copy can know."""

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts_on = forms.DateField(
        label=_("Date (optional)"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        if tournament.start_time or tournament.round_starts:
            date = self.fields["starts_on"]
            date.required, date.label = True, _("Date")
            date.help_text = _("The start times of the rounds count from this day.")
