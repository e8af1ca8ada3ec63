"""What to look for in the log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Action
from tournaments.selectors.log import Wanted

LARGEST = 1_000_000


class LogSearchForm(forms.Form):
    """Everything may be left out. A field that is wrong is named, and nothing is left out of the log for it."""

    q = forms.CharField(label=_("Words"), required=False, max_length=100)
    player = forms.IntegerField(
        label=_("Number of the player"), required=False, min_value=1, max_value=LARGEST
    )
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=LARGEST)
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=1000)
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
