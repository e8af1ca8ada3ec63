"""Edits of the past as forms: one small form a kind, whose answer is an edit that has been checked."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.corrections.selectors.edits import Edit
from tournaments.corrections.services import edits
from tournaments.events.services.rules import hundredths
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.people import by_name
from tournaments.forms.result_choices import options
from tournaments.forms.scoring import BOXES
from tournaments.models import Bye, ByeKind, RoundState, Tournament
from tournaments.players.selectors.players import roster
from tournaments.snapshots import seats_at_table
from tournaments.steps.person import RATING_RANGE
from tournaments.steps.refusals import ServiceError


class EditForm(DeskForm):
    """What all kinds share: the reason, and reading the edit. `kind` is that of `corrections.services.edits`."""

    kind = ""
    note = forms.CharField(label=_("Why"), max_length=500, required=False)
    field_names = {"scores": "scores_0"}

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.prepare()

    def prepare(self) -> None:
        """Choices that depend on the event."""

    def values(self) -> dict[str, object]:
        return {name: value for name, value in self.cleaned_data.items() if name != "note"}

    def edit(self) -> Edit:
        """Errors: ServiceError of the edit."""
        return edits.read(self.tournament, self.kind, self.values())

    def _players(self, name: str = "player") -> None:
        rows = roster(self.tournament).values_list("number", "name")
        field = self.fields[name]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "–"), *by_name(self.tournament, rows)]


def player_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=_("Player"), coerce=int)


class ResultEditForm(EditForm):
    kind = "result"
    round = whole(_("Round"), low=1, high=1000, required=True)
    table = whole(_("Table"), low=1, high=999_999, required=True)
    result = forms.ChoiceField(label=_("Result"))

    def prepare(self) -> None:
        field = self.fields["result"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = options(self.tournament)


class ScoresEditForm(EditForm):
    kind = "scores"
    round = whole(_("Round"), low=1, high=1000, required=True)
    table = whole(_("Table"), low=1, high=999_999, required=True)
    scores_0 = whole(_("Raw points of East"), low=-999_900, high=999_900, required=True)
    scores_1 = whole(_("Raw points of South"), low=-999_900, high=999_900, required=True)
    scores_2 = whole(_("Raw points of West"), low=-999_900, high=999_900, required=True)
    scores_3 = whole(_("Raw points of North"), low=-999_900, high=999_900, required=True)

    def values(self) -> dict[str, object]:
        data = self.cleaned_data
        four = [data[f"scores_{seat}"] for seat in range(4)]
        return {"round": data["round"], "table": data["table"], "scores": four}


class ByeEditForm(EditForm):
    kind = "bye"
    round = whole(_("Round"), low=1, high=1000, required=True)
    player = player_field()
    bye = forms.ChoiceField(label=pgettext_lazy("of any kind", "Bye"), choices=ByeKind.choices)

    def prepare(self) -> None:
        """Only who has a bye in a round that is over."""
        over = {"round__tournament": self.tournament, "round__state": RoundState.COMPLETED}
        rows = Bye.objects.filter(**over, player__house=False)
        field = self.fields["player"]
        assert isinstance(field, forms.TypedChoiceField)
        names = set(rows.values_list("player__number", "player__name"))
        field.choices = [("", "–"), *by_name(self.tournament, names)]


class AdjustmentEditForm(EditForm):
    kind = "adjustment"
    player = player_field()
    points = forms.CharField(
        label=_("Bonus or penalty"),
        max_length=10,
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
        help_text=_("In points: 0.5 is a bonus, -0.5 a penalty. It replaces an earlier one; 0: none."),
    )
    round = whole(_("Counts from round"), low=1, high=999, help_text=_("If empty: from the start."))

    def prepare(self) -> None:
        self._players()

    def values(self) -> dict[str, object]:
        typed = self.cleaned_data["points"].strip().replace("−", "-")
        sign, amount = (-1, typed[1:]) if typed.startswith("-") else (1, typed.removeprefix("+"))
        try:
            points = hundredths(amount, "points")
        except ServiceError:
            points = None
        return {**super().values(), "points": "" if points is None else sign * points}


class LeavingEditForm(EditForm):
    kind = "leaving"
    player = player_field()
    after_round = whole(
        _("Withdrawn after round"), low=0, high=1000, help_text=_("If empty: the player has not withdrawn.")
    )

    def prepare(self) -> None:
        self._players()


class RatingEditForm(EditForm):
    kind = "rating"
    player = player_field()
    rating = whole(
        _("Rating"), low=RATING_RANGE[0], high=RATING_RANGE[1], help_text=_("If empty: no rating.")
    )

    def prepare(self) -> None:
        self._players()


class RemovalEditForm(EditForm):
    kind = "removal"
    player = player_field()

    def prepare(self) -> None:
        self._players()


class TiebreaksEditForm(EditForm):
    kind = "tiebreaks"
    tiebreaks = forms.CharField(
        label=_("Tie-breaks"),
        required=False,
        max_length=2000,
        help_text=_("In order, with commas between them, as in the event document: solkoff, BH:cut=1, wins."),
    )

    def prepare(self) -> None:
        self.fields["tiebreaks"].initial = ", ".join(
            link if isinstance(link, str) else json.dumps(link) for link in self.tournament.tiebreaks
        )

    def values(self) -> dict[str, object]:
        return {"tiebreaks": chain_of(self.cleaned_data["tiebreaks"])}


def chain_of(text: str) -> list[object]:
    """Links of a chain as typed; one with parameters of its own is an object, as in the document."""
    try:
        found = json.loads(f"[{text}]") if "{" in text and '"' in text else None
    except ValueError:
        found = None
    if isinstance(found, list):
        return found
    return _mixed(text)


def _mixed(text: str) -> list[object]:
    """Words and objects side by side: a comma inside braces belongs to its object."""
    links: list[object] = []
    depth, word = 0, ""
    for sign in [*text, ","]:
        depth += (sign == "{") - (sign == "}")
        if sign != "," or depth:
            word += sign
            continue
        if word.strip():
            links.append(_link(word.strip()))
        word = ""
    return links


def _link(word: str) -> object:
    if not word.startswith("{"):
        return word
    try:
        return json.loads(word)
    except ValueError:
        return word


class ScoringEditForm(EditForm):
    kind = "scoring"

    def prepare(self) -> None:
        boxes = BOXES[seats_at_table(self.tournament)]
        start = boxes.initial(self.tournament.scoring)
        for name, field in boxes.fields().items():
            field.initial = start.get(name, field.initial)
            self.fields[name] = field

    def values(self) -> dict[str, object]:
        return {"scoring": BOXES[seats_at_table(self.tournament)].values(self.cleaned_data)}

    def refuse(self, error: ServiceError) -> None:
        field = (error.field or "").replace("scoring.", "scoring_")
        self.add_error(field if field in self.fields else None, str(error))


FORMS: dict[str, type[EditForm]] = {
    form.kind: form
    for form in (
        ResultEditForm, ScoresEditForm, ByeEditForm, AdjustmentEditForm, LeavingEditForm, RatingEditForm,
        RemovalEditForm, TiebreaksEditForm, ScoringEditForm,
    )
}  # fmt: skip
