"""Form fields made from the declarations of the core: a system's options."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext

from pairing.model.options import OptionSpec, describe, dump_value
from pairing.systems import SYSTEMS
from tournaments.forms.chain import typed, untyped, value_text
from tournaments.steps.refusals import in_words

OPTION = "options_"
# Chosen from a list, up to this number; a larger one that is stored is offered, too.
LISTED = {"elimination": 6}


class WithOptions(forms.BaseForm):
    """A form with the options of a system among its fields."""

    @property
    def option_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]


def settings_of(system: str) -> list[OptionSpec]:
    """The options an event has for a system; options of a single round are offered when it is paired."""
    declared = describe(SYSTEMS[system].options) if system in SYSTEMS else ()
    return [spec for spec in declared if not spec.per_round]


def option_fields(system: str) -> dict[str, forms.Field]:
    return {OPTION + spec.name: field_for(spec) for spec in settings_of(system)}


def field_for(spec: OptionSpec, *, says_allowed: bool = True) -> forms.Field:
    """The field of one declared option, standing at its default; its help may say what is allowed."""
    default = dump_value(spec, spec.default) if spec.kind == "points" else spec.default
    common: dict[str, Any] = {
        "label": gettext(spec.label),
        "help_text": gettext(spec.help),
        "required": False,
        "initial": spec.none if default is None else value_text(default),
    }
    if spec.kind == "choice":
        return forms.ChoiceField(choices=_choices(spec), **common)
    if spec.kind == "bool":
        return forms.BooleanField(**{**common, "initial": bool(spec.default)})
    if spec.name in LISTED:
        return _List(
            choices=[(spec.none, gettext("No")), *((str(n),) * 2 for n in range(1, LISTED[spec.name] + 1))],
            **common,
        )
    attrs = {"inputmode": "numeric" if spec.kind == "int" else "decimal", "autocomplete": "off"}
    if says_allowed:
        common["help_text"] = f"{common['help_text']} {_allowed(spec)}"
    return _Box(spec, max_length=20, widget=forms.TextInput(attrs=attrs), **common)


class _List(forms.ChoiceField):
    """A list of numbers that holds what is stored, however large; the service knows what is possible."""

    def prepare_value(self, value: object) -> object:
        if value and not self.valid_value(value):
            self.choices = [*self.choices, (value, value)]  # type: ignore[misc]
        return value

    validate = forms.Field.validate


class _Box(forms.CharField):
    """A box to type a value of an option in; the word for None is one of the reader's language."""

    def __init__(self, spec: OptionSpec, **given: Any) -> None:
        super().__init__(**given)
        self.spec = spec

    def prepare_value(self, value: object) -> object:
        return typed(self.spec, value) if isinstance(value, str) else value

    def to_python(self, value: object) -> str:
        return untyped(self.spec, super().to_python(value) or "")


def _choices(spec: OptionSpec) -> list[tuple[str, str]]:
    listed = [(value, gettext(label)) for value, label in (spec.choices or {}).items()]
    return listed if spec.none is None else [(spec.none, gettext(spec.none)), *listed]


def _allowed(spec: OptionSpec) -> str:
    words = in_words(replace(spec, none=spec.none and gettext(spec.none)).allowed)
    return gettext("Allowed: %(words)s.") % {"words": words}


def options_given(system: str, cleaned: Mapping[str, object]) -> dict[str, object]:
    """The options as the services take them; an empty box means the default."""
    given = {spec.name: cleaned.get(OPTION + spec.name) for spec in settings_of(system)}
    return {name: value for name, value in given.items() if value not in (None, "")}


def options_initial(options: Mapping[str, object]) -> dict[str, object]:
    return {OPTION + name: v if isinstance(v, bool) else value_text(v) for name, v in options.items()}
