"""The form of an entry, as an event asks for it: for whoever signs up, and for whoever changes or corrects an entry."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import Entry, Registration, Tournament
from tournaments.registration.fields import (
    ANSWER_LENGTH,
    FIELDS,
    REQUIRED,
)
from tournaments.registration.selectors.overview import label_of_field
from tournaments.steps.fields import NAME_LENGTH, TEXT_LENGTHS
from tournaments.steps.person import PERSON, RATING_RANGE

_AUTOCOMPLETE = {"name": "name", "email": "email", "birth_year": "bday-year", "club": "organization"}


class EntryForm(DeskForm):
    """Fields besides those of every form: `website`, which people do not see, and the `token` of the form."""

    website = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"})
    )
    token = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any,
        event: Tournament,
        registration: Registration,
        entry: Entry | None = None,
        only: Collection[str] = (),
    ) -> None:
        super().__init__(data)
        self.registration = registration
        self.questions = registration.questions
        self.field_names = {row["label"]: f"q_{row['id']}" for row in self.questions}
        asked = {"name": REQUIRED, **registration.fields}
        if registration.confirm_email:
            asked["email"] = REQUIRED
        for name in ("name", *FIELDS):
            if name in asked:
                self.fields[name] = _field(name, asked[name] == REQUIRED)
        for row in self.questions:
            self.fields[f"q_{row['id']}"] = _question(row)
        byes = [(str(number), str(number)) for number in range(1, event.rounds_planned + 1)]
        self.fields["byes"] = forms.MultipleChoiceField(
            label=_("Rounds I sit out"),
            choices=byes,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        if registration.consent and entry is None:
            self.fields["consent"] = forms.BooleanField(label=registration.consent)
        if only:
            names = {name.replace("answers.", "q_") for name in only} | {"website", "token"}
            self.fields = {name: field for name, field in self.fields.items() if name in names}
        if entry is not None:
            self.initial = _values(entry)

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields people see, in their order."""
        return [self[name] for name in self.fields if name not in ("website", "token", "byes", "consent")]

    def given(self) -> dict[str, Any]:
        """As the services take it: only what the form asks for."""
        data = self.cleaned_data
        found: dict[str, Any] = {name: data[name] for name in ("name", *FIELDS) if name in self.fields}
        found["answers"] = {name[2:]: data[name] for name in self.fields if name.startswith("q_")}
        if "byes" in self.fields:
            found["byes"] = data["byes"]
        if "consent" in self.fields:
            found["consent"] = data["consent"]
        return found


def _values(entry: Entry) -> dict[str, Any]:
    answers = {f"q_{number}": value for number, value in entry.answers.items()}
    fields = {name: getattr(entry, name) for name in ("name", *FIELDS)}
    return {**fields, **answers, "byes": [str(number) for number in entry.byes]}


def _field(name: str, required: bool) -> forms.Field:
    given: dict[str, Any] = {"label": label_of_field(name), "required": required}
    attributes = {"autocomplete": _AUTOCOMPLETE.get(name, "off")}
    if name == "email":
        given["help_text"] = _("For your own link. Only the desk sees it.")
        return forms.EmailField(max_length=PERSON[name].longest, widget=forms.EmailInput(attributes), **given)
    if name in ("rating", "birth_year"):
        low, high = RATING_RANGE if name == "rating" else (PERSON[name].low, PERSON[name].high)
        return forms.IntegerField(
            min_value=low, max_value=high, widget=forms.NumberInput(attributes), **given
        )
    length = TEXT_LENGTHS.get(name, NAME_LENGTH)
    return forms.CharField(max_length=length, widget=forms.TextInput(attributes), **given)


def _question(row: dict[str, Any]) -> forms.Field:
    given: dict[str, Any] = {"label": row["label"], "required": row["required"]}
    if row["kind"] == "yes_no":
        return forms.BooleanField(**given)
    if row["kind"] == "number":
        return forms.IntegerField(**given)
    if row["kind"] == "date":
        return forms.CharField(widget=forms.DateInput(attrs={"type": "date"}), **given)
    if row["kind"] == "choice":
        choices = [("", gettext("Choose")), *((text, text) for text in row["choices"])]
        return forms.ChoiceField(choices=choices, **given)
    return forms.CharField(max_length=ANSWER_LENGTH, **given)
