"""Forms about rounds: a result with the reason it is corrected for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import Result

RESULTS: list[tuple[str, Any]] = [
    (Result.FIRST_WINS, _("1–0: first player wins")),
    (Result.DRAW, _("½–½: draw")),
    (Result.SECOND_WINS, _("0–1: second player wins")),
    (Result.BOTH_LOSE, _("0–0: both lose")),
    (Result.FIRST_BY_FORFEIT, _("+ –: first player wins, the other did not come")),
    (Result.SECOND_BY_FORFEIT, _("– +: second player wins, the other did not come")),
    (Result.BOTH_FORFEIT, _("– –: neither came")),
]


class ResultForm(DeskForm):
    """The result of one table; with `open_too` it may also be none yet."""

    result = forms.ChoiceField(label=_("Result"), choices=RESULTS, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Why"), max_length=500, required=False, help_text=_("Kept in the log with the correction.")
    )

    def __init__(self, *args: Any, open_too: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["result"]
        assert isinstance(field, forms.ChoiceField)
        if open_too:
            field.required = False
            field.choices = [*RESULTS, ("", _("no result yet"))]
