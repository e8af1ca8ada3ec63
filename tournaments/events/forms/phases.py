"""The editor of the phases of an event: one form a phase, in order. It works without a script.

Every phase has a key that stays with it: `row` = KEY gives the order, `pKEY-NAME` its fields. Buttons named `do`
(up:KEY, down:KEY, remove:KEY, system:KEY, add, look, preset:SLUG) change the form and store nothing. Phases that have
begun are fixed: they are shown, and only the number of rounds of the one that is played is sent.
"""

from __future__ import annotations

import json
import re
from copy import copy
from itertools import zip_longest
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from pairing.engine.phases import AFTER_ROUND, starts
from pairing.formats.document_scoring import points_to_json
from pairing.model.reasons import show_points
from pairing.model.types import Cut, CutBy, Phase
from pairing.systems import SYSTEMS
from tournaments.desk.refusals import refuse
from tournaments.events.forms.phase_presets import PRESETS, Preset, preset
from tournaments.events.selectors.phases import PhaseFacts, phases_of
from tournaments.events.services import phases as service
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
from tournaments.forms.seen import CHANGED_SINCE
from tournaments.models import Tournament
from tournaments.players.services.quotas import MAX_PLAYERS
from tournaments.steps.refusals import ServiceError

MAX_PHASES = 10
CUTS = [
    ("", _("All advance")),
    (CutBy.RANK.value, _("The first … of the standings")),
    (CutBy.POINTS.value, _("At least … points")),
    (CutBy.LOSSES.value, _("At most … losses")),
]
# The place a refusal of the service names, such as phases[1].cut.rank.
PLACE = re.compile(r"phases\[(\d+)\]\.?(.*)")
# What a new phase is until somebody says otherwise.
ADDED = Phase("bracket", cut=Cut(CutBy.RANK, 8))


def systems() -> list[tuple[str, str]]:
    """Every system for matches of two."""
    return [(slug, gettext(s.name)) for slug, s in SYSTEMS.items() if s.seats.rules.has_phases]


