"""The editor of the phases of an event: one form a phase, in order. It works without a script.

Every phase has a key that stays with it: `row` = KEY gives the order, `pKEY-NAME` its fields. Buttons named `do`
(up:KEY, down:KEY, remove:KEY, system:KEY, add, look, preset:SLUG) change the form and store nothing. Phases that have
begun are fixed: they are shown, and only the number of rounds of the one that is played is sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import copy
from itertools import zip_longest

from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from accounts.models import User
from pairing.engine.phases import starts
from pairing.model.types import Cut, CutBy, Phase
from pairing.systems import SYSTEMS
from tournaments.events.forms.phase import CUTS, PhaseForm
from tournaments.events.forms.phase_presets import PRESETS, Preset, preset
from tournaments.events.selectors.phases import phases_of
from tournaments.events.services import phases as service
from tournaments.forms.seen import CHANGED_SINCE
from tournaments.models import Tournament
from tournaments.names.namesakes import full_name, of_event
from tournaments.players.selectors.players import roster
from tournaments.steps.refusals import ServiceError

MAX_PHASES = 10
# The place a refusal of the service names, such as phases[1].cut.rank.
PLACE = re.compile(r"phases\[(\d+)\]\.?(.*)")
# What a new phase is until somebody says otherwise.
ADDED = Phase("bracket", cut=Cut(CutBy.RANK, 8))


class PhasesForm:
    """All phases of an event: those that are fixed, and those that can still be changed."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.phases = phases_of(event)
        self.people = _can_be_seeded(event, self.phases)
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
            row.offer(self.people)

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
            return tuple(self._cleaned(items)) if items and len(items) > 1 else ()
        except ServiceError:
            return ()

    def _cleaned(self, items: list[dict[str, object]]) -> list[Phase]:
        return service.clean_phases(items, players=service.numbers_of(self.event))

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
            typed = self._cleaned(items)
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
    if phase.seeded:
        parts.append(f"{gettext('Seeded players')}: {len(phase.seeded)}")
    if phase.anew:
        parts.append(gettext("Starts from zero"))
    return ", ".join(parts)


def _can_be_seeded(event: Tournament, phases: Sequence[Phase]) -> dict[int, str]:
    """Names by number: those who have not been paired, and those who are seeded already."""
    seeded = [number for phase in phases for number in phase.seeded]
    apart, free = of_event(event), Q(seats=None, left_after_round=None) | Q(number__in=seeded)
    rows = roster(event).filter(free).values_list("number", "name")
    return {number: full_name(name, apart.get(number)) for number, name in rows}


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
