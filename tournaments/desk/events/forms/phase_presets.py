"""Events of several phases as they are usually played, ready to be taken in one press."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.engine.phases import AFTER_ROUND
from pairing.formats.document_phases import dump_phases
from pairing.model.types import Cut, CutBy, Phase
from pairing.systems import SYSTEMS, seats_of
from tournaments.desk.events.forms.options import options_initial
from tournaments.desk.refusals import refuse
from tournaments.events.selectors.phases import cut_in_words
from tournaments.events.services.rules import clean_options, default_tiebreaks

USUAL_ROUNDS = 5
LEAGUE_ROUNDS = 6
TO_FINAL = 2
MAX_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Preset:
    """`make(players)` gives the phases for so many players (0: not known yet)."""

    slug: str
    label: str | Promise
    help: str | Promise
    make: Callable[[int], list[Phase]]


def usual_rounds(players: int) -> int:
    """Rounds after which at most one player can have won everything."""
    return (players - 1).bit_length() if players > TO_FINAL else USUAL_ROUNDS


def _swiss(players: int) -> Phase:
    return Phase("monrad", rounds=usual_rounds(players))


def _swiss_top_8(players: int) -> list[Phase]:
    return [_swiss(players), Phase("bracket", cut=Cut(CutBy.RANK, 8))]


def _swiss_top_4(players: int) -> list[Phase]:
    return [_swiss(players), Phase("double_elimination", cut=Cut(CutBy.RANK, 4))]


def _league(players: int) -> list[Phase]:
    return [
        Phase("tiered", {"elimination": 3}, LEAGUE_ROUNDS),
        Phase("bracket", {"third_place": True}, cut=Cut(CutBy.LOSSES, 2)),
    ]


def _round_robin(players: int) -> list[Phase]:
    """Everybody meets everybody once: with an odd number somebody rests in each round."""
    rounds = players - 1 + players % 2 if players > TO_FINAL else USUAL_ROUNDS
    return [Phase("round_robin", rounds=rounds), Phase("bracket", rounds=1, cut=Cut(CutBy.RANK, TO_FINAL))]


PRESETS = (
    Preset(
        "swiss_top_8",
        _("Swiss, then top 8 bracket"),
        _("The top eight of the Swiss play on: one loss eliminates."),
        _swiss_top_8,
    ),
    Preset(
        "swiss_top_4",
        _("Swiss, then top 4 double elimination"),
        _("The top four of the Swiss play on: two losses eliminate."),
        _swiss_top_4,
    ),
    Preset(
        "league",
        _("Groups of losses, then bracket (league)"),
        _("Paired in groups of equal losses; players with at most two losses advance to the bracket."),
        _league,
    ),
    Preset(
        "round_robin_final",
        _("Round robin, then final of two"),
        _("All players meet; the top two play for the title."),
        _round_robin,
    ),
)


def preset(slug: str, players: int) -> list[Phase]:
    """The phases of a preset; nothing for one that nobody offered."""
    return next((p.make(players) for p in PRESETS if p.slug == slug), [])


def choices() -> list[tuple[str, str]]:
    """One system, or one of the presets."""
    return [("", gettext("By one system")), *((p.slug, str(p.label)) for p in PRESETS)]


def first_as_typed(slug: str, players: object) -> dict[str, Any]:
    """The first phase of a preset as it stands in the form of an event; nothing for an event of one system."""
    count = int(str(players)) if str(players).isdecimal() and len(str(players)) < MAX_DIGITS else 0
    phases = preset(slug, count)
    if not phases:
        return {}
    return {
        "system": phases[0].system,
        "rounds_planned": phases[0].rounds,
        **options_initial(phases[0].options),
    }


def first_as_given(slug: str) -> dict[str, Any]:
    """The first phase of a preset as the services take it, with the tie-breaks of its system."""
    [first, *_later] = preset(slug, 0)
    return {
        "system": first.system,
        "options": dict(first.options),
        "rounds_planned": first.rounds,
        "tiebreaks": default_tiebreaks(first.system),
    }


def with_first(slug: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The phases of a preset, the first as it is given in the values of an event; [] for one of one system.

    Errors: ServiceError, where they do not go together.
    """
    later = preset(slug, 0)[1:]
    if not later:
        return []
    if not seats_of(values["system"]).rules.has_phases:
        raise refuse.phases_for_two()
    options = clean_options(values["system"], values["options"])
    options.pop(AFTER_ROUND, None)  # a phase begins where the one before ends
    return dump_phases([Phase(values["system"], options, values["rounds_planned"]), *later])


def after_first(slug: str) -> list[tuple[str, str]]:
    """The later phases of a preset in words: the system, and who gets in."""
    return [(gettext(SYSTEMS[p.system].name), cut_in_words(p.cut)) for p in preset(slug, 0)[1:]]
