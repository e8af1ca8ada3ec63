"""“What if?” on one page: a field, and the rules to be tried on it."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from itertools import product
from math import ceil, log2
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from accounts.models import User
from pairing.model.errors import PairingError
from pairing.model.types import HUNDRED, Snapshot
from pairing.simulation.setup import starting
from pairing.simulation.setup.configuration import MOST_PLAYERS, MOST_ROUNDS, field_to_data, usual_cut
from pairing.simulation.setup.strengths import Arithmetic, FieldModel, Listed, Normal
from pairing.systems import SYSTEMS
from pairing.tiebreaks import TIEBREAKS, parse_chain
from tournaments.forms.base import DeskForm, whole
from tournaments.lab import jobs
from tournaments.lab.desk.study_form import Boxes
from tournaments.lab.desk.typed import link_of, numbers, points_field
from tournaments.lab.refusals import refuse
from tournaments.lab.selectors.setups import MODE, MODIFIED, ahead_name
from tournaments.lab.selectors.simulations import ratings_of
from tournaments.lab.services import kernels
from tournaments.lab.services.simulated_events import (
    BEGINNING,
    DEVIATION,
    MEAN,
    NOW,
    begun_anew,
    chain_of,
    document_from,
    position_of,
    rounds_from,
    strengths_by_standing,
)
from tournaments.lab.services.simulations import MOST_CHAINS, MOST_CONFIGURATIONS, MOST_RUNS, MOST_SEED
from tournaments.models import Simulation, Tournament
from tournaments.standings.selectors.columns import column
from tournaments.steps.refusals import CoreError, ServiceError

NORMAL, ARITHMETIC, LISTED, EVENT = "normal", "arithmetic", "list", "event"
FIELDS = [
    (NORMAL, _("Ratings as they usually are: most players in the middle, few very strong or weak ones")),
    (ARITHMETIC, _("Strengths 4, 5, 6, … as in the published study")),
    (LISTED, _("Ratings given below")),
]
OUTCOMES = [
    ("chance", _("By chance: the stronger, the more likely (Elo's formula)")),
    ("stronger", _("The stronger player always")),
]
# Those measured in the published study; all of them have fast kernels.
USUAL = ("solkoff", "omw", "sonneborn_berger", "median", "opponent_median")
# Their rounds follow from the bracket; there is nothing to vary.
NOT_OFFERED = ("bracket", "double_elimination")
FASTEST = "random_swiss"
OF_EVENT = "event"
AHEAD = "wcsc:ahead"  # the modified Swiss of the shogi family
# Rounds tried around those that are planned.
FEWER, MORE = 2, 3


class WhatIfForm(DeskForm):
    """What is ticked becomes configurations: every number of rounds and players with every system, all chains in each.

    `do` is the button: `rounds` and `tiebreaks` ask a question of their own about what is planned, `compare` takes
    everything that is ticked.
    """

    field_names = {
        "configurations": "rounds", "system": "systems", "draw": "draws", "dropout": "dropouts",
        "scoring": "draw_points", "scoring.win": "win_points", "scoring.draw": "draw_points",
        "field.players": "players", "field.values": "ratings", "field.deviation": "deviation",
    }  # fmt: skip

    begin = forms.ChoiceField(label=_("What is played"), widget=forms.RadioSelect)
    field = forms.ChoiceField(label=_("The players"), choices=FIELDS, widget=forms.RadioSelect)
    players = forms.CharField(
        label=_("Number of players"),
        required=False,
        max_length=60,
        help_text=_("One number or several, such as 16, 32, 64."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    deviation = whole(
        _("Spread of the ratings"),
        low=1,
        high=2000,
        help_text=_("About two in three players are within this distance of the middle."),
    )
    ratings = forms.CharField(
        label=_("Ratings"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 3, "inputmode": "numeric"}),
        help_text=_("Whole numbers, separated by spaces, commas or lines."),
    )
    outcome = forms.ChoiceField(label=_("Who wins"), choices=OUTCOMES, widget=forms.RadioSelect)
    draws = whole(_("Draws, in percent of matches"), low=0, high=99)
    dropouts = whole(_("Players who withdraw after each round, in percent"), low=0, high=50)
    win_points = points_field(_("Points for a win"), low="0.01")
    draw_points = points_field(_("Points for a draw"), low="0")
    rounds = forms.CharField(
        label=pgettext_lazy("number of", "Rounds"),
        max_length=60,
        help_text=_("One number or several, such as 5, 7 or 5-9."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    systems = forms.MultipleChoiceField(label=_("Pairing systems"), required=False, widget=Boxes)
    chains = forms.MultipleChoiceField(label=_("Tie-breaks"), required=False, widget=Boxes)
    own_chains = forms.CharField(
        label=_("Other tie-break orders"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "One tie-break order a line, its codes separated by commas, such as: BH:cut=1, BH, SB. A weighted sum is"
            " written like this: solkoff + 0.5*sonneborn_berger"
        ),
    )
    cut = whole(
        _("Places that advance"),
        low=1,
        high=MOST_PLAYERS,
        help_text=_("If empty: the first quarter, at most 8."),
    )
    runs = whole(
        _("Events played for each"),
        low=2,
        high=MOST_RUNS,
        help_text=_("If empty: as many as take a few seconds. Four times as many halve the uncertainty."),
    )
    seed = whole(
        _("Random seed"),
        low=0,
        high=MOST_SEED,
        help_text=_("The same random seed gives the same numbers again."),
    )

    def __init__(self, *args: Any, event: Tournament | None = None, **named: Any) -> None:
        self.event = event
        self.event_ratings = ratings_of(event) if event is not None else []
        self.position = _position(event)
        self.start = self.position if self.position is not None and self.position.rounds else None
        named["initial"] = self._initial() | named.get("initial", {})
        super().__init__(*args, **named)
        choices = {name: self.fields[name] for name in ("field", "systems", "chains")}
        if self.event_ratings:
            label = gettext("The %(count)s players of this event, by their ratings") % {
                "count": len(self.event_ratings)
            }
            choices["field"].choices = [(EVENT, label), *FIELDS]  # type: ignore[attr-defined]
        choices["systems"].choices = self._systems_offered()  # type: ignore[attr-defined]
        choices["chains"].choices = self._chains_offered()  # type: ignore[attr-defined]
        if self.start is None:
            del self.fields["begin"]
        else:
            self.fields["begin"].choices = self._beginnings(self.start)  # type: ignore[attr-defined]

    def _initial(self) -> dict[str, Any]:
        players = self.event.players.filter(house=False).count() if self.event else 0
        players = min(players, MOST_PLAYERS) if players > 1 else 32
        known = [slug for slug, _name in self._systems_offered()]
        system = self.event.system if self.event and self.event.system in known else FASTEST
        rounds = self.event.rounds_planned if self.event else ceil(log2(players))
        return {
            "begin": NOW,
            "field": EVENT if self.event_ratings else NORMAL,
            "players": players,
            "deviation": DEVIATION,
            "outcome": "chance",
            "draws": 0,
            "dropouts": 0,
            "rounds": rounds_from(self.event, self.start) if self.event and self.start else rounds,
            "systems": [system],
            "chains": [OF_EVENT if self._chain_of_event else USUAL[0]],
        }

    def _beginnings(self, start: Snapshot) -> list[tuple[str, str]]:
        now = gettext("From now on: round %(round)s and what follows, with all results so far")
        return [
            (NOW, now % {"round": starting.first_to_play(start)}),
            (BEGINNING, gettext("The whole event again, from round 1")),
        ]

    def _systems_offered(self) -> list[tuple[str, str]]:
        """An event that goes on may keep a system that cannot be tried otherwise, and its phases."""
        found = [(slug, gettext(SYSTEMS[slug].name)) for slug in offered()]
        at = [slug for slug, _name in found].index(AHEAD.partition(":")[0])
        found.insert(at + 1, (AHEAD, ahead_name(found[at][1])))
        if self.position is None or self.event is None:
            return found
        own = self.event.system
        if self.event.phases:
            return [(own, gettext("The phases of this event")), *(row for row in found if row[0] != own)]
        if self.start is None or own in offered():
            return found
        return [(own, gettext(SYSTEMS[own].name)), *found]

    @cached_property
    def _chain_of_event(self) -> list[Any]:
        return chain_of(self.event) if self.event is not None else []

    def _chains_offered(self) -> list[tuple[str, str]]:
        usual = [(code, gettext(TIEBREAKS[code].name)) for code in USUAL]
        if not (chain := self._chain_of_event):
            return usual
        names = ", ".join(column(link).name for link in parse_chain(chain))
        return [(OF_EVENT, gettext("As in this event: %(chain)s") % {"chain": names}), *usual]

    @property
    def chance_errors(self) -> bool:
        """Whether anything is wrong with who wins, draws, points and who withdraws."""
        names = ("outcome", "draws", "dropouts", "win_points", "draw_points")
        return any(name in self.errors for name in names)

    @property
    def missing(self) -> ServiceError | None:
        """Why nothing can be played here, whatever is typed."""
        return kernels.missing()

    # --- what was typed
    def clean_rounds(self) -> list[int]:
        return numbers(self.cleaned_data["rounds"], 1, MOST_ROUNDS)

    def clean_players(self) -> list[int]:
        return numbers(self.cleaned_data["players"], 2, MOST_PLAYERS) if self.cleaned_data["players"] else []

    def clean_ratings(self) -> list[int]:
        parts = re.split(r"[\s,;]+", self.cleaned_data["ratings"].strip())
        try:
            return [int(part) for part in parts if part]
        except ValueError:
            raise forms.ValidationError(gettext("Only whole numbers are ratings.")) from None

    def clean_own_chains(self) -> list[list[Any]]:
        lines = [line for line in self.cleaned_data["own_chains"].splitlines() if line.strip()]
        chains = [[link_of(link.strip()) for link in line.split(",") if link.strip()] for line in lines]
        for chain in chains:
            try:
                parse_chain(chain, 2, sums=True)
            except PairingError as error:
                raise forms.ValidationError(str(CoreError(error))) from error
        return chains

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        field = given.get("field")
        if self._going_on is not None:
            return given
        if field == LISTED and "ratings" in given and len(given["ratings"]) < 2:
            self.add_error("ratings", gettext("Give the ratings of at least two players."))
        if field in (NORMAL, ARITHMETIC) and "players" in given and not given["players"]:
            self.add_error("players", gettext("Enter the number of players."))
        return given

    @cached_property
    def _going_on(self) -> Snapshot | None:
        """The position that is played from: that of now, or (an event of phases) of its beginning. None: a field of its
        own.
        """
        if self.start is not None and self.cleaned_data.get("begin") == NOW:
            return self.start
        phases = self.event is not None and self.event.phases
        return begun_anew(self.position) if phases and self.position is not None else None

    # --- the document
    def save(self, user: User, do: str) -> tuple[Simulation, int] | None:
        """The simulation on its way and the place of what is planned in it; None when something has to be put right."""
        if not self.is_valid():
            return None
        rounds = self._rounds(do)
        systems = self.cleaned_data["systems"] or [FASTEST]
        systems = systems if do == "compare" else systems[:1]
        sizes = self._sizes() if do == "compare" else self._sizes()[:1]
        setups = list(product(systems, sizes, rounds))
        if (count := len(setups)) > MOST_CONFIGURATIONS:
            self.refuse(refuse.too_many_configurations(count=count, most=MOST_CONFIGURATIONS))
            return None
        document = document_from(
            self.event,
            self._going_on,
            [self._configuration(*setup, do) for setup in setups],
            seed=self.cleaned_data["seed"],
            runs=self.cleaned_data["runs"],
        )
        try:
            made = jobs.simulate(actor=user, document=document, tournament=self.event)
        except ServiceError as error:
            error.field = re.sub(r"^configurations\[\d+\]\.?", "", error.field or "")
            self.refuse(error)
            return None
        return made, rounds.index(self._planned()) if self._planned() in rounds else 0

    def _planned(self) -> int:
        rounds: list[int] = self.cleaned_data["rounds"]
        planned = self.event.rounds_planned if self.event is not None else rounds[0]
        if self._going_on is not None and self.event is not None:
            planned = rounds_from(self.event, self._going_on)
        return planned if planned in rounds else rounds[0]

    def _rounds(self, do: str) -> list[int]:
        planned = self._planned()
        if do == "rounds":
            count = self._sizes()[0]
            most = min(MOST_ROUNDS, count - 1 + count % 2)
            least = 1
            if self._going_on is not None:
                least = max(starting.first_to_play(self._going_on), len(self._going_on.rounds))
                most = max(most, planned)
            around = range(max(least, planned - FEWER), min(planned + MORE, most) + 1)
            return list(around) or [planned]
        return [planned] if do == "tiebreaks" else self.cleaned_data["rounds"]

    def _chains(self, do: str) -> list[list[Any]]:
        ticked = [self._chain(value) for value in self.cleaned_data["chains"]] + self.cleaned_data[
            "own_chains"
        ]
        if do == "tiebreaks":
            known = [chain for chain in ticked if chain not in [[code] for code in USUAL]]
            return [*known[: MOST_CHAINS - len(USUAL)], *([code] for code in USUAL)]
        return ticked or [[USUAL[0]]]

    def _chain(self, value: str) -> list[Any]:
        return self._chain_of_event if value == OF_EVENT else [value]

    def _sizes(self) -> list[int]:
        given = self.cleaned_data
        if self._going_on is not None:
            return [len(starting.contenders(self._going_on))]
        sizes = {EVENT: [len(self.event_ratings)], LISTED: [len(given["ratings"])]}
        return sizes[given["field"]] if given["field"] in sizes else list(given["players"])

    def _configuration(self, system: str, size: int, rounds: int, do: str) -> dict[str, Any]:
        given = self.cleaned_data
        chance = "odds" if given["field"] == ARITHMETIC else "elo"
        return {
            "rounds": rounds,
            "chains": self._chains(do),
            "cut": given["cut"] or usual_cut(size),
            "outcome": "stronger" if given["outcome"] == "stronger" else chance,
            "draw": (given["draws"] or 0) / 100,
            "dropout": (given["dropouts"] or 0) / 100,
            **self._system(system),
            **self._scoring(),
            **({} if given["field"] == EVENT else {"field": field_to_data(self._field(size))}),
        }

    def _scoring(self) -> dict[str, Any]:
        """Nothing where both are left empty; a bye is worth a win."""
        win, draw = self.cleaned_data["win_points"], self.cleaned_data["draw_points"]
        if win is None and draw is None:
            return {}
        win, draw = (Decimal(1) if win is None else win), (Decimal("0.5") if draw is None else draw)
        worth = int(win * HUNDRED)
        return {"scoring": {"win": worth, "draw": int(draw * HUNDRED), "loss": 0, "bye": worth}}

    def _system(self, system: str) -> dict[str, Any]:
        """Nothing for the one of the event, as it is there."""
        name, _colon, ahead = system.partition(":")
        event = self.event if self.event is not None and self.event.system == name else None
        if event is not None and not ahead:
            return {}
        options = (self._going_on or event).options if event is not None else {}
        return {"system": {"name": name, "options": {**options, **({MODE: MODIFIED} if ahead else {})}}}

    def _field(self, size: int) -> FieldModel:
        """How strong everybody is taken to be; in an event that goes on, whoever stands better is the stronger."""
        given, start = self.cleaned_data, self._going_on
        if given["field"] == LISTED:
            return Listed(tuple(given["ratings"]))
        count = size if start is None else len(start.entrants)
        usual = Normal(count, MEAN, given["deviation"] or DEVIATION)
        model = Arithmetic(count) if given["field"] == ARITHMETIC else usual
        return model if start is None else strengths_by_standing(start, model)


def _position(event: Tournament | None) -> Snapshot | None:
    """Where an event stands; None where it cannot go on by chance."""
    try:
        return position_of(event) if event is not None else None
    except ServiceError:
        return None


def offered() -> Sequence[str]:
    """The systems that can be tried."""
    return [
        slug
        for slug, system in SYSTEMS.items()
        if system.seats.rules.is_simulated and slug not in NOT_OFFERED
    ]
