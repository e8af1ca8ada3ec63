"""How players sign up: times, places, fee, fields, questions, consent."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.forms.base import DeskForm, whole
from tournaments.models import Registration, Tournament
from tournaments.registration.fields import (
    CONSENT_LENGTH,
    FIELDS,
    KINDS,
    LABEL_LENGTH,
    MOST_HOURS,
    MOST_PLACES,
    MOST_QUESTIONS,
    OPTIONAL,
    REQUIRED,
)
from tournaments.registration.selectors.overview import label_of_field
from tournaments.registration.services.mails import can_send
from tournaments.registration.services.settings import set_registration
from tournaments.rights import Right

NEEDS = [
    ("", gettext_lazy("not asked")),
    (OPTIONAL, gettext_lazy("optional")),
    (REQUIRED, gettext_lazy("required")),
]
KIND_NAMES = dict(
    zip(
        KINDS,
        (
            gettext_lazy("text"),
            gettext_lazy("number"),
            gettext_lazy("choice"),
            gettext_lazy("yes or no"),
            gettext_lazy("date"),
        ),
        strict=True,
    )
)
LIST_NAMES = [("desk", gettext_lazy("list of the desk")), ("public", gettext_lazy("public list"))]


def _moment(label: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=False, widget=widget)


class SettingsForm(DeskForm):
    """All settings but the questions. Times are of the event's zone."""

    opens_at = _moment(gettext_lazy("Opens"))
    closes_at = _moment(gettext_lazy("Closes"))
    capacity = whole(
        gettext_lazy("Places"), low=1, high=MOST_PLACES, help_text=gettext_lazy("Empty: as many as come.")
    )
    waiting_most = whole(
        gettext_lazy("Length of the waiting list"),
        low=0,
        high=MOST_PLACES,
        help_text=gettext_lazy("Empty: no limit. 0: no waiting list."),
    )
    approval = forms.BooleanField(
        label=gettext_lazy("The desk confirms each entry"),
        required=False,
        help_text=gettext_lazy("Otherwise whoever gets a place is entered at once."),
    )
    offer_hours = whole(
        gettext_lazy("Hours a free place is offered"),
        low=1,
        high=MOST_HOURS,
        help_text=gettext_lazy("Empty: the first in line moves up at once."),
    )
    fee = forms.DecimalField(
        label=gettext_lazy("Fee"), min_value=0, max_digits=8, decimal_places=2, required=False
    )
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=8, required=False)
    fee_note = forms.CharField(
        label=gettext_lazy("About the fee"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Such as “juniors 150 kr.”: the desk marks who pays less or nothing."),
    )
    confirm_email = forms.BooleanField(
        label=gettext_lazy("E-mail addresses are confirmed"),
        required=False,
        help_text=gettext_lazy("A place is kept for a day until the link in the mail has been opened."),
    )
    consent = forms.CharField(
        label=gettext_lazy("Consent"),
        max_length=CONSENT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What everybody has to agree to. Each entry keeps which version it was."),
    )

    def __init__(self, data: Any, registration: Registration | None) -> None:
        super().__init__(data)
        asked = registration.fields if registration else {"club": OPTIONAL}
        for name in FIELDS:
            self.fields[f"ask_{name}"] = forms.ChoiceField(
                label=label_of_field(name), choices=NEEDS, required=False, initial=asked.get(name, "")
            )
        if not can_send() and not (registration and registration.confirm_email):
            self.fields["confirm_email"].disabled = True
            self.fields["confirm_email"].help_text = _("This site sends no mail.")
        if registration is not None:
            self.initial = {name: getattr(registration, name) for name in self.base_fields}
            if registration.fee is not None:
                self.initial["fee"] = Decimal(registration.fee) / 100

    @property
    def asked(self) -> list[forms.BoundField]:
        return [self[f"ask_{name}"] for name in FIELDS]

    @property
    def plain(self) -> list[forms.BoundField]:
        return [self[name] for name in self.base_fields]

    def given(self) -> dict[str, Any]:
        """As the service takes it."""
        data = self.cleaned_data
        found = {name: data[name] for name in self.base_fields}
        found["fee"] = None if data["fee"] is None else int(data["fee"] * 100)
        found["fields"] = {name: data[f"ask_{name}"] for name in FIELDS if data[f"ask_{name}"]}
        return found


class QuestionForm(forms.Form):
    """A question of the organiser; without its words it is none."""

    id = forms.IntegerField(required=False, widget=forms.HiddenInput)
    label = forms.CharField(label=gettext_lazy("Question"), max_length=LABEL_LENGTH, required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Kind of answer"), choices=list(KIND_NAMES.items()))
    choices = forms.CharField(
        label=gettext_lazy("To choose from, with commas"), max_length=1000, required=False
    )
    required = forms.BooleanField(label=gettext_lazy("Must be answered"), required=False)
    lists = forms.MultipleChoiceField(
        label=gettext_lazy("Shown on"),
        choices=LIST_NAMES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


QuestionForms = forms.formset_factory(QuestionForm, extra=2, max_num=MOST_QUESTIONS, validate_max=True)


def _questions(formset: Any) -> list[dict[str, Any]]:
    rows = [form.cleaned_data for form in formset if form.cleaned_data.get("label")]
    return [{**row, "choices": [text.strip() for text in row["choices"].split(",")]} for row in rows]


@page_for(Right.SETTINGS)
def settings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The page of the settings; saving it the first time opens registration."""
    registration = Registration.objects.filter(tournament=tournament).first()
    known = registration.questions if registration else []
    initial = [{**row, "choices": ", ".join(row["choices"])} for row in known]
    form = SettingsForm(request.POST or None, registration)
    questions = QuestionForms(request.POST or None, initial=initial, prefix="questions")
    if form.is_bound and form.is_valid() and questions.is_valid():
        given = {**form.given(), "questions": _questions(questions)}
        if form.run(set_registration, tournament=tournament, actor=request.user, **given) is not None:
            messages.success(request, _("Saved."))
            return redirect("desk:registration", tournament.slug)
    more = {"form": form, "questions": questions, "registration": registration}
    return page(request, tournament, "registration/desk/settings.html", "settings", **more)
