"""The fields of an event's settings, made from their declarations: for each kind one that takes and one that shows."""

from collections.abc import Callable, Mapping
from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Flag, Plain, Text, TimeOfDay, Whole, Word
from tournaments.api.serializers.rules import Chain, Meetings, Scoring
from tournaments.api.serializers.timetable import RoundStarts
from tournaments.events.services.setting import Kind, Setting
from tournaments.events.services.timetable import MAX_ROUNDS

Field = serializers.Field[Any, Any, Any, Any]


def taken(setting: Setting) -> Field:
    """The field that takes a setting."""
    return _TAKEN[setting.kind](setting, required=setting.required, **_said(setting.taken))


def setting_field(setting: Setting) -> Field:
    """The field that shows a setting."""
    field: Callable[..., Field] = _SHOWN.get(setting.kind, _line_shown)
    return field(setting, **_said(setting.shown))


def _said(text: str) -> dict[str, Any]:
    return {"help_text": text} if text else {}


def _or_null(one: Setting) -> dict[str, Any]:
    return {"allow_null": True} if one.column.null else {}


def _line(one: Setting, **about: Any) -> Field:
    blank: dict[str, Any] = {"allow_blank": True} if one.column.blank else {}
    return Text(max_length=one.longest, **blank, **about)


def _whole(one: Setting, **about: Any) -> Field:
    return Whole(min_value=one.low, max_value=one.high, **_or_null(one), **about)


def _line_shown(_one: Setting, **about: Any) -> Field:
    return serializers.CharField(**about)


_TAKEN: Mapping[Kind, Callable[..., Field]] = {
    Kind.LINE: _line,
    Kind.SLUG: _line,
    Kind.ZONE: _line,
    Kind.SYSTEM: _line,
    Kind.TEXT: lambda one, **about: _line(one, trim_whitespace=False, **about),
    Kind.WORD: lambda one, **about: Word(one.column.choices, **about),
    Kind.DATE: lambda one, **about: serializers.DateField(**_or_null(one), **about),
    Kind.TIME: lambda one, **about: TimeOfDay(**_or_null(one), **about),
    Kind.STARTS: lambda one, **about: RoundStarts(max_length=MAX_ROUNDS, **about),
    Kind.WHOLE: _whole,
    Kind.FIRST_ROUNDS: _whole,
    Kind.FLAG: lambda one, **about: Flag(**about),
    Kind.OPTIONS: lambda one, **about: Plain(**about),
    Kind.SCORING: lambda one, **about: Scoring(**about),
    Kind.CHAIN: lambda one, **about: Chain(**about),
    Kind.MEETINGS: lambda one, **about: Meetings(**about),
}
# Everything else is shown as a text.
_SHOWN: Mapping[Kind, Callable[..., Field]] = {
    Kind.WORD: lambda one, **about: serializers.ChoiceField(one.column.choices, **about),
    Kind.DATE: lambda one, **about: serializers.DateField(**_or_null(one), **about),
    Kind.TIME: lambda one, **about: TimeOfDay(**_or_null(one), **about),
    Kind.WHOLE: lambda one, **about: serializers.IntegerField(**_or_null(one), **about),
    Kind.FIRST_ROUNDS: lambda one, **about: serializers.IntegerField(**about),
    Kind.FLAG: lambda one, **about: serializers.BooleanField(**about),
}
