"""Penalties: one given, those looked for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.people import offer_everybody
from tournaments.models import Penalty, PenaltyKind, Player, Tournament
from tournaments.results.services import penalties
from tournaments.steps.fields import TABLE_RANGE


class PenaltyForm(DeskForm):
    """Who did what, and what it costs."""

    field_names = {"round": "round_number"}

    player = forms.ModelChoiceField(label=_("Player"), queryset=Player.objects.none())
    kind = forms.ChoiceField(
        label=_("Penalty"), choices=PenaltyKind.choices, initial=PenaltyKind.CAUTION, required=True
    )
    infraction = forms.CharField(
        label=_("What happened"),
        max_length=penalties.INFRACTION_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    round_number = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    table = whole(
        _("Table"),
        low=TABLE_RANGE[0],
        high=TABLE_RANGE[1],
        help_text=_("If empty: where the player sits in that round."),
    )

    def __init__(self, tournament: Tournament, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.tournament = tournament
        players: Any = self.fields["player"]
        players.to_field_name = "number"
        offer_everybody(players, tournament)
        numbers = list(tournament.rounds.order_by("-number").values_list("number", flat=True))
        rounds: Any = self.fields["round_number"]
        rounds.choices = [*((number, str(number)) for number in numbers), ("", _("outside the rounds"))]
        if numbers:
            rounds.initial = numbers[0]

    def give(self, actor: User) -> Penalty | None:
        return self.run(penalties.give, tournament=self.tournament, actor=actor, **self.cleaned_data)


class PenaltySearch(forms.Form):
    """What the list is narrowed to; what cannot be read is left out."""

    words = forms.CharField(label=_("Name or words"), max_length=100, required=False)
    kind = forms.ChoiceField(
        label=_("Penalty"), choices=[("", _("all")), *PenaltyKind.choices], required=False
    )
    player = forms.IntegerField(
        label=_("Player number"), min_value=1, max_value=10**8, required=False, widget=forms.HiddenInput
    )
    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=1000, required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data, prefix="find")

    @property
    def wanted(self) -> dict[str, Any]:
        """For `results.selectors.penalties.search`."""
        self.is_valid()
        given: dict[str, Any] = self.cleaned_data
        return {name: value for name, value in given.items() if value not in ("", None)}
