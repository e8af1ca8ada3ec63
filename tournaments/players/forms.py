"""Forms about players: register, change, withdraw, byes, pairs kept apart, lists to import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models import User
from tournaments.corrections.selectors.edits import PlayerEdit
from tournaments.corrections.services import edits
from tournaments.corrections.services.player_and_settings_edits import player_edit
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.people import offer_everybody
from tournaments.forms.seen import SeenForm
from tournaments.models import ForbiddenPair, NameForm, Player, RequestKind, Tournament
from tournaments.players.services import attendance, players
from tournaments.players.services.players import next_unpaired_round
from tournaments.snapshots import seats_at_table
from tournaments.steps.fields import TABLE_RANGE
from tournaments.steps.names import guessed_sort_name
from tournaments.steps.person import PERSON, RATING_RANGE, Kind, PersonField, wanted_in
from tournaments.steps.refusals import ServiceError

COMMON = ("name", "rating", "club")
MORE = ("sort_name", "fixed_table", "ranking", "name_form", "note")


class PlayerForm(SeenForm):
    """A player's fields. A name that is there already has to be confirmed."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    rating = whole(_("Rating"), low=RATING_RANGE[0], high=RATING_RANGE[1])
    club = forms.CharField(label=_("Club"), max_length=120, required=False)
    sort_name = forms.CharField(
        label=_("Sort name"),
        max_length=120,
        required=False,
        help_text=_("Family name first, for lists from A to Z. If empty: guessed from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    fixed_table = whole(
        _("Fixed table"),
        low=TABLE_RANGE[0],
        high=TABLE_RANGE[1],
        help_text=_("This player always has this table."),
    )
    ranking = whole(
        _("Ranking"),
        low=TABLE_RANGE[0],
        high=TABLE_RANGE[1],
        help_text=_("A given order; it takes precedence over the rating."),
    )
    name_form = forms.ChoiceField(
        label=_("Name for the public"),
        choices=[("", _("As the event says")), *NameForm.choices],
        required=False,
        help_text=_("What everyone reads who is not on the staff."),
    )
    note = forms.CharField(label=_("Note for the staff"), max_length=500, required=False)
    allow_duplicate = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    is_duplicate = False

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wanted = wanted_in(tournament)
        self.fields.update({one.name: _OF_PERSON[one.kind](one) for one in PERSON.values()})

    def refuse(self, error: ServiceError) -> None:
        super().refuse(error)
        self.is_duplicate = error.code == "duplicate_name"

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in (*self.wanted, *MORE)]

    @property
    def unwanted(self) -> list[forms.BoundField]:
        """What this game does not ask for, and may still be known."""
        return [self[name] for name in PERSON if name not in self.wanted]

    @property
    def more_is_open(self) -> bool:
        return self.unwanted_is_open or any(field.errors or field.value() for field in self.more)

    @property
    def unwanted_is_open(self) -> bool:
        return any(field.errors or field.value() for field in self.unwanted)

    def add(self, tournament: Tournament, user: User) -> Player | None:
        return self.run(players.add_player, tournament=tournament, actor=user, **self.cleaned_data)

    def edit(self, tournament: Tournament, player: Player) -> PlayerEdit:
        """What is typed as an edit of the past. Errors: ServiceError."""
        return player_edit(tournament, player, **self._given())

    def change(self, tournament: Tournament, user: User, player: Player, **why: Any) -> Player:
        """Errors: ServiceError."""
        return edits.change_player(
            tournament=tournament, actor=user, player=player, **self.cleaned_data, **why
        )

    def _given(self) -> dict[str, Any]:
        rest = {name: value for name, value in self.cleaned_data.items() if name != "allow_duplicate"}
        return {"fields": rest, "allow_duplicate": self.cleaned_data["allow_duplicate"]}


def shown_guess(form: PlayerForm, player: Player) -> PlayerForm:
    """The form of a player, with the guess in grey where no sort name is given."""
    form.fields["sort_name"].widget.attrs["placeholder"] = guessed_sort_name(player.name)
    return form


def player_initial(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in (*COMMON, *MORE, *PERSON)}


def _text(one: PersonField, kind: type[forms.CharField] = forms.CharField, **attrs: str) -> forms.Field:
    attrs = {"autocomplete": "off", **attrs}
    return kind(
        label=one.label,
        max_length=one.longest,
        help_text=one.help,
        required=False,
        widget=kind.widget(attrs=attrs),
    )


_OF_PERSON: Mapping[Kind, Callable[[PersonField], forms.Field]] = {
    Kind.LINE: _text,
    Kind.WHOLE: lambda one: whole(one.label, low=one.low, high=one.high, help_text=one.help),
    Kind.DAY: lambda one: _text(one, placeholder="04-23"),
    Kind.EMAIL: lambda one: _text(one, forms.EmailField),
}


class ByeForm(DeskForm):
    """A bye asked for in a round to come."""

    round_number = whole(_("Round"), low=1, high=1000, required=True)
    kind = forms.ChoiceField(label=pgettext_lazy("of any kind", "Bye"), choices=RequestKind.choices)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"round_number": next_unpaired_round(tournament)})
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        if not seats_at_table(tournament).rules.byes_count:
            self.fields["kind"].choices = [(RequestKind.ZERO.value, RequestKind.ZERO.label)]  # type: ignore[attr-defined]

    def request(self, user: User, player: Player) -> bool:
        given = {"tournament": self.tournament, "actor": user, "player": player}
        return self.run(attendance.request_bye, **given, **self.cleaned_data) is not None


class PairForm(DeskForm):
    """Two players who must not meet. Names are typed or chosen; numbers are understood as well."""

    first = forms.ModelChoiceField(label=_("Player"), queryset=Player.objects.none())
    second = forms.ModelChoiceField(label=_("Kept apart from"), queryset=Player.objects.none())

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        for name in ("first", "second"):
            offer_everybody(self.fields[name], tournament)

    def forbid(self, user: User) -> ForbiddenPair | None:
        return self.run(players.forbid_pair, tournament=self.tournament, actor=user, **self.cleaned_data)


class ListForm(DeskForm):
    """A list of players: pasted, or a file."""

    pasted = forms.CharField(
        label=_("Paste a list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One player a line: a name, or columns such as name, rating and club from a spreadsheet."
        ),
    )
    file = forms.FileField(
        label=_("or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        help_text=_("CSV or Excel (XLSX), up to 10,000 lines."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not (data.get("pasted") or "").strip():
            self.add_error("pasted", _("Paste a list, or choose a file."))
        return data

    @property
    def content(self) -> str | bytes:
        upload = self.cleaned_data.get("file")
        return upload.read() if upload else str(self.cleaned_data["pasted"])

    @property
    def filename(self) -> str:
        upload = self.cleaned_data.get("file")
        return str(upload.name) if upload else ""
