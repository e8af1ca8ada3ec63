"""The fields of the Settings page, made from the declarations of the settings: one for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.conf import settings

from tournaments.desk.events.forms.clubs import ClubsApartField, clubs_apart_choices
from tournaments.desk.events.forms.timetable import RoundStartsField, StartTimeField
from tournaments.events.services.settings import Kind, Setting, on_page
from tournaments.forms.base import whole


def setting_fields(initial: Mapping[str, Any]) -> dict[str, forms.Field]:
    """All of them, in the order of the page. `initial` is what the form shows."""
    return {one.name: _FIELDS[one.kind](one, initial.get(one.name)) for one in on_page()}


def _said(one: Setting) -> dict[str, Any]:
    return {"label": one.label, "help_text": one.help, "required": one.required}


def _line(one: Setting, _shown: Any, **attrs: str) -> forms.Field:
    if one.required:
        attrs["autocomplete"] = "off"
    return forms.CharField(max_length=one.longest, widget=forms.TextInput(attrs=attrs), **_said(one))


def _zone(one: Setting, shown: Any) -> forms.Field:
    return _line(one, shown, list="time-zones", autocomplete="off", placeholder=settings.TIME_ZONE)


def _text(one: Setting, _shown: Any) -> forms.Field:
    return forms.CharField(max_length=one.longest, widget=forms.Textarea(attrs={"rows": 3}), **_said(one))


def _word(one: Setting, _shown: Any) -> forms.Field:
    return forms.ChoiceField(choices=one.column.flatchoices, initial=one.column.default, **_said(one))


def _flag(one: Setting, _shown: Any) -> forms.Field:
    return forms.BooleanField(initial=one.column.default, **_said(one))


def _date(one: Setting, _shown: Any) -> forms.Field:
    return forms.DateField(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), **_said(one))


def _whole(one: Setting, _shown: Any) -> forms.Field:
    return whole(low=one.low, high=one.high, **_said(one))


def _first_rounds(one: Setting, shown: Any) -> forms.Field:
    return ClubsApartField(choices=clubs_apart_choices(shown), **_said(one))


_FIELDS: Mapping[Kind, Callable[[Setting, Any], forms.Field]] = {
    Kind.LINE: _line,
    Kind.TEXT: _text,
    Kind.ZONE: _zone,
    Kind.WORD: _word,
    Kind.DATE: _date,
    Kind.TIME: lambda one, _shown: StartTimeField(**_said(one)),
    Kind.STARTS: lambda one, _shown: RoundStartsField(**_said(one)),
    Kind.WHOLE: _whole,
    Kind.FIRST_ROUNDS: _first_rounds,
    Kind.FLAG: _flag,
}
