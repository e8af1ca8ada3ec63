"""One phase in the editor of the phases: who gets into it, its system, its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from pairing.engine.phases import AFTER_ROUND
from pairing.formats.document_scoring import points_to_json
from pairing.model.reasons import show_points
from pairing.model.types import CutBy, Phase
from pairing.systems import SYSTEMS
from tournaments.desk.refusals import refuse
from tournaments.events.selectors.phases import PhaseFacts
from tournaments.events.services.rules import clean_options, hundredths
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.forms.base import DeskForm, whole
from tournaments.forms.options import (
    OPTION,
    WithOptions,
    option_fields,
    options_given,
    options_initial,
    settings_of,
)
from tournaments.players.services.quotas import MAX_PLAYERS
from tournaments.steps.refusals import ServiceError

MOST_DIGITS = 8
CUTS = [
    ("", _("All advance")),
    (CutBy.RANK.value, _("The first … of the standings")),
    (CutBy.POINTS.value, _("At least … points")),
    (CutBy.LOSSES.value, _("At most … losses")),
]


def systems() -> list[tuple[str, str]]:
    """Every system for matches of two."""
    return [(slug, gettext(s.name)) for slug, s in SYSTEMS.items() if s.seats.rules.has_phases]


class PlayerBoxes(forms.CheckboxSelectMultiple):
    """Players to be ticked; what is ticked is one text, the numbers in their order."""

    def format_value(self, value: object) -> list[str]:
        return str(value or "").split(",")

    def value_from_datadict(self, data: Any, files: object, name: str) -> str:
        return ",".join(data.getlist(name))


class PhaseForm(WithOptions, DeskForm):
    """One phase: who gets into it, by which system it is paired, how many rounds it has."""

    cut_by = forms.ChoiceField(label=_("Who advances"), choices=CUTS, required=False)
    cut_value = forms.CharField(
        label=_("How many"),
        required=False,
        max_length=10,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "5"}),
    )
    seeded = forms.CharField(
        label=_("Seeded players"),
        help_text=_("They enter with this phase and take their places of the cut first."),
        required=False,
        widget=PlayerBoxes,
    )
    anew = forms.BooleanField(
        label=_("Starts from zero"),
        help_text=_("Points, meetings, byes and colours from earlier rounds do not count."),
        required=False,
    )
    system = forms.ChoiceField(label=_("Pairing system"))
    rounds = whole(pgettext_lazy("number of", "Rounds"), low=1, high=MAX_ROUNDS)

    def __init__(
        self,
        key: str,
        system: str,
        *,
        data: QueryDict | None = None,
        initial: Any = None,
        begun: bool = False,
        playing: bool = False,
    ) -> None:
        self.key, self.begun, self.playing = key, begun, playing
        self.number = 0  # set by the editor, with the order
        self.facts: PhaseFacts | None = None  # and this by the page
        self.system_slug = system if system in dict(systems()) else next(slug for slug, _name in systems())
        start = {"system": self.system_slug, **(initial or {})}
        super().__init__(data, initial=start, prefix=f"p{key}")
        self.fields["system"].choices = systems()  # type: ignore[attr-defined]
        self.fields.update(option_fields(self.system_slug))
        self.fields.pop(OPTION + AFTER_ROUND, None)  # a phase begins where the one before ends
        for name, field in self.fields.items():
            field.disabled = begun and not (playing and name == "rounds")

    @classmethod
    def stored(cls, key: str, phase: Phase, **how: Any) -> PhaseForm:
        """A phase as it is stored."""
        by, value = (phase.cut.by, phase.cut.value) if phase.cut else ("", "")
        shown = show_points(int(value)) if by == CutBy.POINTS else str(value)
        initial = {
            "cut_by": str(by),
            "cut_value": shown,
            "rounds": phase.rounds,
            "seeded": ",".join(map(str, phase.seeded)),
            "anew": phase.anew,
        }
        given = {k: v for k, v in phase.options.items() if v is not None}
        unset = {
            OPTION + spec.name: spec.none
            for spec in settings_of(phase.system)
            if spec.name in phase.options and phase.options[spec.name] is None
        }
        return cls(key, phase.system, initial={**initial, **options_initial(given), **unset}, **how)

    @classmethod
    def typed(cls, key: str, data: QueryDict) -> PhaseForm:
        """As it was typed, after a button that stores nothing; another system comes with its usual options."""
        prefix = f"p{key}-"
        given = {
            name.removeprefix(prefix): ",".join(map(str, data.getlist(name)))
            for name in data
            if name.startswith(prefix)
        }
        system = given.get("system", "")
        is_same = given.get("shown") == system
        kept = {k: v for k, v in given.items() if is_same or not k.startswith(OPTION)}
        form = cls(key, system, initial={k: v for k, v in kept.items() if k != "system"})
        for name, field in form.fields.items() if is_same else ():
            if isinstance(field, forms.BooleanField):  # a box that was not ticked is not sent
                form.initial[name] = name in given
        return form

    @property
    def name(self) -> str:
        return gettext(SYSTEMS[self.system_slug].name)

    @property
    def summary(self) -> str:
        return gettext(SYSTEMS[self.system_slug].summary)

    @property
    def unusual(self) -> list[forms.BoundField]:
        """The options that are not at their defaults."""
        return [f for f in self.option_rows if str(f.value() or "") != str(f.field.initial or "")]

    @property
    def options_are_open(self) -> bool:
        return any(field.errors for field in self.option_rows)

    def offer(self, people: Mapping[int, str]) -> None:
        """The players who can be seeded, by number: those who are come first, in their order."""
        chosen = self.seeded_numbers
        self.fields["seeded"].widget.choices = [
            (number, people[number]) for number in dict.fromkeys((*chosen, *people)) if number in people
        ]

    @property
    def seeded_numbers(self) -> list[int]:
        texts = str(self["seeded"].value() or "").split(",")
        return [int(text) for text in texts if text.isdecimal() and len(text) < MOST_DIGITS]

    def item(self) -> dict[str, object]:
        """The phase as the service takes it, of a valid form. Errors: ServiceError."""
        data = self.cleaned_data
        options = clean_options(self.system_slug, options_given(self.system_slug, data))
        options.pop(AFTER_ROUND, None)
        item: dict[str, object] = {
            "system": {"name": self.system_slug, "options": options},
            "rounds": data.get("rounds"),
            "cut": self._cut() if self.number > 1 else None,
        }
        if self.number > 1:
            item |= {"seeded": self.seeded_numbers, "anew": data["anew"]}
        return item

    def _cut(self) -> dict[str, object] | None:
        by, text = self.cleaned_data["cut_by"], self.cleaned_data["cut_value"].strip()
        if not by:
            return None
        if by == CutBy.POINTS:
            value = hundredths(text, "cut.value")
            if value is None:
                raise refuse.cut_is_no_points()
            return {by: points_to_json(value)}
        low = 0 if by == CutBy.LOSSES else 1
        if not text.isdecimal() or not low <= int(text[:9]) <= MAX_PLAYERS:
            raise refuse.bad_cut(low=low)
        return {by: int(text)}

    def refuse(self, error: ServiceError) -> None:
        self.refuse_as(error, str(error))

    def refuse_as(self, error: ServiceError, text: str) -> None:
        """Note a refusal, with its text, at the field whose place in the phase it names."""
        place = error.field or ""
        name = OPTION + place.rpartition("options.")[2] if "options." in place else place
        name = "cut_value" if place.startswith("cut") else name.removeprefix("system.").partition("[")[0]
        field = self.fields.get("system" if name == "name" else name)
        self.add_error(name if field else None, error.about(field.label) if field and field.label else text)
