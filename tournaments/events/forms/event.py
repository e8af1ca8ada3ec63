"""One page for everything an event is: its name, the system and its options, points, tie-breaks, rounds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models import User
from pairing.engine.lengths import needed
from pairing.model.types import FOUR
from pairing.systems import SYSTEMS, seats_of
from tournaments.corrections.selectors.edits import SettingsEdit
from tournaments.corrections.services import edits
from tournaments.corrections.services.player_and_settings_edits import settings_edit
from tournaments.events.forms import games, phase_presets
from tournaments.events.forms.settings import setting_fields
from tournaments.events.selectors.events import usual_place
from tournaments.events.services import events
from tournaments.events.services.phases import set_phases
from tournaments.events.services.rules import default_tiebreaks
from tournaments.events.services.setting import Kind, Section
from tournaments.events.services.settings import fixed_by_rounds, on_page, said_by_phases
from tournaments.forms import scoring
from tournaments.forms.base import whole
from tournaments.forms.chain import AddableFamily, Chain, ChainField, addable, presets
from tournaments.forms.options import OPTION, WithOptions, option_fields, options_given, options_initial
from tournaments.forms.scoring import SCORING
from tournaments.forms.seen import SeenForm
from tournaments.models import Tournament, Visibility
from tournaments.moments import zone_named, zones_offered
from tournaments.players.services.quotas import MAX_PLAYERS

# What a new event is asked first: nobody but the organiser knows it.
FIRST = ("name", "starts_on", "venue")


class EventForm(WithOptions, SeenForm):
    """Create or change an event. The chosen system decides which options there are."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    plan = forms.ChoiceField(
        label=_("How it is played"),
        required=False,
        error_messages={"invalid_choice": _("This does not fit the game. Choose one of these.")},
    )
    system = forms.ChoiceField(label=_("Pairing system"))
    players_expected = whole(_("Players expected"), low=2, high=MAX_PLAYERS)
    tiebreaks = ChainField(label=_("Tie-breaks"), required=False)

    def __init__(
        self, data: QueryDict | None = None, *, event: Tournament | None = None, initial: Any = None
    ) -> None:
        self.event = event
        self.paired = event.rounds.count() if event else 0
        start = {
            "starts_on": timezone.localdate(),
            "rounds_planned": 5,
            "system": next(iter(SYSTEMS), ""),
            **(_stored(event) if event else {}),
        }
        start.update(initial or {})
        super().__init__(data, initial=start)
        self.fields.update(setting_fields(self.initial))
        self.fields["system"].choices = [(slug, gettext(s.name)) for slug, s in SYSTEMS.items()]  # type: ignore[attr-defined]
        self.fields["game"].choices = games.choices()  # type: ignore[attr-defined]
        self.system_slug = str((data.get("system") if data else "") or start["system"])
        if self.paired and event:
            self.system_slug = event.system
        self.seats = seats_of(self.system_slug)
        game = str((data.get("game") if data else start.get("game")) or "")
        self.fields["plan"].choices = games.plan_choices(game, self.system_slug)  # type: ignore[attr-defined]
        self.fields.update(option_fields(self.system_slug))
        self.fields.update(scoring.BOXES[self.seats].fields())
        self.initial.setdefault("tiebreaks", _usual(self.system_slug))
        self._lock()

    @classmethod
    def new(cls, user: User) -> EventForm:
        """The empty form: time zone and language of the last event of this organiser, and the date it is there."""
        place = usual_place(user)
        zone = zone_named(place["time_zone"])
        return cls(initial={**place, "time_zone": zone.key, "starts_on": timezone.localdate(timezone=zone)})

    @classmethod
    def rearranged(cls, data: QueryDict, event: Tournament | None = None) -> EventForm:
        """The form after one of its own buttons (`do`): everything typed stands, nothing is stored."""
        typed = _typed(data)
        if data["do"] == "game":
            typed |= {"plan": "", **games.as_typed(typed.get("game", ""))}
        elif data["do"] == "plan":
            typed = {k: v for k, v in typed.items() if not k.startswith(OPTION)}
            system = games.as_typed(typed.get("game", "")).get("system", next(iter(SYSTEMS)))
            first = typed.get("plan", ""), typed.get("players_expected", ""), system
            typed |= {"system": system, **phase_presets.first_as_typed(*first), **_own_rounds(typed, typed)}
        form = cls(event=event, initial=typed)
        form.seen_given = str(data.get("seen", ""))
        chain = Chain.from_post(data)
        chain.do(str(data["do"]), data, _usual(form.system_slug))
        if data["do"] == "game" and typed.get("game") in games.GAMES:
            chain = Chain.from_links(games.chain_of(typed["game"]))
        untouched = data["do"] in ("plan", "system") and chain.is_one_of(map(_usual, SYSTEMS))
        if untouched or not chain.fits(form.seats):
            chain = Chain.from_links(_usual(form.system_slug))
        form.initial["tiebreaks"] = chain
        if data["do"] == "rounds" and form.suggestion:
            form.initial["rounds_planned"] = form.suggestion
        form.initial.update(scoring.preset_values(str(data["do"]).removeprefix("scoring:")))
        return form

    def _lock(self) -> None:
        """What a paired round was made under is shown, not changed."""
        if self.event:
            del self.fields["players_expected"], self.fields["plan"], self.fields["game"]
            if self.event.secret_seeds:
                self.fields["draw_seed"].help_text = _("It is secret. Leave this empty to keep it.")
        for name in self.fields if self.has_phases else ():
            self.fields[name].disabled = name in said_by_phases() or name.startswith(OPTION)
        for name in self.fields if self.paired else ():
            if name in fixed_by_rounds() or name.startswith(OPTION):
                self.fields[name].disabled = True

    # --- what the template shows ---
    @property
    def chain(self) -> Chain:
        chain: Chain = self["tiebreaks"].value()
        return chain

    @property
    def time_zones(self) -> list[str]:
        return zones_offered()

    @property
    def sections(self) -> dict[str, list[list[forms.BoundField]]]:
        """The settings of each section of the page, in rows of those that stand side by side."""
        return {section.name.lower(): self._rows(section) for section in Section}

    @property
    def first_rows(self) -> list[list[forms.BoundField]]:
        """What a new event is asked first."""
        return [[self[name] for name in FIRST]]

    @property
    def other_rows(self) -> list[list[forms.BoundField]]:
        """The rest of what an event is, and of its rounds."""
        shown = self.sections["event"] + self.sections["rounds"] + self.sections["players"]
        rows = ([field for field in row if field.name not in FIRST] for row in shown)
        return [row for row in rows if row]

    def _rows(self, section: Section) -> list[list[forms.BoundField]]:
        rows = groupby(on_page(section), key=lambda one: one.row or one.name)
        return [[self[one.name] for one in row] for _name, row in rows]

    @property
    def has_phases(self) -> bool:
        return bool(self.event and self.event.phases)

    @property
    def game_sets(self) -> list[tuple[str, str]]:
        """What the chosen game has set."""
        return games.summary(str(self["game"].value() or ""))

    @property
    def plan_follows(self) -> list[tuple[str, str, int]]:
        """What comes after the first phase by the chosen plan: the systems, and who gets in."""
        return phase_presets.after_first(str(self["plan"].value() or "")) if not self.event else []

    @property
    def system_summary(self) -> str:
        return gettext(SYSTEMS[self.system_slug].summary) if self.system_slug in SYSTEMS else ""

    @property
    def scoring_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(SCORING)]

    @property
    def points_are_open(self) -> bool:
        """Worth showing at once: something is wrong there, or not as usual."""
        return any(
            field.errors or (field.value() or "") != (field.field.initial or "")
            for field in self.scoring_rows
        )

    @property
    def is_four(self) -> bool:
        return self.seats == FOUR

    @property
    def scoring_presets(self) -> list[tuple[str, str]]:
        return scoring.presets()

    @property
    def scoring_preset(self) -> str:
        """The set of values that stands in the boxes, or "" when they are somebody's own."""
        now = {field.name: str(field.value() or "") for field in self.scoring_rows}
        return next((name for name, _l in scoring.presets() if scoring.preset_values(name) == now), "")

    @property
    def presets(self) -> object:
        return presets(self.seats)

    @property
    def addable(self) -> list[AddableFamily]:
        return addable(self.seats)

    @property
    def players(self) -> int:
        """Players the suggestion of rounds is made for; 0 if not known."""
        if self.event:
            return self.event.players.count()
        typed = str(self["players_expected"].value() or "")
        return int(typed) if typed.isdecimal() and int(typed[:6]) <= MAX_PLAYERS else 0

    @property
    def needed(self) -> int:
        """Rounds that a bracket, a round robin or an elimination takes; 0 for other systems."""
        # A word of the system before this one may still stand in a list of the same name.
        typed = {
            field.name: field.value()
            for field in self.option_rows
            if getattr(field.field, "valid_value", lambda _value: True)(field.value())
        }
        options = options_given(self.system_slug, typed)
        return needed(self.system_slug, options, self.players) if self.players >= 2 else 0

    @property
    def suggestion(self) -> int:
        """Else those after which at most one player can have won everything; none is better at tables of four."""
        unbeaten = max(1, (self.players - 1).bit_length()) if self.players >= 2 and not self.is_four else 0
        return self.needed or unbeaten

    @property
    def lacks_rounds(self) -> str:
        """What to say where fewer rounds are planned than it takes."""
        planned = str(self["rounds_planned"].value() or "")
        if not planned.isdecimal() or int(planned[:6]) >= self.needed:
            return ""
        return gettext(
            "With %(players)s players this can take %(needed)s rounds; %(planned)s are planned."
        ) % {
            "players": self.players,
            "needed": self.needed,
            "planned": planned,
        }

    @property
    def most_rounds(self) -> int:
        """Rounds in which everybody can meet everybody once; at tables of four, without meeting anybody twice."""
        if self.is_four:
            return max(0, self.players - 1) // (FOUR - 1)
        return self.players - 1 + self.players % 2

    # --- storing ---
    def create(self, user: User) -> Tournament | None:
        """Make the event; None after a refusal."""
        return self.run(self._create, user=user) if self.is_valid() else None

    def edit(self) -> SettingsEdit:
        """What is typed as an edit of the past. Errors: ServiceError."""
        assert self.event is not None
        return settings_edit(self.event, self._values())

    def change(self, user: User, **why: Any) -> Tournament:
        """Errors: ServiceError."""
        assert self.event is not None
        return edits.change_settings(tournament=self.event, actor=user, **self._values(), **why)

    def _create(self, user: User) -> Tournament:
        """The event, with the phases of the chosen plan: the first as it is typed. Errors: ServiceError."""
        values = self._values()
        # What is chosen and not looked at, without a script, is set all the same.
        game, plan = self.cleaned_data["game"], self.cleaned_data["plan"]
        if game and self.data.get("game_shown", "") != game:
            values |= games.service_values(game)
        if plan and self.data.get("plan_shown", "") != plan:
            system = games.GAMES[game].system if game else ""
            values |= phase_presets.first_as_given(plan, system) | _own_rounds(self.data, values)
        phases = phase_presets.with_first(plan, values)
        with transaction.atomic():
            event = events.create_event(owner=user, **values)
            if phases:
                set_phases(tournament=event, actor=user, phases=phases)
        return event

    def _values(self) -> dict[str, Any]:
        data = self.cleaned_data
        values = {one.name: data[one.name] for one in on_page() if one.name in data}
        values["visibility"] = values["visibility"] or Visibility.PUBLIC
        for later in ("language", "name_form"):
            if not values[later]:  # a form that was open before there was this setting leaves it as it is
                del values[later]
        if self.event and self.event.secret_seeds and not values["draw_seed"]:
            values.pop("draw_seed")
        values["tiebreaks"] = data["tiebreaks"].links(self.event.tiebreaks if self.event else ())
        values["scoring"] = scoring.BOXES[self.seats].values(data)
        if not self.paired:
            values |= {"system": data["system"], "options": options_given(self.system_slug, data)}
        else:
            values = {name: value for name, value in values.items() if name not in fixed_by_rounds()}
        return {k: v for k, v in values.items() if not (self.has_phases and k in said_by_phases())}

    # --- two windows ---
    # Another system brings other options, so it never changes without a word.
    alone = ("system",)
    # What the page was made with, where this form was rearranged since.
    seen_given = ""

    @property
    def seen_text(self) -> str:
        return self.seen_given or super().seen_text


def _usual(system: str) -> list[object]:
    return default_tiebreaks(system) if system in SYSTEMS else []


def _stored(event: Tournament) -> dict[str, Any]:
    plain = {name: getattr(event, name) for name in (*(one.name for one in on_page()), "system", "tiebreaks")}
    if event.secret_seeds:
        plain["draw_seed"] = ""
    points = scoring.BOXES[seats_of(event.system)].initial(event.scoring)
    return {**plain, **options_initial(event.options), **points}


def _own_rounds(data: Mapping[str, object], values: Mapping[str, object]) -> dict[str, Any]:
    """The number of rounds where somebody typed it: no suggestion takes its place."""
    return {"rounds_planned": values["rounds_planned"]} if data.get("rounds_typed") else {}


def _typed(data: QueryDict) -> dict[str, Any]:
    """Everything typed; a box that was not ticked is not sent, so it is named here."""
    unticked = [one.name for one in on_page() if one.kind is Kind.FLAG]
    return {**dict.fromkeys(unticked, False), **data.dict()}
