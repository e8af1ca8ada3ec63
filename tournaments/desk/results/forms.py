"""Forms about rounds: a result with the reason it is corrected for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.forms.result_choices import options
from tournaments.models import Tournament


class ResultForm(DeskForm):
    """The result of one table; with `open_too` it may also be none yet. `stored` is what stands there."""

    result = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    note = forms.CharField(label=_("Why"), max_length=500, required=False)

    def __init__(
        self, tournament: Tournament, *args: Any, open_too: bool, stored: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["result"]
        assert isinstance(field, forms.ChoiceField)
        field.required = not open_too
        open_ = [("", str(_("no result yet")))] if open_too else []
        field.choices = [*options(tournament, stored), *open_]
