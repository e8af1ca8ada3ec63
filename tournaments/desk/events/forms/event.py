"""One page for everything an event is: its name, the system and its options, points, tie-breaks, rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from pairing.model.types import FOUR
from pairing.systems import SYSTEMS, seats_of
from tournaments.corrections.selectors.edits import SettingsEdit
from tournaments.corrections.services import edits
from tournaments.corrections.services.player_and_settings_edits import settings_edit
from tournaments.desk.events.forms import games, phase_presets, scoring
from tournaments.desk.events.forms.chain import Chain, ChainField, addable, presets
from tournaments.desk.events.forms.clubs import ClubsApartField, clubs_apart_choices
from tournaments.desk.events.forms.options import OPTION, option_fields, options_given, options_initial
from tournaments.desk.events.forms.scoring import SCORING
from tournaments.desk.events.forms.timetable import RoundStartsField, StartTimeField
from tournaments.events.selectors.events import usual_time_zone
from tournaments.events.services import events
from tournaments.events.services.cleaners import MAX_MINUTES
from tournaments.events.services.phases import set_phases
from tournaments.events.services.rules import default_tiebreaks
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.forms.base import whole
from tournaments.forms.seen import SeenForm
from tournaments.models import Tournament, Visibility
from tournaments.moments import zone_named, zones_offered
from tournaments.players.services.quotas import MAX_PLAYERS

PLAIN = (
    "name", "starts_on", "start_time", "round_starts", "time_zone", "venue", "description", "visibility",
    "rounds_planned", "round_minutes", "require_check_in", "draw_seed", "secret_seeds",
    "players_report", "players_check_in", "clubs_apart_rounds",
)  # fmt: skip
# Once a round is paired these stay as they are.
FIXED_LATER = ("system", "draw_seed", "secret_seeds")
# What the phases of an event say, where it has some.
OF_PHASES = ("system", "options", "rounds_planned")


class EventForm(SeenForm):
    """Create or change an event. The chosen system decides which options there are."""

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts_on = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        required=False,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
        help_text=_("All times of the event are shown in it."),
    )
    start_time = StartTimeField()
    round_starts = RoundStartsField()
    venue = forms.CharField(label=_("Venue"), max_length=200, required=False)
    description = forms.CharField(
        label=_("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown on the event's public page."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can see it"), choices=Visibility.choices, initial=Visibility.PUBLIC, required=False
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    plan = forms.ChoiceField(label=_("How it is played"), required=False)
    system = forms.ChoiceField(label=_("Pairing system"))
    players_expected = whole(_("Players expected"), low=2, high=MAX_PLAYERS)
    rounds_planned = whole(pgettext_lazy("number of", "Rounds"), low=1, high=MAX_ROUNDS, required=True)
    round_minutes = whole(
        _("Minutes a round"),
        low=1,
        high=MAX_MINUTES,
        help_text=_("For the clock of the round, which is started at the desk. Empty: no clock."),
    )
    require_check_in = forms.BooleanField(
        label=_("Pair only who has checked in"),
        required=False,
        help_text=_("Players who are not checked in when a round is paired count as absent from it."),
    )
    players_report = forms.BooleanField(
        label=_("Players report their results"),
        required=False,
        initial=True,
        help_text=_(
            "From their own page or the code of the table; it counts once the other side has said the same."
        ),
    )
    players_check_in = forms.BooleanField(
        label=_("Players check in themselves"),
        required=False,
        initial=True,
        help_text=_("From their own page. The desk can check everybody in all the same."),
    )
    clubs_apart_rounds = ClubsApartField()
    draw_seed = forms.CharField(
        label=_("Draw seed"),
        max_length=120,
        required=False,
        help_text=_("All draws of lots follow from it. Leave it empty for one that nobody can guess."),
    )
    secret_seeds = forms.BooleanField(
        label=_("Secret seeds"),
        required=False,
        help_text=_(
            "Every round is drawn from a seed of its own. Its hash is shown before the round, the seed with the round, "
            "so everybody can check that nobody chose the draw. Nobody sees the draw seed itself before the end."
        ),
    )
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
        self.fields["time_zone"].widget.attrs["placeholder"] = settings.TIME_ZONE
        self.fields["system"].choices = [(slug, gettext(s.name)) for slug, s in SYSTEMS.items()]  # type: ignore[attr-defined]
        self.fields["game"].choices = games.choices()  # type: ignore[attr-defined]
        self.fields["plan"].choices = phase_presets.choices()  # type: ignore[attr-defined]
        self.fields["clubs_apart_rounds"].choices = clubs_apart_choices(start.get("clubs_apart_rounds"))  # type: ignore[attr-defined]
        self.system_slug = str((data.get("system") if data else "") or start["system"])
        if self.paired and event:
            self.system_slug = event.system
        self.seats = seats_of(self.system_slug)
        self.fields.update(option_fields(self.system_slug))
        self.fields.update(scoring.scoring_fields(self.seats))
        self.initial.setdefault("tiebreaks", _usual(self.system_slug))
        self._lock()

    @classmethod
    def new(cls, user: User) -> EventForm:
        """The empty form: the zone of the last event of this organiser, and the date it is there."""
        zone = zone_named(usual_time_zone(user))
        return cls(initial={"time_zone": zone.key, "starts_on": timezone.localdate(timezone=zone)})

    @classmethod
    def rearranged(cls, data: QueryDict, event: Tournament | None = None) -> EventForm:
        """The form after one of its own buttons (`do`): everything typed stands, nothing is stored."""
        typed = _typed(data)
        if data["do"] == "game":
            typed |= games.as_typed(typed.get("game", ""))
        elif data["do"] == "plan":
            typed = {k: v for k, v in typed.items() if not k.startswith(OPTION)}
            typed |= phase_presets.first_as_typed(typed.get("plan", ""), typed.get("players_expected", ""))
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
            self.fields[name].disabled = name in OF_PHASES or name.startswith(OPTION)
        for name in self.fields if self.paired else ():
            if name in FIXED_LATER or name.startswith(OPTION):
                self.fields[name].disabled = True

    # --- what the template shows ---
    @property
    def chain(self) -> Chain:
        return self["tiebreaks"].value()

    @property
    def time_zones(self) -> list[str]:
        return zones_offered()

    @property
    def has_phases(self) -> bool:
        return bool(self.event and self.event.phases)

    @property
    def game_sets(self) -> list[tuple[str, str]]:
        """What the chosen game has set."""
        return games.said(str(self["game"].value() or ""))

    @property
    def plan_follows(self) -> list[tuple[str, str]]:
        """What comes after the first phase by the chosen plan: the systems, and who gets in."""
        return phase_presets.after_first(str(self["plan"].value() or "")) if not self.event else []

    @property
    def system_summary(self) -> str:
        return gettext(SYSTEMS[self.system_slug].summary) if self.system_slug in SYSTEMS else ""

    @property
    def option_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

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
    def presets(self) -> Any:
        return presets(self.seats)

    @property
    def addable(self) -> list[tuple[str, str, str]]:
        return addable(self.seats)

    @property
    def players(self) -> int:
        """Players the suggestion of rounds is made for; 0 if not known."""
        if self.event:
            return self.event.players.count()
        typed = str(self["players_expected"].value() or "")
        return int(typed) if typed.isdecimal() and int(typed[:6]) <= MAX_PLAYERS else 0

    @property
    def suggestion(self) -> int:
        """Rounds after which at most one player can have won everything; none is better at tables of four."""
        return max(1, (self.players - 1).bit_length()) if self.players >= 2 and not self.is_four else 0

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
            values |= games.as_given(game)
        if plan and self.data.get("plan_shown", "") != plan:
            values |= phase_presets.first_as_given(plan)
        phases = phase_presets.with_first(plan, values)
        with transaction.atomic():
            event = events.create_event(owner=user, **values)
            if phases:
                set_phases(tournament=event, actor=user, phases=phases)
        return event

    def _values(self) -> dict[str, Any]:
        data = self.cleaned_data
        values = {name: data[name] for name in PLAIN if name in data}
        values["visibility"] = values["visibility"] or Visibility.PUBLIC
        if self.event and self.event.secret_seeds and not values["draw_seed"]:
            values.pop("draw_seed")
        values["tiebreaks"] = data["tiebreaks"].links(self.event.tiebreaks if self.event else ())
        values["scoring"] = scoring.scoring_given(self.seats, data)
        if not self.paired:
            values |= {"system": data["system"], "options": options_given(self.system_slug, data)}
        else:
            values = {name: value for name, value in values.items() if name not in FIXED_LATER}
        return {k: v for k, v in values.items() if not (self.has_phases and k in OF_PHASES)}

    # --- two windows ---
    # Another system brings other options, so it never changes without a word.
    alone = ("system",)
    # What the page was made with, where this form was rearranged since.
    seen_given = ""

    @property
    def seen_text(self) -> str:
        return self.seen_given or super().seen_text


def _usual(system: str) -> list[Any]:
    return default_tiebreaks(system) if system in SYSTEMS else []


def _stored(event: Tournament) -> dict[str, Any]:
    plain = {name: getattr(event, name) for name in (*PLAIN, "system", "tiebreaks")}
    if event.secret_seeds:
        plain["draw_seed"] = ""
    points = scoring.scoring_initial(seats_of(event.system), event.scoring)
    return {**plain, **options_initial(event.options), **points}


def _typed(data: QueryDict) -> dict[str, Any]:
    """Everything typed; a box that was not ticked is not sent, so it is named here."""
    unticked: Iterable[str] = ("require_check_in", "players_report", "players_check_in", "secret_seeds")
    return {**dict.fromkeys(unticked, False), **data.dict()}
