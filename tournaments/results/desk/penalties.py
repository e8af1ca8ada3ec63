"""Penalties: one given, those looked for."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _

from accounts.kept import quoting, restoring, typed
from accounts.models import User
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.desk.downloads import csv_file
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.people import offer_everybody
from tournaments.models import Penalty, PenaltyKind, Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.results.selectors import penalties as selectors
from tournaments.results.services import penalties as service
from tournaments.rights import Right
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
        max_length=service.INFRACTION_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    round_number = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    table = whole(
        _("Table"),
        low=TABLE_RANGE[0],
        high=TABLE_RANGE[1],
        help_text=_("If empty: where the player sits in that round."),
    )

    def __init__(self, tournament: Tournament, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
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
        return self.run(service.give, tournament=self.tournament, actor=actor, **self.cleaned_data)


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


@dataclass(frozen=True, slots=True)
class PenaltiesPage:
    """Those that are looked for, what they cost each player, and the form for one more."""

    form: PenaltyForm
    find: PenaltySearch
    rows: list[selectors.PenaltyRow]
    is_narrowed: bool
    sums: list[selectors.Sum]


@restoring
@page_for(Right.PENALTIES)
def penalties(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The list, narrowed to what is looked for, and the form for one more."""
    form = PenaltyForm(tournament, typed(request), initial=_start(request))
    if form.is_bound and form.is_valid() and (given := form.give(request.user)):
        told = {"name": name_of(tournament, given.player), "kind": given.get_kind_display()}
        messages.success(request, gettext("%(name)s: %(kind)s given.") % told)
        return redirect("desk:penalties", tournament.slug)
    find = PenaltySearch(request.GET)
    rows = selectors.search(tournament, **find.wanted)
    shown = PenaltiesPage(form, find, rows, bool(find.wanted), selectors.sums(tournament, rows))
    return page(request, tournament, "results/desk/penalties.html", "players", shown)


def _start(request: DeskRequest) -> dict[str, Any]:
    """What a link from a player or a table has filled in."""
    wanted = {"player": "player", "round": "round_number", "table": "table"}
    found = {to: request.GET.get(name, "")[:9] for name, to in wanted.items()}
    return {to: int(value) for to, value in found.items() if value.isdecimal()}


@quoting("note")
@post_for(Right.PENALTIES)
def revoke(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    row = Penalty.objects.filter(tournament=tournament, pk=pk).select_related("player").first()
    if row is None:
        raise Http404
    note = request.POST.get("note", "")
    tried(
        request,
        lambda: service.revoke(tournament=tournament, actor=request.user, penalty=row, note=note),
        gettext("%(name)s: the penalty is cancelled.") % {"name": name_of(tournament, row.player)},
        fine=("already_revoked",),
    )
    return redirect("desk:penalties", tournament.slug)


@page_for(Right.PENALTIES)
def penalties_csv(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every penalty, or those that are looked for, as a table of text."""
    found = selectors.search(tournament, **PenaltySearch(request.GET).wanted)
    return csv_file(selectors.as_table(found), f"{tournament.slug}-penalties.csv")
