"""The fields of the Settings page, made from the declarations of the settings: one for each kind."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.conf import settings

from tournaments.events.forms.clubs import ClubsApartField, clubs_apart_choices
from tournaments.events.forms.timetable import RoundStartsField, StartTimeField
from tournaments.events.services.setting import Kind, Setting
from tournaments.events.services.settings import on_page
from tournaments.forms.base import whole


def setting_fields(initial: Mapping[str, object]) -> dict[str, forms.Field]:
    """All of them, in the order of the page. `initial` is what the form shows."""
    return {one.name: _FIELDS[one.kind](one, initial.get(one.name)) for one in on_page()}


def _said(one: Setting) -> dict[str, Any]:
    return {"label": one.label, "help_text": one.help, "required": one.required}


def _line(one: Setting, _shown: object, **attrs: str) -> forms.Field:
    if one.required:
        attrs["autocomplete"] = "off"
    return forms.CharField(max_length=one.longest, widget=forms.TextInput(attrs=attrs), **_said(one))


def _zone(one: Setting, shown: object) -> forms.Field:
    return _line(one, shown, list="time-zones", autocomplete="off", placeholder=settings.TIME_ZONE)


_FIELDS: Mapping[Kind, Callable[[Setting, object], forms.Field]] = {
    Kind.LINE: _line,
    Kind.TEXT: lambda one, _shown: forms.CharField(
        max_length=one.longest, widget=forms.Textarea(attrs={"rows": 3}), **_said(one)
    ),
    Kind.ZONE: _zone,
    Kind.WORD: lambda one, _shown: forms.ChoiceField(
        choices=one.column.flatchoices, initial=one.column.default, **_said(one)
    ),
    Kind.DATE: lambda one, _shown: forms.DateField(
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), **_said(one)
    ),
    Kind.TIME: lambda one, _shown: StartTimeField(**_said(one)),
    Kind.STARTS: lambda one, _shown: RoundStartsField(**_said(one)),
    Kind.WHOLE: lambda one, _shown: whole(low=one.low, high=one.high, **_said(one)),
    Kind.FIRST_ROUNDS: lambda one, shown: ClubsApartField(choices=clubs_apart_choices(shown), **_said(one)),
    Kind.FLAG: lambda one, _shown: forms.BooleanField(initial=one.column.default, **_said(one)),
}
