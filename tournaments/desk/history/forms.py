"""What to look for in the log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.history.log import Wanted
from tournaments.models import Action

LARGEST = 1_000_000


def _number(label: Any, high: int) -> forms.IntegerField:
    """A number that may be left out. A box for numbers alone would be empty where an address holds something else."""
    box = forms.TextInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=high, widget=box)


class LogSearchForm(forms.Form):
    """Everything may be left out. A field that is wrong is named, and nothing is left out of the log for it."""

    q = forms.CharField(label=_("Words"), required=False, max_length=100)
    player = _number(_("Number of the player"), LARGEST)
    table = _number(_("Table"), LARGEST)
    round = _number(_("Round"), 1000)
    action = forms.ChoiceField(
        label=_("What"), required=False, choices=[("", _("Everything")), *Action.choices]
    )
    who = forms.CharField(label=_("Who"), required=False, max_length=100)
    since = forms.DateTimeField(
        label=_("From"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    until = forms.DateTimeField(
        label=_("Until"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def wanted(self) -> Wanted:
        """What is asked for, as far as it is understood."""
        self.is_valid()
        given: dict[str, Any] = {key: value for key, value in self.cleaned_data.items() if value}
        return Wanted(text=given.pop("q", ""), **given)