class PhaseForm(WithOptions, DeskForm):
    """One phase: who gets into it, by which system it is paired, how many rounds it has."""

    cut_by = forms.ChoiceField(label=_("Who advances"), choices=CUTS, required=False)
    cut_value = forms.CharField(
        label=_("How many"),
        required=False,
        max_length=10,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": "5"}),
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
        initial = {"cut_by": str(by), "cut_value": shown, "rounds": phase.rounds}
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
        given = {name.removeprefix(prefix): str(data[name]) for name in data if name.startswith(prefix)}
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

    def item(self) -> dict[str, object]:
        """The phase as the service takes it, of a valid form. Errors: ServiceError."""
        data = self.cleaned_data
        options = clean_options(self.system_slug, options_given(self.system_slug, data))
        options.pop(AFTER_ROUND, None)
        return {
            "system": {"name": self.system_slug, "options": options},
            "rounds": data.get("rounds"),
            "cut": self._cut() if self.number > 1 else None,
        }

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
        name = "cut_value" if place.startswith("cut") else name.removeprefix("system.")
        field = self.fields.get("system" if name == "name" else name)
        self.add_error(name if field else None, error.about(field.label) if field and field.label else text)


class PhasesForm:
    """All phases of an event: those that are fixed, and those that can still be changed."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.phases = phases_of(event)
        paired = event.rounds.count()
        self.fixed = sum(start < paired for start in starts(self.phases))
        self.errors: list[str] = []
        self.changed = False
        self.seen_given = ""  # the stored phases as the page was made with them
        self.rows = [self._row(at, phase) for at, phase in enumerate(self.phases)]
        self._number()

    def _row(self, at: int, phase: Phase) -> PhaseForm:
        if at >= self.fixed:
            return PhaseForm.stored(str(at), phase)
        return PhaseForm.stored(f"begun{at}", phase, begun=True, playing=at == self.fixed - 1)

    @classmethod
    def posted(cls, data: QueryDict, event: Tournament) -> PhasesForm:
        """The form as it was sent: after a button `do` as it stands, else ready to be saved."""
        is_saved = "do" not in data
        form = cls(event)
        keys = [key for key in dict.fromkeys(data.getlist("row")) if re.fullmatch(r"\d{1,2}", key)]
        # What has begun since the page was made is no longer to be changed by it.
        seen = data.get("fixed", "")
        begun = form.fixed - int(seen) if re.fullmatch(r"\d{1,2}", seen) else 0
        rows = [
            _bound(key, data) if is_saved else PhaseForm.typed(key, data)
            for key in keys[max(begun, 0) :][: MAX_PHASES - form.fixed]
        ]
        mine = [_with_rounds(row, data) for row in form.rows[: form.fixed]]
        form.rows = [*(map(_again, mine) if is_saved else mine), *rows]
        form.changed = True
        form.seen_given = str(data.get("seen", ""))
        form._number()
        if not is_saved:
            form.do(str(data["do"]))
        return form

    def do(self, command: str) -> None:
        """Carry out a button of the editor."""
        word, _colon, argument = command.partition(":")
        if word == "preset":
            self._take(argument)
        elif word == "add" and self.may_add:
            self.rows.append(PhaseForm.stored(self._free_key(), ADDED if self.rows else self.phases[0]))
        elif word in ("up", "down", "remove"):
            self._move(word, argument)
        self._number()

    def _take(self, slug: str) -> None:
        """The phases of a preset; what has begun stays, in place of as many of the preset's own."""
        new = preset(slug, self.event.players.count())
        if new:
            self.rows = self.rows[: self.fixed]
            for phase in new[self.fixed :]:
                self.rows.append(PhaseForm.stored(self._free_key(), phase))

    def _move(self, word: str, key: str) -> None:
        at = next((i for i, row in enumerate(self.rows) if row.key == key and not row.begun), None)
        if at is None:
            return
        if word == "remove" and len(self.rows) == 1:
            return
        row = self.rows.pop(at)
        if word != "remove":
            self.rows.insert(max(self.fixed, at + (-1 if word == "up" else 1)), row)

    def _free_key(self) -> str:
        taken = {row.key for row in self.rows}
        return next(str(i) for i in range(100) if str(i) not in taken)

    def _number(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            row.number = number

    # --- what the template shows ---
    @property
    def may_add(self) -> bool:
        return len(self.rows) < MAX_PHASES

    @property
    def has_errors(self) -> bool:
        return bool(self.errors) or any(row.errors for row in self.rows)

    @property
    def presets(self) -> tuple[Preset, ...]:
        return PRESETS

    @property
    def seen_text(self) -> str:
        return self.seen_given or self._stored_text()

    def _stored_text(self) -> str:
        return json.dumps(self.event.phases, sort_keys=True)

    # --- storing ---
    def items(self) -> list[dict[str, object]] | None:
        """The phases as they are typed; None after noting what is wrong at its field."""
        items, is_good = [], True
        for row in self.rows:
            try:
                if row.is_valid():
                    items.append(row.item())
            except ServiceError as error:
                row.refuse(error)
            is_good = is_good and not row.errors
        return items if is_good else None

    def as_they_stand(self) -> tuple[Phase, ...]:
        """The phases the form shows, () where something is wrong with them."""
        shown = copy(self)
        shown.rows = [_again(row) for row in self.rows]
        items = shown.items()
        try:
            return tuple(service.clean_phases(items)) if items and len(items) > 1 else ()
        except ServiceError:
            return ()

    def save(self, user: User) -> bool:
        """Whether the phases are stored; a refusal is noted at its field."""
        items = self.items()
        if items is None or self._clashes(items):
            return False
        try:
            service.set_phases(tournament=self.event, actor=user, phases=items)
        except ServiceError as error:
            self._refuse(error)
            return False
        return True

    def _clashes(self, items: list[dict[str, object]]) -> bool:
        """Whether another window has stored other phases since the page was made: each is told where it is."""
        if self.seen_text == self._stored_text():
            return False
        self.seen_given = ""  # told once: to save again keeps what is typed
        stored = phases_of(self.event)
        try:
            typed = service.clean_phases(items)
        except ServiceError:
            return False  # refused by the service, with the place
        for row, mine, theirs in zip_longest(self.rows, typed, stored):
            if row is not None and mine != theirs:
                row.add_error(None, str(CHANGED_SINCE) % {"stored": _in_words(theirs)})
        if len(stored) != len(typed):
            words = "; ".join(map(_in_words, stored))
            self.errors.append(str(CHANGED_SINCE) % {"stored": words})
        return tuple(typed) != tuple(stored)

    def _refuse(self, error: ServiceError) -> None:
        place = PLACE.fullmatch(error.field or "")
        if place is None or int(place[1]) >= len(self.rows):
            self.errors.append(str(error))
            return
        text = str(error)
        error.field = place[2] or None
        self.rows[int(place[1])].refuse_as(error, text)


def _in_words(phase: Phase | None) -> str:
    """A stored phase: its system, its rounds and who gets in; "empty" where there is none."""
    if phase is None:
        return gettext("empty")
    parts = [gettext(SYSTEMS[phase.system].name)]
    if phase.rounds:
        parts.append(ngettext("%(count)s round", "%(count)s rounds", phase.rounds) % {"count": phase.rounds})
    shown = PhaseForm.stored("0", phase).initial
    if phase.cut:
        parts.append(str(dict(CUTS)[shown["cut_by"]]).replace("…", shown["cut_value"]))
    return ", ".join(parts)


def _with_rounds(row: PhaseForm, data: QueryDict) -> PhaseForm:
    """The phase that is played with the number of rounds that was typed, if one was."""
    typed = row.add_prefix("rounds")
    if row.playing and typed in data:
        row.initial["rounds"] = data[typed]
    return row


def _bound(key: str, data: QueryDict) -> PhaseForm:
    """A phase to be saved. One whose options were not shown yet, without a script, is shown with them first."""
    system = data.get(f"p{key}-system", "")
    if data.get(f"p{key}-shown") == system:
        return PhaseForm(key, system, data=data)
    form = _again(PhaseForm.typed(key, data))
    form.add_error(None, _("These are the options of the chosen system. Save if you are happy with them."))
    return form


def _again(row: PhaseForm) -> PhaseForm:
    """A phase as if just what is shown of it had been sent."""
    data = QueryDict(mutable=True)
    for field in row:
        value = field.value()
        if value not in (None, "", False):
            data[field.html_name] = "on" if value is True else str(value)
    how = {"begun": row.begun, "playing": row.playing}
    form = PhaseForm(row.key, row.system_slug, data=data, initial=row.initial, **how)
    form.number = row.number
    return form
